import Testing

@testable import TrailReading

/// Scopes that are open at the same time record the same events, and those that are committed later tell them again.
struct OverlappingScopeTests {
  private static let anthony = #"{"_id":1,"name":"Anthony"}"#
  private static let tony = #"{"_id":1,"name":"Tony"}"#
  private static let antonia = #"{"_id":1,"name":"Antonia"}"#

  private func codes(_ body: (inout SmallTrail) -> Void) throws -> [String] {
    var trail = SmallTrail()
    body(&trail)
    return try trail.codes(isComplete: true)
  }

  @Test func `What two scopes tell of an object that came and went is told once`() throws {
    func codes(middle isDeleted: Bool) throws -> [String] {
      try self.codes {
        $0.insert(Self.tony, at: 1, device: "b")
        for (time, activity) in [(2, "inner"), (3, "middle")] {
          $0.insert(Self.anthony, at: time, activity: activity)
          // The name is that of the other device's object, which was merged meanwhile.
          if activity == "inner" || isDeleted {
            $0.delete(Self.tony, at: time, activity: activity)
          }
        }
        $0.read(Self.tony, at: 4, activity: "outer")
        if isDeleted { $0.delete(Self.tony, at: 4, activity: "outer") }
        $0.insert(Self.antonia, at: 4, activity: "outer")
      }
    }
    #expect(try codes(middle: true) == [])
    #expect(try codes(middle: false) == ["inserted-twice 6"])
  }

  @Test func `A late scope deletes an object and creates the one that an inner scope shows`() throws
  {
    func codes(isDeleted: Bool) throws -> [String] {
      try self.codes {
        $0.insert(Self.anthony, at: 1)
        $0.change(Self.tony, to: #"{"name":"Antonia"}"#, at: 2, activity: "inner")
        if isDeleted { $0.delete(Self.anthony, at: 3, activity: "outer") }
        $0.insert(Self.tony, at: 3, activity: "outer")
        $0.change(Self.tony, to: #"{"name":"Antonia"}"#, at: 3, activity: "outer")
      }
    }
    #expect(try codes(isDeleted: true) == [])
    #expect(try codes(isDeleted: false) == ["inserted-twice 3"])
  }
}
