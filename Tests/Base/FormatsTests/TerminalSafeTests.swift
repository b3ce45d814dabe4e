import Testing

@testable import Formats

struct TerminalSafeTests {
  @Test(arguments: [
    ("\u{1B}[2J", "\\u{1b}[2J"), ("a\nb\tc\rd", "a\\nb\\tc\\rd"), ("\u{202E}abc", "\\u{202e}abc"),
    ("a\u{2028}b", "a\\u{2028}b"), ("\u{9B}31m", "\\u{9b}31m"), ("\u{7F}", "\\u{7f}"),
    ("\u{0}", "\\u{0}"),
    ("\u{FEFF}x", "\\u{feff}x"), ("\u{2066}x", "\\u{2066}x"),
    ("a\u{3164}", "a\\u{3164}"), ("a\u{FFA0}", "a\\u{ffa0}"), ("a\u{115F}", "a\\u{115f}"),
    ("a\u{E0041}", "a\\u{e0041}"), ("a\u{E0100}", "a\\u{e0100}"), ("\u{2800}", "\\u{2800}"),
    ("a\u{34F}", "a\\u{34f}"),
  ])
  func `What steers a terminal is spelled out`(text: String, safe: String) {
    #expect(terminalSafe(text) == safe)
  }

  @Test(arguments: [0xFFFE, 0xFFFF, 0xFDD0, 0xFDEF, 0x1FFFE, 0x10FFFF] as [UInt32])
  func `What is not a character is spelled out`(number: UInt32) throws {
    let text = String(try #require(Unicode.Scalar(number)))
    #expect(terminalSafe(text) == "\\u{\(String(number, radix: 16))}")
  }

  @Test(arguments: [
    ("::error file=x::pwn", "\\u{3a}:error file=x::pwn"), ("  ::set-env", "  \\u{3a}:set-env"),
    ("a ##vso[task.x]", "a \\u{23}#vso[task.x]"), ("##[error]", "\\u{23}#[error]"),
    ("###[error]", "#\\u{23}#[error]"), ("##teamcity[a]", "\\u{23}#teamcity[a]"),
  ])
  func `What commands a build is spelled out`(text: String, safe: String) {
    #expect(terminalSafe(text) == safe)
  }

  @Test(arguments: [
    "a::b", ": a", "## b", "##", "#[a]", "##1[a]", "Añadir ✓", "👩‍👩‍👧", "❤\u{FE0F}", "می‌خواهم",
    "e\u{301}", "한", "\\n",
  ])
  func `Every other text stays as it is`(text: String) { #expect(terminalSafe(text) == text) }
}
