import JSON
import Testing

@Suite struct Smoke {
  @Test(arguments: [
    "[1,2,{\"a\":[null,true,false,-0,1.5,1e400,12345678901234567890,\"x\\n\\u00e9\\ud83d\\ude00 and more text é\"]}]",
    "{}", "[]", " 1 ", "\"\"", "-9223372036854775808", "9223372036854775807", "9223372036854775808",
  ])
  func reads(_ text: String) throws {
    let value = try JSON(parsing: text)
    #expect(try JSON(parsing: value.text(.pretty)) == value)
    print(value)
  }
  @Test(arguments: [
    "", "[", "[1,]", "{\"a\":1,}", "01", "1 2", "\u{FEFF}1", "{\"a\":1,\"b\":2,\"a\":3}",
    "{\"a\":1,\"a\":3",
    "\"\\ud800\"", "\"\u{1}\"", "\"abc", "nul", "1.", "1e", "-", "[1 2]", "{\"a\" 1}", "{1:2}",
  ])
  func refuses(_ text: String) {
    do { print(try JSON(parsing: text)); Issue.record("\(text)") } catch { print(text, "→", error) }
  }
}
