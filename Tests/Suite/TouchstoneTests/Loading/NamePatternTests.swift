import Testing

@testable import Touchstone

struct NamePatternTests {
  @Test(arguments: [
    ("a/b/c", "a/b/c"), ("a/*/c", "a/bb/c"), ("a/*/c", "a//c"), ("a/**", "a/b/c"), ("**", "a/b/c"),
    ("**/c", "a/b/c"),
    ("a/?/c", "a/b/c"), ("a/b*/c", "a/b/c"), ("*-x/**-y", "a-x/b/c-y"), ("a***c", "a/b/c"),
    ("", ""),
  ])
  func `A pattern matches whole names`(pattern: String, name: String) {
    #expect(NamePattern(pattern).matches(name))
  }

  @Test(arguments: [
    ("a/b", "a/b/c"), ("a/*", "a/b/c"), ("*", "a/b"), ("a/?/c", "a//c"), ("a?b", "a/b"),
    ("b/c", "a/b/c"), ("", "a"),
    ("a/**", "a"), ("A/b", "a/b"), ("a.b", "axb"),
  ])
  func `A pattern does not match what only resembles it`(pattern: String, name: String) {
    #expect(!NamePattern(pattern).matches(name))
  }

  @Test func `Many stars do not make a pattern slow`() {
    let pattern = NamePattern(String(repeating: "*a", count: 200) + "b")
    #expect(!pattern.matches(String(repeating: "a", count: 2000)))
  }
}
