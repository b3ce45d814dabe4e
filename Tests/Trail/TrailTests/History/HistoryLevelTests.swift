import Formats
import JSON
import Testing

@testable import TrailReading
@testable import TrailSamples

/// Each code with the smallest trail that shows it, and one that comes close and is fine.
struct HistoryLevelTests {
  static let anthony = #"{"_id":1,"name":"Anthony"}"#
  static let tony = #"{"_id":1,"name":"Tony"}"#
  static let antonia = #"{"_id":1,"name":"Antonia"}"#

  func trail(_ body: (inout SmallTrail) -> Void) -> SmallTrail {
    var trail = SmallTrail()
    body(&trail)
    return trail
  }

  // MARK: read-contradicts

  @Test func `A read shows a value that no event left`() throws {
    let findings = try trail {
      $0.read(Self.anthony, at: 1)
      $0.read(Self.tony, at: 2)
    }.findings()
    #expect(findings.map(\.code) == [.readContradicts])
    #expect(findings.first?.level == .warning)
    #expect(
      findings.first?.related.map(\.statement)
        == [#"showed name = "Anthony""#, #"shows name = "Tony""#]
    )
    #expect(findings.first?.related.map(\.timestamp) == [1000, 2000])
    #expect(findings.first?.sentence.hasPrefix("Person/1: event ") == true)
  }

