/// How far a trail could be read: what every answer has to say besides what it was asked.
package struct TrailReading: Sendable, Hashable {
  /// How many documents were read.
  package var documents = 0
  /// How many events were left out because they had been read before, in another export.
  package var repeated = 0
  /// How many events have the `_id` of another one that says something else; they are not left out.
  package var conflicting = 0
  /// How many events a filter of time left out because their time cannot be read.
  package var undated = 0
  /// What could not be read.
  package var unread = FindingSummary(examplesPerCode: 5)
  /// What should be known about the answer besides.
  package var remarks: [String] = []

  /// The number of places that could not be read.
  package var unreadCount: Int { unread.unreadCount }

  /// Whether nothing that could belong to the answer was passed over.
  package var isWhole: Bool { unreadCount == 0 && undated == 0 }
}

extension FindingSummary {
  /// What could not be read.
  var unread: FindingSummary { filtered(\.hides.isUnread) }

  /// How often something could not be read.
  var unreadCount: Int {
    counts.reduce(0) { $1.key.code.hides.isUnread ? $0 + $1.value : $0 }
  }

  /// What is to be known of events of the types read and write that were taken for custom events (CUSTOM-8); nil if there
  /// are none.
  var customsNote: String? {
    let count = counts.reduce(0) { $1.key.code.hides == .objects ? $0 + $1.value : $0 }
    guard count > 0 else { return nil }
    return
      "\(count) \(count == 1 ? "event is" : "events are") of type read or write, in whatever case, and "
      + "\(count == 1 ? "has" : "have") no payload of a scope: taken for \(count == 1 ? "a custom event" : "custom events")"
  }
}
