import Testing

@testable import Touchstone

struct TerminalSafeTests {
  @Test(arguments: [
    ("\u{1B}[2J", "\\u{1b}[2J"), ("a\nb\tc\rd", "a\\nb\\tc\\rd"), ("\u{202E}abc", "\\u{202e}abc"),
    ("a\u{2028}b", "a\\u{2028}b"), ("\u{9B}31m", "\\u{9b}31m"), ("\u{7F}", "\\u{7f}"),
    ("\u{0}", "\\u{0}"),
    ("\u{FEFF}x", "\\u{feff}x"), ("\u{2066}x", "\\u{2066}x"),
  ])
  func `What steers a terminal is spelled out`(text: String, safe: String) {
    #expect(terminalSafe(text) == safe)
  }

  @Test(arguments: ["Añadir ✓", "👩‍👩‍👧", "می‌خواهم", "e\u{301}", "\\n"])
  func `Every other text stays as it is`(text: String) { #expect(terminalSafe(text) == text) }
}