  @Test func `A read shows what a change left`() throws {
    let codes = try trail {
      $0.read(Self.anthony, at: 1)
      $0.change(Self.anthony, to: #"{"name":"Tony"}"#, at: 2)
      $0.read(Self.tony, at: 3)
    }.codes()
    #expect(codes == [])
  }

  @Test func `Another object of the same key in another class is another object`() throws {
    let codes = try trail {
      $0.read(Self.anthony, at: 1)
      $0.event("read", #"{"type":"Dog","value":[\#(Self.tony)]}"#, at: 2)
    }.codes()
    #expect(codes == [])
  }

  @Test func `A property that was added later had a value before the first event that shows it`()
    throws
  {
    let grown = trail {
      $0.insert(Self.anthony, at: 1)
      $0.change(#"{"_id":1,"name":"Anthony","risk":0}"#, to: #"{"risk":9}"#, at: 2, device: "b")
      $0.read(#"{"_id":1,"name":"Anthony","risk":0}"#, at: 3, device: "c")
    }
    #expect(try grown.codes(isComplete: true) == [])
    let other = trail {
      $0.insert(Self.anthony, at: 1)
      $0.change(#"{"_id":1,"name":"Anthony","risk":0}"#, to: #"{"risk":9}"#, at: 2, device: "b")
      $0.read(#"{"_id":1,"name":"Anthony","risk":5}"#, at: 3, device: "c")
    }
    #expect(try other.codes(isComplete: true) == ["read-contradicts 3"])
  }

  // MARK: read-stale

  @Test func `A read shows a value that the same device had replaced`() throws {
    let codes = try trail {
      $0.change(Self.anthony, to: #"{"name":"Tony"}"#, at: 1)
      $0.read(Self.anthony, at: 2, activity: "later")
    }.codes()
    #expect(codes == ["read-stale 2"])
  }

  @Test func `A scope that was open before the change shows the value before it`() throws {
    let codes = try trail {
      $0.change(Self.anthony, to: #"{"name":"Tony"}"#, at: 3, activity: "inner")
      $0.read(Self.anthony, at: 4, activity: "outer")
      $0.change(Self.anthony, to: #"{"name":"Tony"}"#, at: 4, activity: "outer")
      $0.read(Self.tony, at: 4, activity: "outer")
    }.codes(isComplete: false)
    #expect(codes == [])
  }

  @Test func `Another device may not know of the change yet`() throws {
    let codes = try trail {
      $0.change(Self.anthony, to: #"{"name":"Tony"}"#, at: 1)
      $0.read(Self.anthony, at: 2, device: "b")
    }.codes()
    #expect(codes == [])
  }

  @Test func `Another device may have put the former value back`() throws {
    let codes = try trail {
      $0.change(Self.anthony, to: #"{"name":"Tony"}"#, at: 1)
      $0.change(Self.tony, to: #"{"name":"Anthony"}"#, at: 2, device: "b")
      $0.read(Self.anthony, at: 3)
    }.codes()
    #expect(codes == [])
  }

  // MARK: read-of-deleted

  @Test func `A read shows an object that the same device had deleted`() throws {
    let codes = try trail {
      $0.delete(Self.anthony, at: 1)
      $0.read(Self.anthony, at: 2, activity: "later")
    }.codes()
    #expect(codes == ["read-of-deleted 2"])
  }

  @Test func `A read and the deletion of its object in one transaction, recorded by two scopes`()
    throws
  {
    let codes = try trail {
      $0.delete(Self.anthony, at: 3, activity: "inner")
      $0.read(Self.anthony, at: 3, activity: "outer")
      $0.delete(Self.anthony, at: 3, activity: "outer")
    }.codes()
    #expect(codes == [])
  }

  @Test func `A read of a deleted object is not the one that another creation begins with`() throws
  {
    func codes(_ inserted: String) throws -> [String] {
      try trail {
        $0.insert(Self.anthony, at: 1, activity: "first")
        $0.delete(Self.anthony, at: 2, activity: "second")
        $0.read(Self.anthony, at: 3, activity: "third")
        $0.insert(inserted, at: 4, activity: "fourth")
      }.codes(isComplete: true)
    }
    #expect(try codes(Self.tony) == ["read-of-deleted 3"])
    // A scope that is committed late may have created it before the read.
    #expect(try codes(Self.anthony) == [])
  }

  @Test(arguments: [1, 100_000])
  func `An object was created again by a device whose clock is behind`(late: Int) throws {
    func codes(isKnown: Bool = false, isFirst: Bool = false, _ name: String = "Tony") throws
      -> [String]
    {
      try trail {
        if !isFirst { $0.insert(Self.anthony, at: 100) }
        $0.insert(#"{"_id":1,"name":"\#(name)"}"#, at: 200, device: "b")
        if isKnown { $0.read(Self.tony, at: 200) }
        $0.delete(isFirst || isKnown ? Self.tony : Self.anthony, at: 200 + late)
        $0.read(#"{"_id":1,"name":"\#(name)"}"#, at: 300 + late)
      }.codes()
    }
    let isFound = late > 86_400
    #expect(try codes() == (isFound ? ["read-of-deleted 4"] : []))
    #expect(try codes("Anthony") == (isFound ? ["read-of-deleted 4"] : []))
    #expect(try codes(isKnown: true) == ["read-of-deleted 5"])
    #expect(try codes(isFirst: true) == ["read-of-deleted 3"])
  }

  @Test func `A scope that had the object before it creates it again does not retell a creation`()
    throws
  {
    func codes(activity: String) throws -> [String] {
      try trail {
        $0.insert(Self.tony, at: 100, device: "b")
        $0.read(Self.tony, at: 150, activity: "outer", device: "b")
        $0.insert(Self.tony, at: 190, activity: activity, device: "b")
        $0.delete(Self.tony, at: 200)
        $0.read(Self.tony, at: 300)
      }.codes()
    }
    #expect(try codes(activity: "outer") == [])
    #expect(try codes(activity: "inner") == ["read-of-deleted 5"])
  }

  @Test func `A device whose clock is behind creates an object that another one had`() throws {
    func codes(isCreated: Bool, isKnown: Bool = false) throws -> [String] {
      try trail {
        $0.insert(Self.tony, at: 200, device: "b")
        if isCreated { $0.insert(Self.anthony, at: 210) }
        if isKnown { $0.read(Self.tony, at: 215) }
        $0.delete(isKnown ? Self.tony : Self.anthony, at: 220)
        $0.read(Self.tony, at: 300)
      }.codes().filter { $0.hasPrefix("read-of-deleted") }
    }
    #expect(try codes(isCreated: true) == [])
    #expect(try codes(isCreated: true, isKnown: true) == ["read-of-deleted 5"])
    #expect(try codes(isCreated: false, isKnown: true) == ["read-of-deleted 4"])
  }

  @Test func `A device whose clock is behind creates an object twice`() throws {
    func codes(activity: String) throws -> [String] {
      try trail {
        $0.insert(Self.tony, at: 100, device: "b")
        $0.read(Self.tony, at: 150)
        $0.insert(Self.tony, at: 190, activity: activity, device: "b")
        $0.delete(Self.tony, at: 200)
        $0.read(Self.tony, at: 300)
      }.codes()
    }
    #expect(try codes(activity: "work") == [])
    // Another scope may have recorded the creation again.
    #expect(try codes(activity: "outer") == ["read-of-deleted 5"])
  }

  @Test func `A device whose clock is behind creates an object again that is deleted twice`() throws
  {
    func codes(isThere: Bool) throws -> [String] {
      let last = isThere ? "Carl" : "Antonia"
      return try trail {
        $0.insert(Self.anthony, at: 100)
        if isThere { $0.insert(#"{"_id":1,"name":"Carl"}"#, at: 190, device: "b") }
        $0.delete(Self.anthony, at: 200)
        $0.insert(#"{"_id":1,"name":"Antonia"}"#, at: 210, device: "b")
        $0.change(#"{"_id":1,"name":"\#(last)"}"#, to: #"{"name":"Tony"}"#, at: 220)
        $0.delete(Self.tony, at: 230)
        $0.read(#"{"_id":1,"name":"Antonia"}"#, at: 240)
      }.codes()
    }
    #expect(try codes(isThere: true) == [])
    #expect(try codes(isThere: false) == ["read-of-deleted 6"])
  }

  @Test func `A deleted object that is created again can be read`() throws {
    let codes = try trail {
      $0.write(#""deletions":[\#(Self.anthony)],"insertions":[\#(Self.tony)]"#, at: 1)
      $0.read(Self.tony, at: 2)
    }.codes()
    #expect(codes == [])
  }

  // MARK: change-contradicts

  @Test func `A change says that the object had a value before which no event left`() throws {
    let findings = try trail {
      $0.insert(Self.tony, at: 1)
      $0.change(Self.anthony, to: #"{"name":"Antonia"}"#, at: 2)
    }.findings(isComplete: true)
    #expect(findings.map(\.code) == [.changeContradicts])
    #expect(findings.first?.level == .error)
    #expect(
      findings.first?.related.map(\.statement)
        == [#"left name = "Tony""#, #"says it was "Anthony" before"#]
    )
  }

  @Test func `A scope that was committed later explains the value`() throws {
    let codes = try trail {
      $0.insert(Self.anthony, at: 1)
      $0.change(Self.tony, to: #"{"name":"Antonia"}"#, at: 3, activity: "inner")
      $0.change(Self.anthony, to: #"{"name":"Tony"}"#, at: 4, activity: "outer")
      $0.change(Self.tony, to: #"{"name":"Antonia"}"#, at: 4, activity: "outer")
      $0.read(Self.antonia, at: 5)
    }.codes(isComplete: true)
    #expect(codes == [])
  }

  @Test func `A deletion shows the values as the trail left them`() throws {
    let wrong = try trail {
      $0.insert(Self.tony, at: 1)
      $0.delete(Self.anthony, at: 2)
    }.codes()
    #expect(wrong == ["change-contradicts 2"])
    let right = try trail {
      $0.insert(Self.tony, at: 1)
      $0.delete(Self.tony, at: 2)
    }.codes()
    #expect(right == [])
  }

  // MARK: change-stale

  @Test func `A change begins with a value that the same device had replaced`() throws {
    let codes = try trail {
      $0.insert(Self.anthony, at: 1)
      $0.change(Self.anthony, to: #"{"name":"Tony"}"#, at: 2)
      $0.change(Self.anthony, to: #"{"name":"Antonia"}"#, at: 3)
    }.codes()
    #expect(codes == ["change-stale 3"])
  }

  @Test func `One change in two scopes is one change`() throws {
    let codes = try trail {
      $0.insert(Self.anthony, at: 1)
      $0.change(Self.anthony, to: #"{"name":"Tony"}"#, at: 2, activity: "inner")
      $0.change(Self.anthony, to: #"{"name":"Tony"}"#, at: 3, activity: "outer")
      $0.read(Self.tony, at: 4)
    }.codes(isComplete: true)
    #expect(codes == [])
  }

  @Test func `Two devices change the same value without knowing of each other`() throws {
    let codes = try trail {
      $0.insert(Self.anthony, at: 1)
      $0.change(Self.anthony, to: #"{"name":"Tony"}"#, at: 2)
      $0.change(Self.anthony, to: #"{"name":"Antonia"}"#, at: 3, device: "b")
    }.codes(isComplete: true)
    #expect(codes == [])
  }

  // MARK: change-of-deleted

  @Test func `An object is changed that the same device had deleted`() throws {
    let codes = try trail {
      $0.delete(Self.anthony, at: 1)
      $0.change(Self.anthony, to: #"{"name":"Tony"}"#, at: 2)
    }.codes()
    #expect(codes == ["change-of-deleted 2"])
  }

  @Test func `One deletion in two scopes is one deletion, another one with other values is not`()
    throws
  {
    let same = try trail {
      $0.delete(Self.anthony, at: 1, activity: "inner")
      $0.delete(Self.anthony, at: 2, activity: "outer")
    }.codes()
    #expect(same == [])
    let other = try trail {
      $0.delete(Self.anthony, at: 1)
      $0.delete(Self.tony, at: 2)
    }.codes()
    #expect(other == ["change-of-deleted 2"])
  }

  // MARK: time-backwards

  @Test func `Time runs backwards within a scope`() throws {
    let codes = try trail {
      $0.read(Self.anthony, at: 2)
      $0.read(Self.anthony, at: 1)
    }.codes()
    #expect(codes == ["time-backwards 2"])
  }

  @Test func `A clock that was set back is not an error, even in a complete trail`() throws {
    let findings = try trail {
      $0.insert(Self.anthony, at: 2)
      $0.read(Self.anthony, at: 1)
    }.findings(isComplete: true)
    #expect(findings.map(\.level) == [.warning])
  }

  @Test func `Other scopes and other devices have their own time`() throws {
    let codes = try trail {
      $0.read(Self.anthony, at: 5, activity: "inner")
      $0.read(Self.anthony, at: 4, activity: "outer")
      $0.read(Self.anthony, at: 3, activity: "outer", device: "b")
      $0.read(Self.anthony, at: 2, activity: "outer", device: "b", user: "another")
    }.codes()
    #expect(codes == [])
  }

  @Test func `One contradiction is told once`() throws {
    let codes = try trail {
      $0.insert(Self.anthony, at: 1)
      $0.read(Self.tony, at: 2)
      $0.read(Self.tony, at: 3)
      $0.change(Self.tony, to: #"{"name":"Antonia"}"#, at: 4)
    }.codes()
    #expect(codes == ["read-contradicts 2"])
  }

  @Test func `Every code of histories is planted, or has its test here`() {
    let planted = Set(SampleTrail.defectCodes)
    let codes = Set(FindingCode.allCases.filter { $0.stage == .history }.map(\.rawValue))
    // The order of a file is a matter of HistoryOrderTests, the fields of many events one of RelationTests, what has no
    // key one of KeylessClassTests.
    #expect(
      codes.subtracting(planted) == [
        "any-order", "class-unfollowed", "history-unfollowed", "newest-first", "metadata-partial",
        "order-untold",
      ]
    )
    #expect(Set(SampleDefect.history.keys).isSubset(of: codes))
  }
}
