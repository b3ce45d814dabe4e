import Testing

@testable import TrailCheck
@testable import TrailReading

/// Objects that devices create and delete without end: a check takes no longer than their trail is long.
@Suite(.timeLimit(.minutes(1)))
struct EntangledHistoryTests {
  private static let count = 600

  private static func person(_ age: Int) -> String { #"{"_id":1,"age":\#(age)}"# }

  /// How often each code is found in a complete trail.
  private func counts(_ body: (inout SmallTrail) -> Void) throws -> [FindingCode: Int] {
    var trail = SmallTrail()
    body(&trail)
    let summary = try trail.summary(isComplete: true)
    let codes = summary.kinds.map(\.code).filter { $0.stage == .history }
    return Dictionary(codes.map { ($0, summary.count(of: $0)) }) { $1 }
  }

  @Test func `Each of many creations of one object is an error`() throws {
    let found = try counts { trail in
      for number in 0..<Self.count { trail.insert(Self.person(number), at: number) }
    }
    #expect(found == [.insertedTwice: Self.count - 1])
  }

  @Test func `An object may be created and deleted in turn by two devices`() throws {
    let found = try counts { trail in
      for number in 0..<Self.count / 2 {
        trail.insert(Self.person(number), at: 2 * number)
        trail.delete(Self.person(number), at: 2 * number + 1, device: "b")
      }
    }
    #expect(found == [:])
  }

  @Test func `Where too many contradictions need an explanation, the rest counts as explained`()
    throws
  {
    let found = try counts { trail in
      trail.insert(Self.person(0), at: 0, device: "b")
      for number in 0..<Self.count {
        // So near to the creation that its clock may have been behind.
        trail.delete(Self.person(number), at: 1 + number / 4)
        trail.change(Self.person(number), to: #"{"age":\#(number + 1)}"#, at: 1 + number / 4)
      }
    }
    #expect(found[.historyUnfollowed] == 1)
    let contradictions = try #require(found[.changeOfDeleted])
    #expect((1..<Self.count).contains(contradictions))
  }
}
