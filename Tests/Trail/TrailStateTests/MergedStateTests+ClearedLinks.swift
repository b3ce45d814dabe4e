import Testing

/// A link that is null may be that of a change which no longer seems to be the last one.
extension MergedStateTests {
  private static let linking = """
    {"P": {"primaryKey": "_id", "properties": {"_id": "int", "to": "Q?", "n": "int?"}},
     "Q": {"primaryKey": "_id", "properties": {"_id": "int"}},
     "N": {"properties": {"n": "int"}}}
    """

  private func change(_ old: String, _ new: String) -> String {
    #"{"P":{"modifications":[{"oldValue":{"_id":1,"to":\#(old)},"newValue":{"to":\#(new)}}]}}"#
  }

  private func deletion(_ target: Int) -> String { #"{"Q":{"deletions":[{"_id":\#(target)}]}}"# }

  /// What is found where one of the objects 5, 6 and 7 is deleted, and the link of an object is null in the end.
  private func codes(
    of events: [(device: Int, minute: Int, payload: String)],
    deleted: Int,
    row: String = #"{"_id":1,"to":null}"#
  ) throws -> [String] {
    let targets = [5, 6, 7].filter { $0 != deleted }.map { #"{"_id":\#($0)}"# }
    return try codes(
      of: Trail(
        testDescription: "",
        events: events,
        rows: ["P": row, "Q": targets.joined(separator: "\n")]
      ),
      schema: Self.linking
    )
  }

  /// Two devices let an object link to another one each, and one of these two is deleted.
  private func found(deleted: Int, isAtOnce: Bool = true) throws -> [String] {
    let start =
      #"{"P":{"insertions":[{"_id":1,"to":null}]},"Q":{"insertions":[{"_id":5},{"_id":6},{"_id":7}]}}"#
    return try codes(
      of: [
        (1, 0, start), (2, 1, change("null", "5")), (1, 2, change(isAtOnce ? "null" : "5", "6")),
        (1, 3, deletion(deleted)),
      ],
      deleted: deleted
    )
  }

  @Test func `A link is cleared with what any change that may have stayed links to`() throws {
    #expect(try found(deleted: 6) == [])
    #expect(try found(deleted: 5) == [])
    #expect(try found(deleted: 7) == ["state-differs"])
    // The device that changed it last had seen what the other one linked to.
    #expect(try found(deleted: 5, isAtOnce: false) == ["state-differs"])
    #expect(try found(deleted: 6, isAtOnce: false) == [])
  }

  @Test(arguments: [
    ("to", "5", []), ("to", "6", ["state-differs"]), ("n", "5", ["state-differs"]),
  ])
  func `A link that another device shows as null is as the last change left it`(
    _ property: String,
    row: String,
    codes: [String]
  ) throws {
    func object(_ value: String) -> String { #"{"_id":1,"\#(property)":\#(value)}"# }
    let start = #"{"P":{"insertions":[\#(object("6"))]},"Q":{"insertions":[{"_id":5},{"_id":6}]}}"#
    let new = #"{"\#(property)":5}"#
    let found = try self.codes(
      of: Trail(
        testDescription: "",
        events: [
          (1, 0, start),
          (1, 1, #"{"P":{"modifications":[{"oldValue":\#(object("6")),"newValue":\#(new)}]}}"#),
          (2, 2, #"{"type":"P","value":[\#(object("null"))]}"#),
        ],
        rows: ["P": object(row), "Q": "{\"_id\":5}\n{\"_id\":6}"]
      ),
      schema: """
        {"P": {"primaryKey": "_id", "properties": {"_id": "int", "\(property)": "\(property == "to" ? "Q?" : "int?")"}},
         "Q": {"primaryKey": "_id", "properties": {"_id": "int"}},
         "N": {"properties": {"n": "int"}}}
        """
    )
    #expect(found == codes)
  }

  @Test(arguments: [(5, []), (6, ["state-differs"])])
  func `A link of an object that was created twice is cleared with its target`(
    deleted: Int,
    codes: [String]
  ) throws {
    let found = try self.codes(
      of: [
        (1, 0, #"{"Q":{"insertions":[{"_id":5},{"_id":6},{"_id":7}]}}"#),
        (2, 1, #"{"P":{"insertions":[{"_id":1,"to":7}]}}"#),
        (1, 2, #"{"P":{"insertions":[{"_id":1,"to":5}]}}"#),
        // This device does not know of the last one, although it has set the same link since.
        (3, 3, change("null", "6")), (3, 3, change("6", "5")), (2, 4, deletion(deleted)),
        (3, 5, change("5", "7")),
      ],
      deleted: deleted
    )
    #expect(found == codes)
  }

  @Test(arguments: [(5, []), (7, ["state-differs"])])
  func `A link that a device may have set again, which is not listed, is cleared with its target`(
    deleted: Int,
    codes: [String]
  ) throws {
    let old = #"{"_id":1,"n":0,"to":5}"#
    let found = try self.codes(
      of: [
        (1, 0, #"{"P":{"insertions":[\#(old)]}}"#),
        (1, 0, #"{"Q":{"insertions":[{"_id":5},{"_id":6},{"_id":7}]}}"#),
        (2, 1, change("5", "6")),
        (3, 2, #"{"P":{"modifications":[{"oldValue":\#(old),"newValue":{"n":1}}]}}"#),
        (2, 3, deletion(deleted)),
      ],
      deleted: deleted,
      row: #"{"_id":1,"n":1,"to":null}"#
    )
    #expect(found == codes)
  }

  @Test(arguments: [(6, []), (7, ["state-differs"])])
  func `A device sets a link again to what it led to before one that was cleared`(
    row: Int,
    codes: [String]
  ) throws {
    let start =
      #"{"P":{"insertions":[{"_id":1,"to":6}]},"Q":{"insertions":[{"_id":5},{"_id":6},{"_id":7}]}}"#
    let found = try self.codes(
      of: [
        (1, 0, start), (1, 1, change("6", "5")), (2, 2, deletion(5)), (1, 3, change("null", "6")),
      ],
      deleted: 5,
      row: #"{"_id":1,"to":\#(row)}"#
    )
    #expect(found == codes)
  }
}
