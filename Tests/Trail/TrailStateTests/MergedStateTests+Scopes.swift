import Testing

/// Scopes that overlap record the same changes again, and what came before these, when they are committed.
extension MergedStateTests {
  static let overlapping: [Trail] = [
    Trail(
      testDescription: "a late scope tells again of an object that another device has created anew",
      events: [
        (1, 1, insert(#""_id":1,"n":0"#)), (1, 1, change(#""_id":1,"n":0"#, #""n":1"#)),
        (1, 1, delete(#""_id":1,"n":1"#)), (2, 2, insert(#""_id":1,"n":9"#)),
        (1, 3, insert(#""_id":1,"n":0"#)), (1, 3, change(#""_id":1,"n":0"#, #""n":1"#)),
        (1, 3, delete(#""_id":1,"n":1"#)),
      ],
      rows: ["P": #"{"_id":1,"n":9}"#]
    ),
    Trail(
      testDescription: "a device creates an object again whose deletion another one commits later",
      events: [
        (1, 1, insert(#""_id":1,"n":0"#)), (1, 2, change(#""_id":1,"n":0"#, #""n":1"#)),
        (1, 3, insert(#""_id":1,"n":0"#)), (2, 4, delete(#""_id":1,"n":0"#)),
      ],
      rows: ["P": #"{"_id":1,"n":0}"#]
    ),
    Trail(
      testDescription: "a late scope tells how an object came that was replaced and is gone",
      events: [
        (1, 1, replace(#""_id":1,"n":0"#, #""_id":1,"n":1"#)), (2, 2, delete(#""_id":1,"n":0"#)),
        (1, 3, insert(#""_id":1,"n":0"#)), (1, 3, replace(#""_id":1,"n":0"#, #""_id":1,"n":1"#)),
      ],
      rows: [:]
    ),
    Trail(
      testDescription: "a late scope shows a list as it was before it was merged",
      events: [
        (1, 0, insert(#""_id":1,"n":0,"tags":["a"]"#)),
        (2, 1, insert(#""_id":1,"n":0,"tags":["b"]"#)),
        (1, 2, change(#""_id":1,"n":0,"tags":["a","b"]"#, #""n":1"#)),
        (1, 3, read(#""_id":1,"n":0,"tags":["a"]"#)),
        (1, 3, change(#""_id":1,"n":0,"tags":["a","b"]"#, #""n":1"#)),
      ],
      rows: ["P": #"{"_id":1,"n":1,"tags":["a","b"]}"#]
    ),
  ]

  @Test(arguments: overlapping)
  func `What scopes that overlap tell again is not accused`(_ trail: Trail) throws {
    #expect(try outcome(trail) == [])
  }

  @Test func `What is told once is not explained by scopes that overlap`() throws {
    func code(_ events: [(device: Int, minute: Int, payload: String)], _ rows: [String: String])
      throws -> [String]
    {
      try codes(of: Trail(testDescription: "", events: events, rows: rows))
    }
    let (again, deleted) = (Self.overlapping[0], Self.overlapping[1])
    let deletion = (2, 4, Self.delete(#""_id":1,"n":9"#))
    #expect(try code(again.events[..<4] + [deletion], again.rows) == ["state-of-deleted"])
    #expect(
      try code([deleted.events[0], deleted.events[3]], deleted.rows) == ["state-of-deleted"]
    )
  }

  @Test func `A creation of another time than that which two scopes tell is another one`() throws {
    func code(isToldTwice: Bool) throws -> [String] {
      let creation = Self.insert(#""_id":1,"n":0"#)
      let trail = Trail(
        testDescription: "",
        events: [
          (1, 10, creation), (1, isToldTwice ? 10 : 11, creation),
          // It knows the first one.
          (2, 15, Self.read(#""_id":1,"n":0"#)), (2, 20, Self.insert(#""_id":1,"n":5"#)),
          (1, 50, creation), (2, 70, Self.delete(#""_id":1,"n":5"#)),
        ],
        rows: ["P": #"{"_id":1,"n":0}"#]
      )
      return try codes(of: trail, activities: [1: "outer", 4: "outer"])
    }
    #expect(try code(isToldTwice: true) == [])
    #expect(try code(isToldTwice: false) == ["state-of-deleted"])
  }

  private static func delete(_ members: String) -> String {
    #"{"P":{"deletions":[{\#(members)}]}}"#
  }

  private static func replace(_ old: String, _ new: String) -> String {
    #"{"P":{"deletions":[{\#(old)}],"insertions":[{\#(new)}]}}"#
  }
}
