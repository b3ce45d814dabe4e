import Testing

@testable import TrailAnswers
@testable import TrailReading

/// Ids are remembered whatever the order in which they come.
struct DocumentIdSetTests {
  private static func id(_ number: UInt64) -> DocumentId {
    DocumentId(high: number / 3, low: UInt32(number % 3))
  }

  private static let orders: [[UInt64]] = [
    Array(0..<5000), (0..<5000).reversed(),
    // Two devices in turn, of which one is behind.
    (0..<2500).flatMap { [$0 + 10_000, $0] },
    // One clock that is far ahead.
    [UInt64.max] + Array(0..<5000),
    (0..<5000).map { $0 &* 0x9E37_79B9_7F4A_7C15 },
  ]

  @Test(arguments: orders) func `Each id is new once`(numbers: [UInt64]) {
    var ids = DocumentIdSet()
    for number in numbers {
      let isNew = ids.insert(Self.id(number))
      let isNewAgain = ids.insert(Self.id(number))
      #expect(isNew && !isNewAgain)
    }
    for number in numbers {
      let isNewLater = ids.insert(Self.id(number))
      #expect(!isNewLater)
    }
  }

  @Test func `Ids are in the order of their digits`() throws {
    let digits = [
      "000000000000000000000000", "000000000000000000000001", "0000000000000000ffffffff",
      "000000000000000100000000", "ffffffffffffffffffffffff",
    ]
    let ids = try digits.map {
      try #require(DocumentId(hex: $0))
    }
    #expect(ids == ids.sorted() && Set(ids).count == ids.count)
  }
}
