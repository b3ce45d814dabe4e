import JSON

/// Says how two texts differ, so that one letter in a long text is found.
enum TextDifference {
  static func describe(expected: String, actual: String) -> String {
    let whole = "expected \(quote(expected)), found \(quote(actual))"
    if expected == actual { return whole + ", which looks the same and is composed otherwise" }
    guard expected.utf8.count > Abbreviation.limit || actual.utf8.count > Abbreviation.limit else {
      return whole
    }
    let common = zip(expected.unicodeScalars, actual.unicodeScalars).prefix { $0 == $1 }.count
    guard common >= 8 else { return whole }
    return "differs from character \(common + 1) on: expected \(rest(expected, from: common)), "
      + "found \(rest(actual, from: common))"
  }

  private static func quote(_ text: String) -> String {
    Abbreviation.shorten(JSON.string(String(text.prefix(1000))).text())
  }

  /// What follows the common part, with a little of it for orientation.
  private static func rest(_ text: String, from index: Int) -> String {
    let tail = text.unicodeScalars.dropFirst(index - 4).prefix(44)
    guard tail.count > 4 else { return "the end" }
    return "…" + Abbreviation.shorten(JSON.string(String(String.UnicodeScalarView(tail))).text())
  }
}
