import Testing
import Touchstone

struct LineBufferTests {
  /// Puts a text into the buffer and takes out the lines that are whole.
  private func lines(_ texts: [String], limit: Int = 1 << 20) -> [[String]] {
    var buffer = LineBuffer(limit: limit)
    return texts.map { text in
      _ = buffer.fill { memory in
        memory.copyBytes(from: Array(text.utf8))
        return text.utf8.count
      }
      var lines: [String] = []
      while let line = buffer.next() { lines.append(String(decoding: line, as: UTF8.self)) }
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

  @Test func `A line is over the limit only when it has no end within it`() {
    func isOver(_ text: String) -> Bool {
      var buffer = LineBuffer(limit: 4)
      _ = buffer.fill { memory in
        memory.copyBytes(from: Array(text.utf8))
        return text.utf8.count
      }
      while buffer.next() != nil {}
      return buffer.isOverLimit
    }
    #expect(!isOver("1234"))
    #expect(isOver("12345"))
    #expect(!isOver("1234\n1234\n1234"))
    #expect(isOver("1234\n12345"))
  }

  @Test func `What is no whole line is the rest`() {
    var buffer = LineBuffer()
    _ = buffer.fill { memory in
      memory.copyBytes(from: Array("a\nbc".utf8))
      return 4
    }
    while buffer.next() != nil {}
    #expect(String(decoding: buffer.rest, as: UTF8.self) == "bc")
    buffer.discard()
    #expect(buffer.rest.isEmpty)
  }
}
