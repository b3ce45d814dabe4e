import Formats
import JSON

/// The devices of which a server may not have had everything at an instant: a trail has what was uploaded later under the
/// times at which it was recorded, so a state by the trail is not what the server had at that time.
package struct LateDevices: Sendable {
  private struct Device: Sendable {
    /// Events until the instant behind later ones: those of the files before, and those of the file that is read.
    var late = 0, lateHere = 0
    /// All events until the instant of the file that is read.
    var here = 0
    /// Whether it has an event after the instant.
    var isLater = false

    /// Takes note of an event until the instant.
    mutating func note(isLate: Bool) {
      here += 1
      if isLate { lateHere += 1 }
    }
  }

  /// How many devices are followed, and how many are named.
  private static let limit = 100_000, named = 5

  private let instant: Int64
  private var devices: [ByteKey: Device] = [:]
  /// How the times of the file that is read follow each other.
  private var first: Int64?, last: Int64?, rises = 0, falls = 0, isBehindLater = false

  /// Devices by their partitions.
  package init(at instant: Int64) { self.instant = instant }

  /// Takes note of an event.
  package mutating func note(_ document: borrowing Document) {
    guard let time = document.timestamp, let name = document.partition?.string else { return }
    note(time, of: ByteKey(name))
  }

  mutating func note(_ time: Int64, of device: ByteKey) {
    noteStep(to: time)
    if first == nil { first = time }
    last = time
    guard devices[device] != nil || devices.count < Self.limit else { return }
    if time > instant {
      devices[device, default: Device()].isLater = true
      isBehindLater = true
    } else {
      devices[device, default: Device()].note(isLate: isBehindLater)
    }
  }

  private mutating func noteStep(to time: Int64) {
    guard let last else { return }
    if time > last { rises += 1 } else if time < last { falls += 1 }
  }

  /// Takes over what was noted of the part that comes next: of the file that is read, or of whole files.
  package mutating func take(_ part: LateDevices) {
    if let first = part.first { noteStep(to: first) }
    for (name, device) in part.devices {
      guard devices[name] != nil || devices.count < Self.limit else { continue }
      var known = devices[name] ?? Device()
      known.late += device.late
      known.lateHere += isBehindLater ? device.here : device.lateHere
      known.here += device.here
      known.isLater = known.isLater || device.isLater
      devices[name] = known
    }
    first = first ?? part.first
    last = part.last ?? last
    rises += part.rises
    falls += part.falls
    isBehindLater = isBehindLater || part.isBehindLater
  }

  /// Ends a file; where its newest document stands first, its order tells nothing of uploads.
  ///
  /// - Returns: whether the documents of the file may be in the order of uploads.
  @discardableResult
  package mutating func endFile() -> Bool {
    let counts = rises > falls
    devices = devices.mapValues { device in
      Device(late: device.late + (counts ? device.lateHere : 0), isLater: device.isLater)
    }
    (first, last, rises, falls, isBehindLater) = (nil, nil, 0, 0, false)
    return counts
  }

  /// What should be known of an answer about the instant.
  package func notes(shown: (String) -> String = { $0 }) -> [String] {
    func names(_ those: [ByteKey]) -> String {
      let others = those.count - Self.named
      return those.sorted().prefix(Self.named).map { shown($0.text) }.joined(separator: ", ")
        + (others > 0 ? " and \(others) more" : "")
    }
    let late = devices.filter { $0.value.late > 0 }
    let silent = devices.filter { !$0.value.isLater }.map(\.key)
    let time = Timestamp(milliseconds: instant)
    var notes: [String] = []
    if !late.isEmpty {
      let events = late.values.reduce(0) { $0 + $1.late }
      notes.append(
        "\(Plural.of(events, "event")) until \(time) \(events == 1 ? "stands" : "stand") behind later ones: if documents are in the order of uploads, "
          + "\(late.count) of \(devices.count) partitions had not uploaded \(events == 1 ? "it" : "them") by then, and the server did not have \(events == 1 ? "it" : "them"): "
          + names(late.map(\.key))
      )
    }
    if !silent.isEmpty {
      notes.append(
        "\(silent.count) of \(devices.count) partitions have no event after \(time): what their devices recorded until then "
          + "may not have been uploaded: \(names(silent))"
      )
    }
    return notes
  }
}
