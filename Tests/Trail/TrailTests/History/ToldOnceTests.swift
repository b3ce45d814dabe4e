import Testing

@testable import TrailCheck

/// Each change is told once, whatever the facts say.
struct ToldOnceTests {
  private struct Fact: RecordedFact {
    var moment: Int64 = 0
    var device: UInt32 = 1
    var recorder: UInt32
    var isChange = true
    var isCreation = false
    var isDeletion = false
    var before = 0..<0
    var after = 0..<0
    var change: UInt64

    func changeHash(in words: [UInt64]) -> UInt64 { change }
  }

  private static let words = [1, 2].map { FactValue(property: 3, hash: $0).word }

  private func changes(_ facts: [Fact], _ end: ScopeEnd) -> [UInt64]? {
    OverlappingScopes.toldOnce(facts, in: Self.words, endingWith: end)?.map(\.change)
  }

  @Test func `What a later scope records in front of a change happened before it`() {
    let facts = [
      Fact(recorder: 1, change: 2), Fact(recorder: 2, change: 1), Fact(recorder: 2, change: 2),
      Fact(recorder: 2, change: 3),
    ]
    #expect(changes(facts, .activity) == [1, 2, 3])
    #expect(changes([facts[0], facts[3]], .activity) == nil)
  }

  @Test func `A value that cannot follow another one begins a scope of the same activity`() {
    // The second creation is of the scope that was open around the first one.
    let facts = [
      Fact(recorder: 1, after: 1..<2, change: 2),
      Fact(recorder: 1, isCreation: true, after: 0..<1, change: 1),
      Fact(recorder: 1, before: 0..<1, after: 1..<2, change: 2),
    ]
    #expect(changes(facts, .break) == [1, 2])
    #expect(changes(facts, .activity) == nil)
  }

  @Test(.timeLimit(.minutes(1))) func `A fact that contradicts itself is a scope of its own`() {
    let facts = [
      Fact(recorder: 1, before: 0..<2, change: 1), Fact(recorder: 1, before: 0..<2, change: 2),
      Fact(recorder: 2, before: 0..<2, change: 1),
    ]
    #expect(changes(facts, .break) == nil)
  }
}
