import Formats
import JSON

/// The times that the clocks of a program have shown, each of them once, on whatever device.
struct ShownTimes {
  static let epoch: Int64 = 1_650_000_000_000
  private var seconds: Set<Int64> = []
  /// The second that was shown last.
  private(set) var last: Int64 = 0

  /// A step that sets a clock to the first time from a second on that none has shown.
  mutating func setClock(from second: Int64) -> JSON {
    var second = second
    while !seconds.insert(second).inserted { second += 1 }
    last = second
    let time = Timestamp(milliseconds: Self.epoch + second * 1000)
    return ["do": "setClock", "to": ["$date": .string(time.description)]]
  }
}
