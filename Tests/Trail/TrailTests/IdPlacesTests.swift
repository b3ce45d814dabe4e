import Formats
import Testing

@testable import TrailCheck
@testable import TrailReading

/// Ids that stand twice are found however little memory there is for them, and in whatever order they come.
struct IdPlacesTests {
  private func id(_ number: Int) -> DocumentId {
    DocumentId(high: UInt64(number / 7), low: UInt32(number))
  }

  /// The lines on which an id stands that stands further up as well, by the check and by a set.
  private func lines(_ numbers: [Int], bytes: Int) throws -> (found: [Int], expected: [Int]) {
    var places = IdPlaces(bytes: bytes)
    var findings = FindingSummary(examplesPerCode: .max)
    var seen: Set<Int> = []
    places.begin("t")
    var expected: [Int] = []
    for (index, number) in numbers.enumerated() {
      places.note(id(number), number: index + 1)
      if !seen.insert(number).inserted { expected.append(index + 1) }
    }
    try places.report(into: &findings)
    let found = findings.kinds.flatMap { findings.examples(of: $0) }.map(\.position.document)
    #expect(findings.count(of: .idTwice) == expected.count)
    return (found, expected)
  }

  // Room for 256 ids, which is the least, and for all of them.
  @Test(arguments: [1, 1 << 20])
  func `Each further document of an id is found`(bytes: Int) throws {
    var random = SplitMix64(seed: 7)
    let ascending = Array(0..<3000)
    let orders: [[Int]] = [
      ascending, ascending.reversed(), ascending + [2999], ascending + [0, 0], [5] + ascending,
      ascending + ascending, (0..<4000).map { _ in Int(random.next() % 2500) },
    ]
    for numbers in orders {
      let (found, expected) = try lines(numbers, bytes: bytes)
      #expect(found == expected)
    }
  }

  @Test func `What a part has noted stands behind what was there`() throws {
    var whole = IdPlaces(bytes: 1)
    whole.begin("b")
    for number in 0..<600 { whole.note(id(number), number: number) }
    var part = IdPlaces()
    part.begin("a")
    part.note(id(600), number: 1)
    part.note(id(30), number: 2)
    whole.take(part)
    var findings = FindingSummary()
    try whole.report(into: &findings)
    let examples = findings.kinds.flatMap { findings.examples(of: $0) }
    // Places are in the order of the files' names, whichever was read first.
    #expect(examples.map(\.position) == [TrailPosition(file: "b", document: 30)])
  }
}
