import Formats
import JSON
import TrailReading

/// What a bound of the check leaves out, so that each bound that is reached is a finding.
struct Omission: Sendable {
  private(set) var count = 0
  private(set) var first: EventPlace?

  /// Notes that something in the document at hand is left out.
  mutating func note(_ log: FindingLog) { note(at: log.position, id: log.id?.hex) }

  mutating func note(at position: TrailPosition, id: String?, count more: Int = 1) {
    count += more
    if first.map({ position < $0.position }) ?? true {
      first = EventPlace(position: position, id: id)
    }
  }

  /// Takes what another part left out.
  mutating func take(_ part: Omission) {
    guard let other = part.first else { return }
    count += part.count
    if first.map({ other.position < $0.position }) ?? true { first = other }
  }

  /// Says what was left out, if something was.
  func report(
    _ code: FindingCode,
    into findings: inout FindingSummary,
    _ sentence: (Int) -> String
  ) {
    guard let first else { return }
    findings.add(code, at: first.position, id: first.id, sentence(count))
  }
}

extension Omission: JSONRecord {
  mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
    try fields.total("count", &count)
    try fields("first", &first)
  }
}

/// An event that a sentence about others names.
struct EventPlace: JSONItem {
  var position = TrailPosition()
  var id: String?

  mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
    try fields("place", &position)
    try fields("_id", &id)
  }
}
