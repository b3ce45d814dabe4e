import JSON
import Testing

@testable import TrailReading

/// What the specification says of itself that no check can tell, each with what it can.
struct UntoldManipulationTests {
  private static let anthony = #"{"_id":1,"name":"Anthony"}"#
  private static let tony = #"{"_id":1,"name":"Tony"}"#

  @Test func `A deletion that is gone is told if the object is created again otherwise`() throws {
    func codes(again object: String?) throws -> [String] {
      try SmallTrail.codes {
        $0.insert(Self.anthony, at: 1)
        // The deletion is gone.
        if let object { $0.insert(object, at: 9, activity: "later") }
      }
    }
    #expect(try codes(again: nil) == [])
    #expect(try codes(again: Self.anthony) == [])
    #expect(try codes(again: Self.tony) == ["inserted-twice 2"])
  }

  @Test func `A deletion written as a creation is told if the object was another one`() throws {
    func codes(seen: Bool, _ object: String) throws -> [String] {
      try SmallTrail.codes {
        $0.insert(Self.anthony, at: 1)
        if seen { $0.read(Self.anthony, at: 2, device: "b") }
        $0.insert(object, at: 5_000_000, activity: "later", device: "b")
      }
    }
    #expect(try codes(seen: false, Self.anthony) == [])
    #expect(try codes(seen: false, Self.tony) == [])
    #expect(try codes(seen: true, Self.anthony) == [])
    #expect(try codes(seen: true, Self.tony) == ["inserted-twice 3"])
  }

  @Test func `A time is told that is not within those of its neighbours`() throws {
    func codes(at seconds: Int) throws -> [String] {
      try SmallTrail.codes {
        $0.idSeconds = 60
        $0.insert(Self.anthony, at: 10)
        $0.change(Self.anthony, to: #"{"name":"Tony"}"#, at: seconds)
        $0.read(Self.tony, at: 60)
      }
    }
    #expect(try codes(at: 20) == [])
    #expect(try codes(at: 50) == [])
    #expect(try codes(at: 5) != [])
  }

  @Test func `A change is told that a later event does not show`() throws {
    func codes(isShown: Bool) throws -> [String] {
      try SmallTrail.codes {
        $0.insert(Self.anthony, at: 1)
        $0.change(Self.anthony, to: #"{"name":"Antonia"}"#, at: 2)
        if isShown { $0.read(Self.tony, at: 3) }
      }
    }
    #expect(try codes(isShown: false) == [])
    #expect(try codes(isShown: true) == ["read-contradicts 3"])
  }
}
