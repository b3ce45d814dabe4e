import JSON
import Testing

@testable import TrailReading

/// Scopes that are open at the same time record the same events, and those that are committed later tell them again.
struct OverlappingScopeTests {
  private static let anthony = #"{"_id":1,"name":"Anthony"}"#
  private static let tony = #"{"_id":1,"name":"Tony"}"#
  private static let antonia = #"{"_id":1,"name":"Antonia"}"#

  @Test func `What two scopes tell of an object that came and went is told once`() throws {
    func codes(middle isDeleted: Bool) throws -> [String] {
      try SmallTrail.codes {
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

  /// Also where the order in which scopes were committed would show nothing else of it.
  @Test(arguments: ["inner", "outer"], [false, true])
  func `An inner scope shows what no event left`(_ activity: String, isDeleted: Bool) throws {
    func codes(_ shown: String) throws -> [String] {
      try SmallTrail.codes {
        $0.read(shown, at: 20, activity: activity)
        if isDeleted { $0.delete(Self.anthony, at: 30, activity: activity) }
        $0.insert(Self.anthony, at: 1, activity: "outer")
        if isDeleted {
          $0.delete(Self.anthony, at: 30, activity: "outer")
        } else {
          $0.read(Self.anthony, at: 25, activity: "outer")
        }
      }
      .filter { !$0.hasPrefix("time-backwards") }
    }
    #expect(try codes(Self.anthony) == [])
    #expect(try codes(Self.tony) == ["read-contradicts 1"])
  }

  @Test func `A late scope deletes an object and creates the one that an inner scope shows`() throws
  {
    func codes(isDeleted: Bool) throws -> [String] {
      try SmallTrail.codes {
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

  @Test func `A scope shows what an inner one has changed since, and records that behind it`()
    throws
  {
    func codes(recordedAt times: Int...) throws -> [String] {
      try SmallTrail.codes {
        $0.change(Self.anthony, to: Self.toTony, at: 1, activity: "inner")
        // Events may have the time of the commit, or any before it.
        $0.insert(Self.anthony, at: 2, activity: "outer")
        $0.read(Self.anthony, at: 2, activity: "outer")
        for time in times {
          $0.change(Self.anthony, to: Self.toTony, at: time, activity: "outer")
        }
      }
    }
    #expect(try codes(recordedAt: 2) == [])
    #expect(try codes(recordedAt: 3) == [])
    // Two scopes of one activity.
    #expect(try codes(recordedAt: 2, 3) == [])
    #expect(try codes() == ["inserted-twice 2"])
  }

  @Test func `A change shows what an inner scope has changed since, and is told before that`()
    throws
  {
    func codes(time: Int?) throws -> [String] {
      let before = #"{"_id":1,"name":"Anthony","age":1}"#
      let between = #"{"_id":1,"name":"Tony","age":1}"#
      return try SmallTrail.codes {
        $0.change(between, to: #"{"age":2}"#, at: 10, activity: "inner")
        $0.insert(before, at: 4, activity: "outer")
        $0.change(before, to: Self.toTony, at: 12, activity: "outer")
        if let time { $0.change(between, to: #"{"age":2}"#, at: time, activity: "outer") }
      }
    }
    #expect(try codes(time: 15) == [])
    #expect(try codes(time: nil) == ["inserted-twice 2"])
  }

  @Test func `Two scopes of one activity tell that an object went and came again`() throws {
    let schema: JSON = [
      "Person": [
        "primaryKey": "_id",
        "properties": ["_id": "int", "name": "string", "age": "int?", "office": "Office?"],
      ],
      "Office": ["primaryKey": "_id", "properties": ["_id": "int"]],
    ]
    func person(_ name: String, _ age: Int?, _ office: Int?) -> String {
      let (age, office) = (age.map { "\($0)" } ?? "null", office.map { "\($0)" } ?? "null")
      return #"{"_id":1,"age":\#(age),"name":"\#(name)","office":\#(office)}"#
    }
    func codes(_ name: String) throws -> [String] {
      var trail = SmallTrail(schema: schema)
      trail.change(person("Toni", nil, nil), to: #"{"age":3}"#, at: 13, device: "b")
      trail.change(person("Toni", 3, nil), to: #"{"age":5,"name":"Tom"}"#, at: 4)
      trail.delete(person("Tony", 2, nil), at: 20)
      trail.insert(person("Tony", 4, 5), at: 23)
      trail.change(person("Toni", 3, nil), to: #"{"age":2,"name":"Tony"}"#, at: 39, device: "c")
      // The outer scope, which has the same activity.
      trail.change(person("Toni", 3, nil), to: #"{"age":5,"name":"Tom"}"#, at: 4)
      trail.change(person("Tom", 5, nil), to: #"{"name":"Tony","office":6}"#, at: 14)
      trail.write(#""insertions":[{"_id":5}]"#, at: 17, className: "Office")
      trail.insert(person("Tony", 4, 5), at: 23)
      trail.change(person(name, 4, 5), to: #"{"office":null}"#, at: 26)
      return try trail.codes().filter { !$0.hasPrefix("time-backwards") }
    }
    #expect(try codes("Tony") == [])
    #expect(try codes("Tim") == ["change-contradicts 10"])
  }

  @Test(arguments: [toTony, nil])
  func `What an outer scope shows must have been there, whatever an inner one has changed since`(
    _ change: String?
  ) throws {
    func codes(_ shown: String) throws -> [String] {
      func end(_ trail: inout SmallTrail, _ activity: String) {
        if let change {
          trail.change(Self.anthony, to: change, at: 50, activity: activity)
        } else {
          trail.delete(Self.anthony, at: 50, activity: activity)
        }
      }
      return try SmallTrail.codes {
        $0.insert(Self.anthony, at: 1)
        end(&$0, "inner")
        $0.read(shown, at: 40, activity: "outer")
        end(&$0, "outer")
      }
    }
    #expect(try codes(Self.anthony) == [])
    #expect(try codes(Self.antonia) == ["read-contradicts 3"])
  }

  @Test
  func `An outer scope does not show an object before its creation that is not as it was created`()
    throws
  {
    func codes(_ shown: String) throws -> [String] {
      try SmallTrail.codes {
        $0.insert(Self.anthony, at: 10, activity: "inner")
        $0.read(shown, at: 5, activity: "outer")
        $0.insert(Self.anthony, at: 10, activity: "outer")
      }
    }
    #expect(try codes(Self.anthony) == [])
    #expect(try codes(Self.antonia) == ["inserted-twice 1"])
  }

  @Test func `An object that was deleted before its key was used again has a creation of its own`()
    throws
  {
    func codes(isCreated: Bool, isAgain: Bool = true, isLate: Bool = false) throws -> [String] {
      try SmallTrail.codes {
        if isCreated, !isLate { $0.insert(Self.anthony, at: 1) }
        $0.delete(Self.anthony, at: 2, activity: "inner")
        if isAgain { $0.insert(Self.tony, at: 3, activity: "inner") }
        // The outer scope, which was committed last.
        if isLate {
          $0.insert(Self.anthony, at: 1, activity: "outer")
          $0.delete(Self.anthony, at: 2, activity: "outer")
          $0.insert(Self.tony, at: 3, activity: "outer")
        }
      }
    }
    #expect(try codes(isCreated: true) == [])
    #expect(try codes(isCreated: true, isLate: true) == [])
    #expect(try codes(isCreated: false) == ["never-inserted 1"])
    #expect(try codes(isCreated: false, isAgain: false) == ["never-inserted 1"])
  }

  private static let toAnthony = #"{"name":"Anthony"}"#
  private static let toTony = #"{"name":"Tony"}"#
  private static let toAntonia = #"{"name":"Antonia"}"#

  @Test func `A scope that records a creation again records what its device has changed since`()
    throws
  {
    func codes(isRecorded: Bool = false, device: Character = "a", middle: String = "middle") throws
      -> [String]
    {
      try SmallTrail.codes {
        $0.insert(Self.anthony, at: 1, activity: "inner")
        $0.change(Self.anthony, to: Self.toTony, at: 2, activity: middle, device: device)
        $0.insert(Self.anthony, at: 3, activity: "outer")
        if isRecorded { $0.change(Self.anthony, to: Self.toTony, at: 3, activity: "outer") }
      }
    }
    #expect(try codes() == ["inserted-twice 3"])
    #expect(try codes(isRecorded: true) == [])
    // The scope of another device does not record it.
    #expect(try codes(device: "b") == [])
    // It may be of the same scope as the creation, and have been made before it.
    #expect(try codes(middle: "outer") == [])
  }

  @Test func `One scope may create, delete and create again an object that another one shows then`()
    throws
  {
    func codes(isBack: Bool) throws -> [String] {
      try SmallTrail.codes {
        $0.insert(Self.anthony, at: 1, activity: "long")
        $0.delete(Self.anthony, at: 2, activity: "long")
        if isBack { $0.insert(Self.anthony, at: 3, activity: "long") }
        $0.read(Self.anthony, at: 4, activity: "short")
        $0.delete(Self.anthony, at: 5, activity: "long")
      }
    }
    #expect(try codes(isBack: true) == [])
    #expect(try codes(isBack: false) == ["read-of-deleted 3"])
  }

  @Test func `A creation that is stored behind a change was recorded before it`() throws {
    let codes = try SmallTrail.codes {
      $0.insert(Self.anthony, at: 1, activity: "inner")
      $0.insert(Self.anthony, at: 2, activity: "outer")
      $0.change(Self.anthony, to: Self.toTony, at: 3, activity: "later")
    }
    #expect(codes == [])
  }

  @Test func `Where nothing tells which event was first, any may be recorded again`() throws {
    let codes = try SmallTrail.codes {
      ($0.idSeconds, $0.idsCount) = (20_000_000, false)
      $0.insert(Self.anthony, at: 1, activity: "inner")
      $0.change(Self.anthony, to: Self.toTony, at: 2, activity: "middle")
      $0.insert(Self.anthony, at: 3, activity: "outer")
    }
    #expect(codes == [])
  }

  @Test func `A creation that is as an earlier one is not the same if the object went between`()
    throws
  {
    func codes(isDeleted: Bool) throws -> [String] {
      try SmallTrail.codes {
        $0.insert(Self.anthony, at: 1, activity: "first")
        $0.change(Self.anthony, to: Self.toTony, at: 1, activity: "first")
        $0.insert(Self.anthony, at: 2, activity: "inner")
        $0.change(Self.anthony, to: Self.toAntonia, at: 2, activity: "inner")
        if isDeleted { $0.delete(Self.tony, at: 3, activity: "outer") }
        $0.insert(Self.anthony, at: 3, activity: "outer")
        $0.change(Self.anthony, to: Self.toAntonia, at: 3, activity: "outer")
      }
    }
    #expect(try codes(isDeleted: true) == [])
    #expect(try codes(isDeleted: false) == ["inserted-twice 3"])
  }

  @Test func `A scope that creates what was changed before records the changes behind it`() throws {
    func codes(isRecorded: Bool) throws -> [String] {
      try SmallTrail.codes {
        $0.change(Self.anthony, to: Self.toTony, at: 1, activity: "inner")
        $0.change(Self.tony, to: #"{"name":"Anthony"}"#, at: 1, activity: "inner")
        $0.insert(Self.anthony, at: 2, activity: "outer")
        guard isRecorded else { return }
        $0.change(Self.anthony, to: Self.toTony, at: 2, activity: "outer")
        $0.change(Self.tony, to: #"{"name":"Anthony"}"#, at: 2, activity: "outer")
      }
    }
    #expect(try codes(isRecorded: true) == [])
    #expect(try codes(isRecorded: false) == ["inserted-twice 3"])
  }

  @Test func `A scope that records a change again records what its device has changed since`()
    throws
  {
    func codes(isRecorded: Bool) throws -> [String] {
      try SmallTrail.codes {
        $0.insert(Self.anthony, at: 1)
        $0.change(Self.anthony, to: Self.toTony, at: 2, activity: "inner")
        $0.change(Self.tony, to: Self.toAntonia, at: 3, activity: "middle")
        $0.change(Self.anthony, to: Self.toTony, at: 4, activity: "outer")
        if isRecorded { $0.change(Self.tony, to: Self.toAntonia, at: 4, activity: "outer") }
      }
    }
    #expect(try codes(isRecorded: true) == [])
    #expect(try codes(isRecorded: false) == ["change-stale 4"])
  }

  @Test(arguments: [2, 3])
  func `A device changes again what it has put back itself, and another device has changed more`(
    age: Int
  ) throws {
    func person(_ name: String, _ age: Int) -> String {
      #"{"_id":1,"name":"\#(name)","age":\#(age)}"#
    }
    func codes(isPutBack: Bool = true, _ end: (inout SmallTrail) -> Void) throws -> [String] {
      try SmallTrail.codes {
        $0.insert(person("Anthony", 2), at: 1)
        $0.change(person("Anthony", 2), to: Self.toTony, at: 2)
        if isPutBack { $0.change(person("Tony", 2), to: Self.toAnthony, at: 3) }
        $0.change(person("Anthony", 2), to: #"{"age":3}"#, at: 4, device: "b")
        $0.change(person("Anthony", age), to: Self.toTony, at: 5)
        end(&$0)
      }
    }
    #expect(try codes { $0.read(person("Tony", age), at: 6) } == [])
    #expect(try codes { $0.change(person("Tony", age), to: #"{"age":5}"#, at: 6) } == [])
    #expect(try codes { $0.read(person("Anthony", age), at: 6) } == ["read-stale 6"])
  }

  @Test func `A device changes again what it shows as another device has put it back`() throws {
    let codes = try SmallTrail.codes {
      $0.insert(Self.anthony, at: 1)
      $0.change(Self.anthony, to: Self.toTony, at: 2, device: "b")
      $0.change(Self.tony, to: Self.toAntonia, at: 3, device: "b")
      $0.read(Self.anthony, at: 4, device: "b")
      $0.change(Self.anthony, to: Self.toTony, at: 5, device: "b")
      $0.read(Self.tony, at: 6, device: "b")
    }
    #expect(codes == [])
  }

  @Test func `A scope that records a change again records that it was undone, and how`() throws {
    func person(_ name: String, _ age: Int) -> String {
      #"{"_id":1,"name":"\#(name)","age":\#(age)}"#
    }
    let codes = try SmallTrail.codes {
      $0.insert(person("Anthony", 2), at: 1)
      for activity in ["inner", "outer"] {
        $0.change(person("Anthony", 2), to: Self.toTony, at: 2, activity: activity)
        $0.change(person("Tony", 2), to: #"{"age":3}"#, at: 2, activity: activity)
        $0.change(person("Tony", 3), to: Self.toAnthony, at: 2, activity: activity)
        if activity == "inner" {
          $0.change(person("Anthony", 3), to: #"{"age":4}"#, at: 2, device: "b")
        }
      }
      $0.read(person("Anthony", 3), at: 3)
    }
    #expect(codes == [])
  }

  @Test func `A scope that records a change again records that the object was deleted since`()
    throws
  {
    func codes(isRecorded: Bool) throws -> [String] {
      try SmallTrail.codes {
        $0.insert(Self.anthony, at: 1)
        $0.change(Self.anthony, to: Self.toTony, at: 2, activity: "inner")
        $0.delete(Self.tony, at: 3, activity: "middle")
        $0.change(Self.anthony, to: Self.toTony, at: 4, activity: "outer")
        if isRecorded { $0.delete(Self.tony, at: 4, activity: "outer") }
      }
    }
    #expect(try codes(isRecorded: true) == [])
    #expect(try codes(isRecorded: false) == ["change-of-deleted 4"])
  }

  @Test func `What a scope tells of the time before another one replaces nothing of that`() throws {
    func object(_ name: String, _ city: String) -> String {
      #"{"_id":1,"name":"\#(name)","city":"\#(city)"}"#
    }
    func codes(read name: String) throws -> [String] {
      try SmallTrail.codes {
        $0.insert(object("Anthony", "Delft"), at: 1)
        // The scope began when there was a Tony already.
        let back = #"{"name":"Anthony","city":"Gent"}"#
        $0.change(object("Tony", "Delft"), to: back, at: 2, activity: "inner")
        $0.change(object("Anthony", "Delft"), to: Self.toTony, at: 3, activity: "outer")
        $0.change(object("Tony", "Delft"), to: back, at: 3, activity: "outer")
        $0.read(object(name, "Gent"), at: 4)
      }
    }
    let (right, stale) = (try codes(read: "Anthony"), try codes(read: "Tony"))
    #expect(right == [] && stale == ["read-stale 5"], "\(right), \(stale)")
  }

  @Test func `An object is deleted and created again in one write, as another scope shows it`()
    throws
  {
    func codes(isDeleted: Bool) throws -> [String] {
      try SmallTrail.codes {
        $0.read(Self.tony, at: 1, activity: "inner")
        $0.change(Self.tony, to: Self.toAntonia, at: 1, activity: "inner")
        $0.insert(Self.anthony, at: 1, activity: "outer")
        $0.read(Self.anthony, at: 1, activity: "outer")
        let deletions = isDeleted ? #""deletions":[\#(Self.anthony)],"# : ""
        $0.write(#"\#(deletions)"insertions":[\#(Self.tony)]"#, at: 1, activity: "outer")
        $0.change(Self.tony, to: Self.toAntonia, at: 1, activity: "outer")
      }
    }
    #expect(try codes(isDeleted: true) == [])
    #expect(try codes(isDeleted: false) == ["inserted-twice 5"])
  }
}
