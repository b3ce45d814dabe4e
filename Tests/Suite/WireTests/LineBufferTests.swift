import Testing
import TouchstoneWire

struct LineBufferTests {
  /// What comes out after each text that is put in.
  private func lines(_ texts: [String], limit: Int = 1 << 20) -> [[String]] {
    var buffer = LineBuffer(limit: limit)
    return texts.map { text in
      buffer.append(Array(text.utf8))
      var lines: [String] = []
      while let line = buffer.next() {
        switch line {
        case .whole(let bytes): lines.append(String(decoding: bytes, as: UTF8.self))
        case .tooLong: lines.append("too long")
        }
      }
      return lines
    }
  }

  @Test func `Lines come out when they are whole`() {
    #expect(lines(["a\nb\nc", "", "d\n\n", "e"]) == [["a", "b"], [], ["cd", ""], []])
  }

  @Test func `Only a line feed ends a line`() {
    #expect(
      lines(["a\u{2028}b\u{85}c\u{0B}d\re\n"]).first?.first?.unicodeScalars.map(\.value)
        == [0x61, 0x2028, 0x62, 0x85, 0x63, 0x0B, 0x64, 0x0D, 0x65]
    )
  }

  @Test func `A long line that comes in pieces is put together`() {
    let piece = String(repeating: "x", count: 10_000)
    let result = lines(Array(repeating: piece, count: 60) + ["\ny\n"])
    #expect(result.last?.map(\.utf8.count) == [600_000, 1])
    #expect(result.dropLast().allSatisfy { $0.isEmpty })
  }

  @Test(arguments: [
    (["1234\n"], [["1234"]]),
    (["12345\n6\n"], [["too long", "6"]]),
    (["12345"], [["too long"]]),
    (["1234\n1234\n1234"], [["1234", "1234"]]),
    (["1234\n12345", "67890", "\nab\n"], [["1234", "too long"], [], ["ab"]]),
  ])
  func `A line that is longer than the limit is passed over and noted once`(
    _ texts: [String],
    _ expected: [[String]]
  ) {
    #expect(lines(texts, limit: 4) == expected)
  }

  @Test func `What follows a line that is longer is still there`() {
    let long = String(repeating: "x", count: 1_000)
    #expect(lines(["\(long)\ny\n\nz", "z\n"]) == [[long, "y", ""], ["zz"]])
  }

  @Test func `What is not a whole line is the rest`() {
    var buffer = LineBuffer(limit: 4)
    func rest(after text: String) -> String {
      buffer.append(Array(text.utf8))
      while buffer.next() != nil {}
      return String(decoding: buffer.rest, as: UTF8.self)
    }
    #expect(rest(after: "a\nbc") == "bc")
    #expect(rest(after: "def") == "")
    #expect(rest(after: "g\nh") == "h")
  }
}
