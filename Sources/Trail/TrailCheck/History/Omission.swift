import Formats
import JSON
import TrailReading

/// What a bound of the check leaves out, so that each bound that is reached is a finding.
struct Omission: Sendable {
  private(set) var count = 0
  private(set) var first: (position: TrailPosition, id: String?)?

  /// Notes that something in the document at hand is left out.
  mutating func note(_ log: FindingLog) { note(at: log.position, id: log.id?.hex) }

  mutating func note(at position: TrailPosition, id: String?, count more: Int = 1) {
    count += more
    if first.map({ position < $0.position }) ?? true { first = (position, id) }
  }

  /// Takes what another part left out.
  mutating func take(_ part: Omission) {
    guard let other = part.first else { return }
    // A part that was written down may say anything.
    let (sum, isTooLarge) = count.addingReportingOverflow(part.count)
    count = isTooLarge ? 1 << 62 : min(sum, 1 << 62)
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

extension Omission {
  /// The form in which a part of a trail is written down.
  var partial: JSON {
    [
      "count": .count(count),
      "first": first.map {
        [
          "place": $0.position.partial, "_id": .optional($0.id),
        ]
      } ?? .null,
    ]
  }

  /// Takes what another part left out.
  mutating func take(_ reader: JSONNode) throws(JSONFault) {
    let more = try reader.member("count")
    count = try more.sum(with: count)
    let first = try reader.member("first")
    guard !first.json.isNull else { return }
    let place = try first.position()
    if self.first.map({ place < $0.position }) ?? true {
      self.first = (place, try first.member("_id").unlessNull?.string())
    }
  }
}
