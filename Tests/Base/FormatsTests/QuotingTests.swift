import Formats
import Testing

/// A printed name says what it is: no two look alike, and none is invisible.
struct QuotingTests {
  @Test(arguments: [
    ("read object", "read object"), ("Müller é 患者 👩‍⚕️", "Müller é 患者 👩‍⚕️"), ("a=b, c", "a=b, c"),
    ("", #""""#), (" ", #"" ""#), ("a ", #""a ""#), (" a", #"" a""#), ("a\tb", #""a\tb""#),
    (#"a\tb"#, #""a\\tb""#), ("a\"b", #""a\"b""#), ("(none)", #""(none)""#),
    ("a\u{A0}b", "\"a\u{A0}b\""), ("a\u{202E}b", "\"a\u{202E}b\""),
  ])
  func `A name is plain, or in quotes where it would mislead`(name: String, printed: String) {
    #expect(plainOrQuoted(name) == printed)
  }

  @Test func `Different names are printed differently`() {
    let names = [
      "a\tb", #"a\tb"#, #""a\tb""#, #""a\\tb""#, "a b", " a b", "\"a b\"", "", "\"\"", "a\u{A0}b",
    ]
    #expect(Set(names.map(plainOrQuoted)).count == names.count)
  }

  @Test func `A long text keeps its beginning and its end`() {
    #expect("abcdefghi".withoutMiddle(ifLongerThan: 9) == "abcdefghi")
    #expect("abcdefghij".withoutMiddle(ifLongerThan: 9) == "abcdef…hij")
  }
}
