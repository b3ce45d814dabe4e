import Formats
import Testing

@testable import TrailReading
@testable import TrailSamples

/// Documents that nobody asked for are passed over, and what is said of a trail is the same as if each had been read.
struct DocumentReaderTests {
  /// What a reader knows behind the last document, and the documents that were wanted.
  private struct Account: Equatable {
    var documents: Int
    var bytes: Int
    var unread: Int
    var found: FindingSummary
    var lines: [Int?]
    var texts: [[UInt8]] = []
    var places: [TrailPosition] = []
    /// How many documents had been counted whenever one was handed on.
    var counts: [Int] = []
  }

  private func account(
    of bytes: [UInt8],
    passesOver: Bool,
    _ isWanted: (Value) -> Bool
  ) throws -> Account {
    let log = FindingLog(examplesPerCode: 5)
    let reader = DocumentReader(log: log, readsPayloads: false)
    var (texts, places, counts): ([[UInt8]], [TrailPosition], [Int]) = ([], [], [])
    try reader.read(
      TrailReader(.bytes(bytes, name: "t")),
      as: "t",
      where: { !passesOver || isWanted($0) }
    ) { text, fields in
      guard isWanted(fields) else { return }
      texts.append(Array(text))
      places.append(log.position)
      counts.append(reader.documents)
    }
    return Account(
      documents: reader.documents,
      bytes: reader.bytes,
      unread: reader.unread,
      found: log.summary,
      lines: (1...60).map { number in
        var position = TrailPosition(file: "t", document: number, line: nil)
        reader.lines.complete(&position)
        return position.line
      },
      texts: texts,
      places: places,
      counts: counts
    )
  }

  /// A sample with some bytes changed, taken away or put in twice.
  private func damaged(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<random.below(12) {
      let place = random.below(bytes.count)
      let end = min(bytes.count, place + random.below(60))
      switch random.below(5) {
      case 0: bytes[place] = UInt8(random.below(256))
      case 1: bytes.removeSubrange(place..<end)
      case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 3: bytes.insert(contentsOf: #""event":"read","#.utf8, at: place)
      default:
        bytes.insert(contentsOf: "\n[{\\u0000\"".utf8.prefix(1 + random.below(10)), at: place)
      }
    }
    return bytes
  }

  @Test(arguments: [Edition.current, .draft])
  func `What is passed over is counted, and damage in it told`(edition: Edition) throws {
    var random = SplitMix64(seed: 5)
    var damage = 0
    for seed in 0..<60 {
      var sample = SampleTrail(events: 40, seed: UInt64(seed), edition: edition)
      var lines: [UInt8] = []
      while sample.next(into: &lines) {}
      let list = lines.split(separator: 0x0A).joined(separator: Array(",\n".utf8))
      let clean = seed % 3 == 0 ? [0x5B] + Array(list) + [0x5D] : lines
      let bytes = damaged(clean, &random)
      let divisor = 1 + random.below(9)
      func isWanted(_ fields: Value) -> Bool { fields.bytes.count % divisor == 0 }
      let each = try account(of: bytes, passesOver: false, isWanted)
      #expect(try account(of: bytes, passesOver: true, isWanted) == each, "seed \(seed)")
      damage += each.unread
    }
    #expect(damage > 100)
  }
}
