import JSON
import TrailReading
import Testing

/// What links have to do with their targets, and events with the others of their partition: each code with the smallest
/// trail that shows it, and one that comes close and is fine.
struct RelationTests {
  static let schema: JSON = [
    "Person": [
      "primaryKey": "_id",
      "properties": ["_id": "int", "name": "string", "office": "Office?", "all": "list<Office>"],
    ],
    "Office": ["primaryKey": "_id", "properties": ["_id": "int", "name": "string"]],
  ]
  static let anthony = #"{"_id":1,"name":"Anthony"}"#
  static let scranton = #"{"_id":7,"name":"Scranton"}"#

  static func person(_ office: String, all: String = "") -> String {
    #"{"_id":1,"name":"Anthony","office":\#(office),"all":[\#(all)]}"#
  }

  func codes(isComplete: Bool = false, _ body: (inout SmallTrail) -> Void) throws
    -> [String]
  {
    var trail = SmallTrail(schema: Self.schema)
    body(&trail)
    return try trail.codes(isComplete: isComplete).sorted()
  }

  // MARK: Links to what is gone

  /// Its clock may be a day behind, so that it created the object when it had heard of the deletion.
  @Test(arguments: [(100_000, []), (nil, ["link-to-deleted 3"]), (2, ["link-to-deleted 4"])])
  func `A link may lead to what another device has created under the key of what was deleted`(
    createdAgain: Int?,
    expected: [String]
  ) throws {
    let codes = try codes(isComplete: true) {
      $0.write(#""insertions":[\#(Self.scranton)]"#, at: 1, className: "Office")
      if let createdAgain {
        $0.write(
          #""insertions":[\#(Self.scranton)]"#,
          at: createdAgain,
          activity: "visit",
          device: "b",
          className: "Office"
        )
      }
      $0.write(#""deletions":[\#(Self.scranton)]"#, at: 150_000, className: "Office")
      $0.insert(Self.person("7"), at: 150_001)
    }
    #expect(codes.filter { $0.hasPrefix("link") } == expected)
  }

  @Test func `A link stays after its target was deleted`() throws {
    let codes = try codes {
      $0.read(Self.person("7"), at: 1)
      $0.write(#""deletions":[\#(Self.scranton)]"#, at: 2, className: "Office")
      $0.read(Self.person("7"), at: 3)
      $0.read(Self.person("7"), at: 4)
    }
    #expect(codes == ["link-to-deleted 3"])
  }

  @Test(arguments: [("Office?", ["link-to-deleted 3"]), ("mixed", [])] as [(JSON, [String])])
  func `A mixed value may be the number that the key of a deleted object was`(
    type: JSON,
    codes: [String]
  ) throws {
    var trail = SmallTrail(schema: [
      "Person": ["primaryKey": "_id", "properties": ["_id": "int", "any": type]],
      "Office": ["primaryKey": "_id", "properties": ["_id": "int", "name": "string"]],
    ])
    trail.read(#"{"_id":1,"any":7}"#, at: 1)
    trail.write(#""deletions":[\#(Self.scranton)]"#, at: 2, className: "Office")
    trail.read(#"{"_id":1,"any":7}"#, at: 3)
    #expect(try trail.codes() == codes)
  }

  /// It creates the target again when it has heard that the other one deleted it.
  @Test func `A device whose clock is behind creates a target again`() throws {
    func codes(isAgain: Bool) throws -> [String] {
      try self.codes {
        for seconds in isAgain ? [1, 4] : [1, 1] { $0.createOffice(Self.scranton, at: seconds) }
        $0.write(#""deletions":[\#(Self.scranton)]"#, at: 5, className: "Office")
        $0.read(Self.person("7"), at: 9)
      }
      .filter { $0.hasPrefix("link-to-deleted") }
    }
    #expect(try codes(isAgain: true) == [])
    #expect(try codes(isAgain: false) == ["link-to-deleted 4"])
  }

  @Test func `Another device's creation before the deletion does not bring the target back`() throws
  {
    func codes(insertedAt seconds: Int) throws -> [String] {
      try self.codes {
        $0.createOffice(Self.scranton, at: seconds)
        $0.write(#""deletions":[\#(Self.scranton)]"#, at: 5, className: "Office")
        $0.read(Self.person("7"), at: 9)
      }
    }
    #expect(try codes(insertedAt: 1) == ["link-to-deleted 3"])
    #expect(try codes(insertedAt: 7) == [])
  }

  @Test func `A deletion sets the links to its object to null in the same event`() throws {
    let codes = try codes {
      $0.event(
        "write",
        #"{"Office":{"deletions":[\#(Self.scranton)]},"Person":{"modifications":[{"oldValue":\#(Self.person("7")),"newValue":{"office":null}}]}}"#,
        at: 2
      )
      $0.read(Self.person("null"), at: 3)
    }
    #expect(codes == [])
  }

  @Test func `A link to an object that was created again is right`() throws {
    let codes = try codes {
      $0.write(#""deletions":[\#(Self.scranton)]"#, at: 2, className: "Office")
      $0.write(#""insertions":[\#(Self.scranton)]"#, at: 3, className: "Office")
      $0.read(Self.person("7"), at: 4)
    }
    #expect(codes == [])
  }

  @Test
  func `Another device need not know of the deletion, and a scope around it saw what was before`()
    throws
  {
    let other = try codes {
      $0.write(#""deletions":[\#(Self.scranton)]"#, at: 2, className: "Office")
      $0.read(Self.person("7"), at: 3, device: "b")
    }
    #expect(other == [])
    let around = try codes {
      $0.write(
        #""deletions":[\#(Self.scranton)]"#,
        at: 2,
        activity: "inner",
        className: "Office"
      )
      $0.read(Self.person("7"), at: 3, activity: "outer")
      $0.write(
        #""deletions":[\#(Self.scranton)]"#,
        at: 3,
        activity: "outer",
        className: "Office"
      )
    }
    #expect(around == [])
  }

  @Test func `A link of a complete trail leads to an object that is not in it`() throws {
    #expect(
      try codes(isComplete: true) { $0.insert(Self.person("7"), at: 1) } == ["link-unknown 1"]
    )
    #expect(try codes { $0.insert(Self.person("7"), at: 1) } == [])
    #expect(try codes(isComplete: true) { $0.insert(Self.person("null"), at: 1) } == [])
    let inserted = try codes(isComplete: true) {
      $0.write(#""insertions":[\#(Self.scranton)]"#, at: 1, className: "Office")
      $0.insert(Self.person("7"), at: 2)
    }
    #expect(inserted == [])
  }

  // MARK: Copies

  @Test func `An event stands in two partitions`() throws {
    let codes = try codes {
      $0.read(Self.anthony, at: 1)
      $0.read(Self.anthony, at: 1, device: "b")
    }
    #expect(codes == ["event-copied 2"])
  }

  @Test func `Another time, another person or other values are another event`() throws {
    let codes = try codes {
      $0.read(Self.anthony, at: 1)
      $0.read(Self.anthony, at: 2, device: "b")
      $0.read(Self.anthony, at: 1, activity: "round", device: "b")
      $0.read(Self.anthony, at: 1, device: "b", user: "nurse")
      $0.read(#"{"_id":1,"name":"Tony"}"#, at: 1, device: "c")
      $0.read(#"{"_id":2,"name":"Anthony"}"#, at: 1, device: "c")
      $0.read(Self.anthony, at: 1)
    }
    #expect(codes.filter { $0.hasPrefix("event-copied") } == [])
  }

  @Test func `An event of several objects is told once`() throws {
    let codes = try codes {
      for device in ["a", "b"] as [Character] {
        $0.read(Self.anthony + #",{"_id":2,"name":"Jim"}"#, at: 1, device: device)
      }
    }
    #expect(codes == ["event-copied 2"])
  }

  // MARK: Times

  private static let june = 1_655_996_077
  private static let year = 31_556_952

  @Test(arguments: [(-30, 1), (-8, 0), (8, 0), (30, 1), (75, 1)])
  func `An event is decades away from the others of its partition`(years: Int, count: Int) throws {
    let codes = try codes {
      $0.read(Self.anthony, at: Self.june, activity: "a")
      $0.read(Self.anthony, at: Self.june + years * Self.year, activity: "b")
      $0.read(Self.anthony, at: Self.june + 20, activity: "c")
    }
    #expect(codes == Array(repeating: "time-far-off 2", count: count))
  }

  @Test func `Another partition may be decades older`() throws {
    let codes = try codes {
      $0.read(Self.anthony, at: Self.june)
      $0.read(Self.anthony, at: Self.june - 30 * Self.year, device: "b")
    }
    #expect(codes == [])
  }

  @Test(arguments: [(7200, 1), (600, 0), (-7200, 0), (-200_000, 1)])
  func `A timestamp is not that of its id, where others are`(shift: Int, count: Int) throws {
    let codes = try codes { trail in
      for number in 0..<5 {
        let isShifted = number == 2
        trail.idSeconds = Self.june + number
        trail.read(
          Self.anthony,
          at: Self.june + number + (isShifted ? shift : 0),
          activity: "\(number)"
        )
      }
    }
    #expect(codes == Array(repeating: "id-time 3", count: count))
  }

  @Test func `Timestamps of another zone are hours away from the times of the ids`() throws {
    func codes(_ shift: Int, _ count: Int) throws -> [String] {
      try self.codes { trail in
        for number in 0..<count {
          trail.idSeconds = Self.june + number
          trail.read(Self.anthony, at: Self.june + number + shift)
        }
      }
    }
    #expect(try codes(7200, 4) == ["id-time 1"])
    #expect(try codes(-4 * 3600, 4) == ["id-time 1"])
    #expect(try codes(7200, 3) == [])
    #expect(try codes(300, 4) == [])
    #expect(try codes(86_400 * 400, 4) == ["id-time 1"])
    #expect(try codes(-86_400 * 400, 4) == ["id-time 1"])
    #expect(try codes(86_400 * 400, 3) == [])
  }

  @Test(
    arguments: [
      // Each of them is a number of seconds by which a timestamp differs from its id.
      ([3600, 3600, 3600, 3600], "about 1 h 0 min later", true),
      ([-20_700, -20_700, -20_700, -20_700], "about 5 h 45 min earlier", true),
      ([1800, 1810, 1810, 1820], "about 0 h 30 min later", true),
      // The first event was committed late.
      ([7000, 7200, 7200, 7200, 7200], "about 2 h 0 min later", true),
      // No two zones are so far apart.
      ([1200, 1200, 1200, 1200], "about 0 h 20 min later", false),
      ([-4920, -4920, -4920, -4920], "about 1 h 22 min earlier", false),
      ([900, 1200, 1200, 1200], "later", false),
    ] as [([Int], String, Bool)]
  )
  func `A zone is named only where the differences are those between zones`(
    shifts: [Int],
    words: String,
    isZone: Bool
  ) throws {
    var trail = SmallTrail(schema: Self.schema)
    for (number, shift) in shifts.enumerated() {
      trail.idSeconds = Self.june + number
      trail.read(Self.anthony, at: Self.june + number + shift)
    }
    let sentences = try trail.findings().map(\.sentence)
    #expect(sentences.count == 1)
    #expect(sentences[0].contains(words), "\(sentences)")
    #expect(sentences[0].contains("zone") == isZone, "\(sentences)")
    #expect(sentences[0].contains("clock"), "\(sentences)")
  }

  @Test func `Ids that do not tell the time bear no witness`() throws {
    for ids in [[1, 2, 3, 4, 5], [5, 800, 40, 1200, 3]] {
      let codes = try codes { trail in
        for (number, id) in ids.enumerated() {
          trail.idSeconds = id * 1_000_000
          trail.read(Self.anthony, at: Self.june + number)
        }
      }
      #expect(codes == [])
    }
  }

  @Test(
    arguments: [
      // The events of one zone, and those of which the clock was one, two or three hours behind.
      ([0, 0, 0, 0, 0, -3600, -3600, -3600, -3600], 1),
      ([0, -10_800, -10_800, -10_800, -10_801, -10_800, -10_830], 1),
      ([0, 0, 0, 0, 7200, 7200, 7200, 7200, 7200], 1),
      ([0, 0, 0, 0, 0, -7200, -7200, -7200], 0),
      // Late commits, and other jitter.
      ([0, 0, 0, 0, -1320, -1320, -1320, -1320, -1320], 0),
      ([0, 0, 0, 0, -3600, -3300, -3000, -2700, -2400, -3900], 0),
      ([0, 0, 0, 0, -3600, -3600, -3600, -3600, -3400, -3400, -3410, -3420, -3300], 0),
      ([0, 0, 0, 0, -9000, -9000, -9000, -9000, -9000], 0),
    ] as [([Int], Int)]
  )
  func `A part of a partition is whole hours away from the times of its ids`(
    shifts: [Int],
    count: Int
  ) throws {
    let codes = try codes { trail in
      for (number, shift) in shifts.enumerated() {
        trail.idSeconds = Self.june + number * 60
        trail.read(Self.anthony, at: Self.june + number * 60 + shift, activity: "\(number)")
      }
    }
    #expect(codes.count == count)
    #expect(codes.allSatisfy { $0.hasPrefix("id-time") })
  }

  @Test func `Events that were recorded offline and uploaded late have ids of their own time`()
    throws
  {
    let codes = try codes { trail in
      for number in 0..<10 {
        // Ids are made on the device when the event is recorded.
        let time = Self.june + number * 60 - (number < 5 ? 10_800 : 0)
        trail.idSeconds = time
        trail.read(Self.anthony, at: time, activity: "\(number)")
      }
    }
    #expect(codes == [])
  }

  // MARK: Metadata

  @Test(arguments: [(2, 1), (3, 0), (1, 0), (0, 0), (4, 0)])
  func `About half the events of a partition lack a field that the others have`(
    having: Int,
    count: Int
  ) throws {
    let codes = try codes { trail in
      for number in 0..<4 {
        trail.metadata = number < having ? ["role": "nurse"] : [:]
        trail.read(Self.anthony, at: number)
      }
    }
    #expect(codes == Array(repeating: "metadata-partial 3", count: count))
  }

  @Test func `The names of two fields differ by case only`() throws {
    func codes(_ second: String) throws -> [String] {
      try self.codes {
        $0.metadata = ["userId": "1"]
        $0.read(Self.anthony, at: 1)
        $0.metadata = [second: "1"]
        $0.read(Self.anthony, at: 2, device: "b")
        $0.read(Self.anthony, at: 3, device: "b")
      }
    }
    #expect(try codes("userID") == ["metadata-case 2"])
    #expect(try codes("userId") == [])
    #expect(try codes("userIds") == [])
  }
}

extension SmallTrail {
  /// On another device.
  fileprivate mutating func createOffice(_ office: String, at seconds: Int) {
    write(#""insertions":[\#(office)]"#, at: seconds, device: "b", className: "Office")
  }
}
