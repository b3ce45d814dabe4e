import Testing

@testable import TouchstoneProcess

struct LogTailTests {
  private func tail(_ texts: [String]) -> String? {
    var tail = LogTail()
    for text in texts { tail.append(Array(text.utf8)) }
    return tail.take()
  }

  @Test func `What is short is kept without its last line break`() {
    #expect(tail(["a\nb", "c\n"]) == "a\nbc")
    #expect(tail([]) == nil)
    #expect(tail(["\n"]) == nil)
  }

  @Test func `Of what is long the last whole lines are kept`() throws {
    let lines = (0..<5000).map { "line \($0)\n" }
    let kept = try #require(tail(lines)).split(separator: "\n")
    #expect(kept.first == "…")
    #expect(kept.last == "line 4999")
    #expect(kept.dropFirst().allSatisfy { $0.hasPrefix("line ") })
    #expect((100...500).contains(kept.count))
  }

  @Test func `A flood without line breaks is bounded`() throws {
    let kept = try #require(tail(Array(repeating: String(repeating: "x", count: 70_000), count: 9)))
    #expect(kept.utf8.count < 5000)
  }

  @Test func `What was taken is not taken again`() {
    var tail = LogTail()
    tail.append(Array("a".utf8))
    #expect(tail.take() == "a")
    #expect(tail.take() == nil)
  }
}
