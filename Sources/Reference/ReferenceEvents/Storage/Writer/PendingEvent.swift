import ReferenceRealm

/// An event before it has a place in the event realm.
package struct PendingEvent: Sendable {
  let labels: EventLabels
  let timestamp: Timestamp
  let event: String?
  let data: Payload?
}

/// What an event holds, as it goes to the disk.
enum Payload: Sendable {
  /// UTF-8.
  case text([UInt8])
  /// Bare DEFLATE of UTF-8.
  case deflated([UInt8])

  var bytes: [UInt8] {
    switch self {
    case .text(let bytes), .deflated(let bytes): bytes
    }
  }
}

/// What the events of a scope have in common.
///
/// An object, so that a writer of consecutive events sees at once that these are the same.
final class EventLabels: Sendable {
  let activity: String
  let metadata: EventMetadata
  /// Of all this; each event adds its own.
  let checksum: EventChecksum

  init(activity: String, metadata: EventMetadata) {
    self.activity = activity
    self.metadata = metadata
    var checksum = EventChecksum()
    checksum.add(Array(activity.utf8))
    for entry in metadata.entries { checksum.add(key: entry.key, value: entry.value) }
    self.checksum = checksum
  }
}
