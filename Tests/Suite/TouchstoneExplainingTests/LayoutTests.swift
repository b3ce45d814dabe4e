import JSON
import Testing

@testable import TouchstoneExplaining

struct LayoutTests {
  @Test func `What is nested deeply takes as much room as it has text`() throws {
    for depth in [200, 500] {
      let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let lines = Layout.lines(of: try JSON(parsing: Array(text.utf8)))
      // Forty levels of two lines have margins of 80 characters at the most.
      #expect(lines.joined().utf8.count < 2 * depth + 2 * 40 * 80)
      #expect(lines.joined().filter { $0 == "[" }.count == depth)
      #expect(lines.joined().filter { $0 == "]" }.count == depth)
    }
  }

  @Test func `What is nested a little is broken into its parts`() throws {
    let text = String(repeating: "x", count: 100)
    let json = try JSON(parsing: Array(#"{"a":[{"b":"\#(text)"}]}"#.utf8))
    #expect(
      Layout.lines(of: json) == [
        "{", #"  "a": ["#, "    {", #"      "b": "\#(text)""#, "    }", "  ]", "}",
      ]
    )
  }
}
