import Formats
import JSON
import TrailCheck

/// What every form of a report says in the same words of how far a trail accounts for a database.
struct BalanceWording {
  let balance: StateBalance

  /// Sentences for people.
  var lines: [String] {
    let moment =
      balance.instant.map { "at \(Timestamp(milliseconds: $0))" } ?? "at the end of the trail"
    var lines = ["Balance with \(balance.name), taken for the state \(moment)"]
    lines += Self.lines("object", balance.objects)
    lines += Self.lines("value", balance.values)
    return lines + balance.notes
  }

  private static func lines(_ word: String, _ sum: StateBalance.Sum) -> [String] {
    let counts = [
      "\(sum.accounted) accounted for", "\(sum.unaccounted) unaccounted for",
      "\(sum.left) not comparable",
    ]
    return ["\(word)s: \(counts.joined(separator: ", "))"]
      + sum.reasons.map { "not comparable: \($0.count), \($0.reason)" }
  }

  /// The same for programs.
  var json: JSON {
    [
      "state": .string(balance.name),
      "at": balance.instant.map { .string(Timestamp(milliseconds: $0).description) } ?? .null,
      "objects": Self.json(balance.objects), "values": Self.json(balance.values),
      "notes": .strings(balance.notes),
    ]
  }

  private static func json(_ sum: StateBalance.Sum) -> JSON {
    [
      "accounted": .int(Int64(sum.accounted)), "unaccounted": .int(Int64(sum.unaccounted)),
      "notComparable": .array(
        sum.reasons.map { ["count": .int(Int64($0.count)), "reason": .string($0.reason)] }
      ),
    ]
  }
}
