import JSON
import Testing

@testable import TrailReading

/// A complete trail has the creation of each object.
struct UncreatedObjectTests {
  private static let anthony = #"{"_id":1,"name":"Anthony"}"#
  private static let tony = #"{"_id":1,"name":"Tony"}"#

  private func codes(isComplete: Bool = true, _ body: (inout SmallTrail) -> Void) throws -> [String]
  {
    var trail = SmallTrail()
    body(&trail)
    return try trail.codes(isComplete: isComplete)
  }

  @Test func `A complete trail has the insertion of each object, another one need not`() throws {
    #expect(try codes { $0.delete(Self.anthony, at: 1) } == ["never-inserted 1"])
    #expect(try codes(isComplete: false) { $0.delete(Self.anthony, at: 1) } == [])
    let whole = try codes {
      $0.insert(Self.anthony, at: 1)
      $0.delete(Self.anthony, at: 2)
    }
    #expect(whole == [])
  }

  /// By their times the deletion is the first, and the key is used again behind it.
  @Test func `An object was created before the clock was set back`() throws {
    func codes(isCreated: Bool) throws -> [String] {
      try self.codes {
        if isCreated { $0.insert(Self.anthony, at: 9_000, activity: "early") }
        $0.delete(Self.anthony, at: 1_000)
        $0.insert(Self.tony, at: 2_000)
      }
    }
    #expect(try codes(isCreated: true) == [])
    #expect(try codes(isCreated: false) == ["never-inserted 1"])
  }
}
