import JSON
import Testing

/// Where the value of a path stands in a text.
@Suite struct PathTests {
  private static let text = """
    {
      "a": [1, {"b\\n": "]", "é": {}}],
      "a.b": "a\\"b",
      "c": {"a": [[], [2, 3]]}
    }

    """

  @Test(
    arguments: [
      ([], 1, 1), ([.key("a")], 2, 8), ([.key("a"), .index(0)], 2, 9),
      ([.key("a"), .index(1)], 2, 12),
      ([.key("a"), .index(1), .key("b\n")], 2, 20), ([.key("a"), .index(1), .key("é")], 2, 31),
      ([.key("a.b")], 3, 10),
      ([.key("c")], 4, 8), ([.key("c"), .key("a"), .index(0)], 4, 15),
      ([.key("c"), .key("a"), .index(1), .index(1)], 4, 23),
    ] as [([JSONPath.Component], Int, Int)]
  )
  func `A path leads to the first byte of its value`(
    _ path: [JSONPath.Component],
    _ line: Int,
    _ column: Int
  ) {
    let position = JSON.position(of: JSONPath(path), in: Array(Self.text.utf8))
    #expect(position?.line == line)
    #expect(position?.column == column)
  }

  @Test(
    arguments: [
      [.key("b")], [.index(0)], [.key("a"), .index(2)], [.key("a"), .index(-1)],
      [.key("a"), .key("b")], [.key("a"), .index(0), .index(0)],
      [.key("c"), .key("a"), .index(0), .index(0)], [.key("a"), .index(1), .key("é"), .key("x")],
      [.key("a.b"), .key("b")],
    ] as [[JSONPath.Component]]
  )
  func `A path that leads nowhere has no position`(_ path: [JSONPath.Component]) {
    #expect(JSON.position(of: JSONPath(path), in: Array(Self.text.utf8)) == nil)
  }

  @Test(arguments: [
    "", " ", "[", "[1", #"{"a""#, #"{"a":"#, #"{"a"#, #"{"x":"\q","a":1}"#, "{,", "{\"x\":]",
  ])
  func `A text that is not JSON has no such position`(_ text: String) {
    #expect(JSON.position(of: JSONPath([.key("a"), .index(0)]), in: Array(text.utf8)) == nil)
  }

  @Test func `Every value of a text is found where it was read`() throws {
    let value = try JSON(parsing: Self.text)
    let bytes = Array(Self.text.utf8)
    var found = 0
    func visit(_ value: JSON, _ path: JSONPath) throws {
      let position = try #require(JSON.position(of: path, in: bytes))
      // Cut off right before the value, the text misses one there.
      let error = #expect(throws: JSONError.self) { try JSON(parsing: bytes[..<position.offset]) }
      #expect(error?.position == position)
      found += 1
      for (index, element) in (value.array ?? []).enumerated() {
        try visit(element, path.appending(index))
      }
      for (key, member) in value.object ?? [:] { try visit(member, path.appending(key)) }
    }
    try visit(value, JSONPath())
    #expect(found == 13)
  }

  @Test func `A path is written the way people write it`() {
    #expect(JSONPath().description == "")
    #expect(
      JSONPath().appending("data").appending("value").appending(0).appending("office").description
        == "data.value[0].office"
    )
    #expect(JSONPath([.key("$oid"), .key("a.b"), .index(1)]).description == #"$oid["a.b"][1]"#)
  }
}
