import JSON
import Testing

@testable import TrailReading

/// A complete trail has the creation of each object.
struct UncreatedObjectTests {
  private static let anthony = #"{"_id":1,"name":"Anthony"}"#
  private static let tony = #"{"_id":1,"name":"Tony"}"#

  @Test func `A complete trail has the insertion of each object, another one need not`() throws {
    #expect(try SmallTrail.codes { $0.delete(Self.anthony, at: 1) } == ["never-inserted 1"])
    #expect(try SmallTrail.codes(isComplete: false) { $0.delete(Self.anthony, at: 1) } == [])
    let whole = try SmallTrail.codes {
      $0.insert(Self.anthony, at: 1)
      $0.delete(Self.anthony, at: 2)
    }
    #expect(whole == [])
  }

  /// By their times the deletion is the first, and the key is used again behind it.
  @Test func `An object was created before the clock was set back`() throws {
    func codes(isCreated: Bool) throws -> [String] {
      try SmallTrail.codes {
        if isCreated { $0.insert(Self.anthony, at: 9_000, activity: "early") }
        $0.delete(Self.anthony, at: 1_000)
        $0.insert(Self.tony, at: 2_000)
      }
    }
    #expect(try codes(isCreated: true) == [])
    #expect(try codes(isCreated: false) == ["never-inserted 1"])
  }
}
