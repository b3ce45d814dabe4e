import JSON
import Testing

@testable import TrailReading

/// A recorder may date what a scope records as late as its commit, so overlapping scopes tell one change with several times.
struct LateDatesTests {
  private static let one = #"{"_id":1,"name":"1"}"#
  private static let two = #"{"_id":1,"name":"2"}"#
  private static let three = #"{"_id":1,"name":"3"}"#

  private static func named(_ name: String) -> String { #"{"name":"\#(name)"}"# }

  /// The outer scope has created the object, and was open until the inner one was committed.
  @Test(arguments: ["outer", "inner"])
  func `An outer scope dates the creation behind what an inner one shows`(activity: String) throws {
    func codes(_ before: String) throws -> [String] {
      var trail = SmallTrail()
      trail.idSeconds = 5
      trail.insert(Self.one, at: 2, activity: "inner")
      trail.read(Self.one, at: 4, activity: "inner")
      trail.change(Self.one, to: Self.named("3"), at: 5, activity: "inner")
      trail.idSeconds = 6
      trail.insert(Self.one, at: 4, activity: activity)
      trail.change(before, to: Self.named("3"), at: 6, activity: activity)
      // Two scopes of one activity look like one whose time goes back.
      return try trail.codes(isComplete: true).filter { !$0.hasPrefix("time-backwards") }
    }
    #expect(try codes(Self.one) == [])
    #expect(try codes(Self.two).contains("change-contradicts 5"))
  }

  /// That both tell the second change with one time does not mean that their times are those of what happened.
  @Test func `Two scopes date the same changes otherwise, and one of them alike`() throws {
    func codes(_ before: String) throws -> [String] {
      var trail = SmallTrail()
      trail.idSeconds = 2
      trail.insert(Self.one, at: 1, activity: "outer")
      trail.idSeconds = 6
      trail.insert(Self.one, at: 3, activity: "inner")
      trail.change(Self.one, to: Self.named("2"), at: 5, activity: "inner")
      for (activity, seconds, committed) in [("middle", 40, 50), ("outer", 30, 51)] {
        trail.idSeconds = committed
        let value = activity == "outer" ? before : Self.two
        trail.change(value, to: Self.named("3"), at: seconds, activity: activity)
        trail.change(Self.three, to: Self.named("0"), at: 40, activity: activity)
      }
      return try trail.codes(isComplete: true)
    }
    #expect(try codes(Self.two) == [])
    #expect(try codes(#"{"_id":1,"name":"9"}"#).contains("change-contradicts 6"))
  }
}
