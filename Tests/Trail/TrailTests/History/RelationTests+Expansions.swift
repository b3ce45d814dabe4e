import JSON
import TrailReading
import Testing

/// Links that a read shows in full, and the reads of their targets: each code with the smallest trail that shows it, and one that
/// comes close and is fine.
extension RelationTests {
  @Test func `A link is shown in full whose target was never read`() throws {
    #expect(try codes { $0.read(Self.person(Self.scranton), at: 1) } == ["expansion-unread 1"])
    let before = try codes {
      $0.readOffice(Self.scranton, at: 1)
      $0.read(Self.person(Self.scranton), at: 2)
    }
    #expect(before == ["expansion-unread 2"])
    let elsewhere = try codes {
      $0.read(Self.person(Self.scranton), at: 1)
      $0.readOffice(Self.scranton, at: 2, activity: "other")
    }
    #expect(elsewhere == ["expansion-unread 1"])
  }

  @Test func `The read of the target stands behind the one that shows it in full`() throws {
    let codes = try codes {
      $0.read(Self.person(Self.scranton), at: 1)
      $0.readOffice(Self.scranton, at: 2)
    }
    #expect(codes == [])
  }

  @Test
  func `The read of the target is later than the one that shows it in full, wherever it stands`()
    throws
  {
    func codes(_ order: [Int], at seconds: Int = 2) throws -> [String] {
      var trail = SmallTrail(schema: Self.schema)
      trail.read(Self.person(Self.scranton), at: 1)
      trail.readOffice(Self.scranton, at: seconds)
      trail.read(Self.anthony, at: 3)
      return try trail.ordered(by: order).codes().filter { $0.hasPrefix("expansion") }
    }
    #expect(try codes([1, 0, 2]) == [])
    #expect(try codes([2, 1, 0]) == [])
    // Of one instant, the ids tell, and they count on where the clock was set back.
    #expect(try codes([1, 0, 2], at: 1) == [])
    #expect(try codes([1, 0, 2], at: 0) == [])
  }

