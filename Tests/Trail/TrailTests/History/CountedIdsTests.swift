import Testing

@testable import TrailReading

/// Where files do not tell in which order a device has stored events, ids that one process has counted do.
struct CountedIdsTests {
  private static func person(_ name: String) -> String { #"{"_id":1,"name":"\#(name)"}"# }
  private static func to(_ name: String) -> String { #"{"name":"\#(name)"}"# }

  private func codes(_ trail: SmallTrail, linesPerFile: Int = .max) throws -> [String] {
    try trail.findings(isComplete: true, linesPerFile: linesPerFile)
      .filter { $0.level > .info && $0.code != .timeBackwards }.map(\.code.rawValue)
  }

  /// Two scopes that record one change, and were stored one after the other.
  private static func overlapping() -> SmallTrail {
    var trail = SmallTrail()
    trail.idSeconds = 2
    trail.insert(person("Anna"), at: 1, activity: "y")
    trail.idSeconds = 40
    trail.change(person("Anna"), to: to("Bea"), at: 10, activity: "z")
    trail.change(person("Bea"), to: to("Cleo"), at: 20, activity: "z")
    trail.change(person("Cleo"), to: to("Dora"), at: 30, activity: "z")
    trail.idSeconds = 41
    trail.change(person("Cleo"), to: to("Dora"), at: 30, activity: "y")
    return trail
  }

  @Test func `An export has a file for each activity`() throws {
    func codes(last name: String) throws -> [String] {
      var trail = Self.overlapping()
      trail.idSeconds = 50
      trail.read(Self.person(name), at: 49, activity: "z")
      return try self.codes(trail.ordered(by: [0, 4, 1, 2, 3, 5]), linesPerFile: 2)
    }
    #expect(try codes(last: "Dora") == [])
    #expect(try codes(last: "Anna") == ["read-stale"])
  }

  @Test func `An export is sorted by activity`() throws {
    func codes(last name: String) throws -> [String] {
      var trail = Self.overlapping()
      for number in 2...20 {
        trail.idSeconds = 50 + number
        trail.insert(#"{"_id":\#(number),"name":"Emma"}"#, at: 49 + number, activity: "z")
      }
      trail.idSeconds = 90
      trail.read(Self.person(name), at: 88, activity: "z")
      return try self.codes(trail.ordered(by: [0, 4, 1, 2, 3] + Array(5...24)))
    }
    #expect(try codes(last: "Dora") == [])
    #expect(try codes(last: "Anna") == ["read-stale"])
  }

  @Test func `A trail is cut behind events of a clock that was set back`() throws {
    func codes(_ name: String) throws -> [String] {
      var trail = SmallTrail()
      trail.idSeconds = 11
      trail.insert(Self.person("Anna"), at: 3600)
      trail.change(Self.person("Anna"), to: Self.to("Bea"), at: 10)
      trail.idSeconds = 21
      trail.change(Self.person(name), to: Self.to("Cleo"), at: 20)
      return try self.codes(trail, linesPerFile: 2)
    }
    #expect(try codes("Bea") == [])
    #expect(try codes("Dora") == ["change-contradicts"])
  }

  @Test(arguments: [[0, 1, 2], [1, 2, 0], [2, 0, 1]])
  func `Events of a clock that was set back are in any order`(_ order: [Int]) throws {
    func codes(_ name: String) throws -> [String] {
      var trail = SmallTrail()
      trail.idSeconds = 5
      trail.insert(Self.person("Anna"), at: 7200)
      trail.idSeconds = 65
      trail.change(Self.person("Anna"), to: Self.to("Bea"), at: 60)
      trail.idSeconds = 75
      trail.read(Self.person(name), at: 70)
      return try self.codes(trail.ordered(by: order))
    }
    #expect(try codes("Bea") == [])
    #expect(try codes("Dora") == ["read-contradicts"])
  }
}
