import Foundation
import JSON

/// Reads and writes the same event documents with `JSON` and with Foundation, by turns.
enum JSONComparison {
  /// `JSON(parsing:)` beside `JSONSerialization.jsonObject`.
  static func parsing(rounds: Int) throws {
    measure(
      try EventDocuments.all().map { value in
        var bytes: [UInt8] = []
        value.write(into: &bytes)
        let data = Data(bytes)
        let copy = try JSONSerialization.data(
          withJSONObject: JSONSerialization.jsonObject(with: data)
        )
        try ensureSame(value, copy)
        return Comparison(
          ours: { [bytes] in (try? JSON(parsing: bytes)) == nil ? 0 : 1 },
          theirs: { (try? JSONSerialization.jsonObject(with: data)) == nil ? 0 : 1 }
        )
      },
      rounds
    )
  }

  /// `write(into:)` beside `JSONEncoder`, which is ten times as quick as `JSONSerialization` on Linux.
  static func writing(rounds: Int) throws {
    let encoder = JSONEncoder()
    measure(
      try EventDocuments.all().map { value in
        let tree = EncodableTree(value: value)
        try ensureSame(value, encoder.encode(tree))
        return Comparison(
          ours: {
            var output: [UInt8] = []
            value.write(into: &output)
            return output.count
          },
          theirs: { (try? encoder.encode(tree))?.count ?? 0 }
        )
      },
      rounds
    )
  }

  /// Both sides must be doing the same work.
  private static func ensureSame(_ value: JSON, _ copy: Data) throws {
    guard try JSON(parsing: copy) == value else {
      fatalError("the other side does not hold the same document")
    }
  }

  /// The times of a round are geometric means over the documents.
  private static func measure(_ comparisons: [Comparison], _ rounds: Int) {
    let prepared = comparisons.map { $0.prepared(roundTime: .milliseconds(10)) }
    for round in 0..<rounds {
      let times = prepared.map { $0.measure(oursFirst: round.isMultiple(of: 2)) }
      report(ours: mean(times.map(\.ours)), theirs: mean(times.map(\.theirs)))
    }
  }

  private static func mean(_ times: [Duration]) -> Duration {
    .seconds(exp(times.map { log($0.seconds) }.reduce(0, +) / Double(times.count)))
  }
}