  @Test(arguments: [("mixed", "%"), ("mixed", #"{"k":%}"#), ("list<mixed>", "[%]")])
  func `An object that a mixed value shows is compared with the reads of that object`(
    type: JSON,
    form: String
  ) throws {
    func codes(_ read: String?) throws -> [String] {
      var trail = SmallTrail(schema: [
        "Person": ["primaryKey": "_id", "properties": ["_id": "int", "any": type]],
        "Office": ["primaryKey": "_id", "properties": ["_id": "int", "name": "string"]],
      ])
      let any = form.replacing("%", with: Self.scranton)
      trail.read(#"{"_id":1,"any":\#(any)}"#, at: 1)
      if let read { trail.readOffice(read, at: 2) }
      return try trail.codes(isComplete: true).filter { !$0.hasPrefix("never-inserted") }
    }
    #expect(try codes(Self.scranton) == [])
    #expect(try codes(#"{"_id":7,"name":"Utica"}"#) == ["expansion-differs 1"])
    // A dictionary may look like an object of which no event speaks.
    #expect(try codes(nil) == [])
  }

  @Test func `A link is shown in full with other values than its target was read with`() throws {
    let other = try codes {
      $0.read(Self.person(#"{"_id":7,"name":"Utica"}"#), at: 1)
      $0.readOffice(Self.scranton, at: 2)
    }
    #expect(other == ["expansion-differs 1"])
    let later = try codes {
      $0.read(Self.person(#"{"_id":7,"name":"Utica"}"#), at: 1)
      $0.readOffice(#"{"_id":7,"name":"Utica"}"#, at: 2)
      $0.write(
        #""modifications":[{"oldValue":{"_id":7,"name":"Utica"},"newValue":{"name":"Scranton"}}]"#,
        at: 3,
        className: "Office"
      )
      $0.readOffice(Self.scranton, at: 4)
    }
    #expect(later == [])
  }

  @Test func `Of the links of a list one was taken, and all are shown in full`() throws {
    let utica = #"{"_id":8,"name":"Utica"}"#
    let several = try codes {
      $0.read(Self.person("null", all: Self.scranton + "," + utica), at: 1)
      $0.readOffice(utica, at: 2)
    }
    #expect(several == [])
    let one = try codes { $0.read(Self.person("null", all: Self.scranton), at: 1) }
    #expect(one == ["expansion-unread 1"])
  }

  @Test func `An element that closes a circle is a key, and may be the one that was taken`() throws
  {
    func codes(_ elements: String) throws -> [String] {
      var trail = SmallTrail(schema: [
        "Person": ["primaryKey": "_id", "properties": ["_id": "int", "all": "list<Person>"]]
      ])
      trail.read(#"{"_id":3,"all":[{"_id":1,"all":[\#(elements)]}]}"#, at: 1)
      trail.read(#"{"_id":1,"all":[{"_id":2,"all":[]},{"_id":3,"all":[1]}]}"#, at: 2)
      trail.read(#"{"_id":3,"all":[1]}"#, at: 3)
      return try trail.codes()
    }
    #expect(try codes(#"{"_id":2,"all":[]},3"#) == [])
    // Nobody can take null.
    #expect(
      try codes(#"{"_id":2,"all":[]},null"#) == ["expansion-differs 1", "expansion-unread 1"]
    )
  }

  @Test func `In a complete trail these are errors`() throws {
    var trail = SmallTrail(schema: Self.schema)
    trail.write(#""insertions":[\#(Self.scranton)]"#, at: 1, className: "Office")
    trail.insert(Self.person("7"), at: 2)
    trail.read(Self.person(Self.scranton), at: 3)
    let findings = try trail.findings(isComplete: true)
    #expect(findings.map(\.code) == [.expansionUnread])
    #expect(findings.map(\.level) == [.error])
  }

  /// LINK-23: within a write, the read of the holder shows what was linked before.
  @Test(
    arguments: [
      (#"{"office":8}"#, []), (#"{"office":null}"#, []), (#"{"all":[8]}"#, ["expansion-unread 1"]),
    ] as [(String, [String])]
  )
  func `A link may have been replaced before it was followed`(change: String, codes: [String])
    throws
  {
    func found(at second: Int, by activity: String = "work") throws -> [String] {
      try self.codes {
        let holder = Self.person("7")
        if second < 1 { $0.change(holder, to: change, at: 0, activity: activity) }
        $0.read(Self.person(Self.scranton), at: 1)
        $0.readOffice(#"{"_id":8,"name":"Utica"}"#, at: 1)
        if second >= 1 { $0.change(holder, to: change, at: second, activity: activity) }
      }
      .filter { $0.hasPrefix("expansion") }
    }
    #expect(try found(at: 1) == codes)
    #expect(try found(at: 2) == codes)
    // Neither what was replaced before, nor by another scope.
    #expect(try found(at: 0) == ["expansion-unread 2"])
    #expect(try found(at: 2, by: "other") == ["expansion-unread 1"])
  }

  @Test func `What a replaced link leads to must have been so`() throws {
    func found(_ shown: String, changed: Bool = false) throws -> [String] {
      try codes {
        $0.write(#""insertions":[\#(Self.scranton)]"#, at: 0, className: "Office")
        $0.read(Self.person(shown), at: 1)
        $0.readOffice(Self.scranton, at: 1)
        if changed {
          $0.write(
            #""modifications":[{"newValue":{"name":"Utica"},"oldValue":\#(Self.scranton)}]"#,
            at: 2,
            className: "Office"
          )
        }
        $0.change(Self.person("7"), to: #"{"office":null}"#, at: 2)
      }
    }
    let utica = #"{"_id":7,"name":"Utica"}"#
    #expect(try found(Self.scranton) == [])
    #expect(try found(utica, changed: true) == [])
    #expect(try found(utica) == ["read-contradicts 2"])
  }

  @Test func `The only link of a list may have been replaced before it was followed`() throws {
    func found(_ before: String, rest: String = "") throws -> [String] {
      try codes {
        $0.read(Self.person("null", all: Self.scranton + rest), at: 1)
        $0.readOffice(#"{"_id":8,"name":"Utica"}"#, at: 1)
        $0.change(Self.person("null", all: before + rest), to: #"{"all":[8]}"#, at: 2)
      }
      .filter { $0.hasPrefix("expansion") }
    }
    #expect(try found("7") == [])
    #expect(try found("7", rest: ",null,null") == [])
    #expect(try found("9") == ["expansion-unread 1"])
  }

  /// LINK-10: the link within it is that of another holder, which was not replaced.
  @Test func `What a replaced link leads to shows its own links in full if they were followed`()
    throws
  {
    var trail = SmallTrail(schema: [
      "Person": ["primaryKey": "_id", "properties": ["_id": "int", "boss": "Person?"]]
    ])
    trail.read(#"{"_id":1,"boss":{"_id":2,"boss":{"_id":3,"boss":null}}}"#, at: 1)
    trail.change(#"{"_id":1,"boss":2}"#, to: #"{"boss":4}"#, at: 2)
    #expect(try trail.codes() == ["expansion-unread 1"])
  }

  @Test(arguments: ["list<Office>", "set<Office>", "dictionary<Office?>"])
  func `An object that is shown in full among others must have been so`(type: String)
    throws
  {
    func codes(_ name: String, device: Character = "a") throws -> [String] {
      var trail = SmallTrail(schema: [
        "Person": ["primaryKey": "_id", "properties": ["_id": "int", "offices": .string(type)]],
        "Office": ["primaryKey": "_id", "properties": ["_id": "int", "name": "string"]],
      ])
      func person(_ first: String, _ second: String) -> String {
        type.hasPrefix("d")
          ? #"{"_id":1,"offices":{"a":\#(first),"b":\#(second)}}"#
          : #"{"_id":1,"offices":[\#(first),\#(second)]}"#
      }
      trail.write(
        #""insertions":[\#(Self.scranton),{"_id":8,"name":"Utica"}]"#,
        at: 1,
        device: device,
        className: "Office"
      )
      trail.insert(person("7", "8"), at: 1)
      trail.read(person(Self.scranton, #"{"_id":8,"name":"\#(name)"}"#), at: 2)
      trail.readOffice(Self.scranton, at: 2)
      return try trail.codes(isComplete: true)
    }
    #expect(try codes("Utica") == [])
    #expect(try codes("Troy") == ["read-contradicts 3"])
    #expect(try codes("Utica", device: "b") == [])
    #expect(try codes("Troy", device: "b") == ["read-contradicts 3"])
  }
}
