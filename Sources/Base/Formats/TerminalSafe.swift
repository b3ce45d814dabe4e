/// A text that a terminal shows as it is: whatever would steer the terminal, turn the direction of writing or be
/// invisible is spelled out as `\n`, `\t`, `\r` or `\u{…}`.
///
/// Texts of cases and of implementations are untrusted: an escape sequence in an activity must not repaint the
/// screen. Joiners and the selectors of variants stay, because emoji and several scripts are made with them.
///
/// Nor does it command a build: runners of CI obey lines that begin with `::error` (GitHub) or have `##vso[` (Azure),
/// `##[` or `##teamcity[` anywhere, so that a sign of each is spelled out too.
package func terminalSafe(_ text: String) -> String {
  let text = withoutCommands(text)
  guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
  return text.replacingScalars { scalar in
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: isUnsafe(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : nil
    }
  }
}

/// JSON in one line that does nothing to a terminal; it means the same, because such characters stand in strings only.
package func terminalSafeJSON(_ line: String) -> String {
  guard line.unicodeScalars.contains(where: isUnsafe) else { return line }
  return line.replacingScalars { scalar in
    guard isUnsafe(scalar) else { return nil }
    return String(scalar).utf16
      .map { "\\u" + Hexadecimal.text([UInt8($0 >> 8), UInt8($0 & 0xFF)]) }.joined()
  }
}

/// The text without what a runner of CI takes for a command.
private func withoutCommands(_ text: String) -> String {
  var text = text
  if text.utf8.contains(UInt8(ascii: "#")), text.contains("##") {
    text.replace(/#(?=#[A-Za-z]*\[)/, with: "\\u{23}")
  }
  // Blanks before it do not matter to GitHub.
  let start = text.utf8.drop { $0 <= UInt8(ascii: " ") }
  if start.starts(with: "::".utf8) {
    text.replaceSubrange(start.startIndex...start.startIndex, with: "\\u{3a}")
  }
  return text
}

extension String {
  /// This text with words in place of some of its scalars; those for which there are none stay.
  package func replacingScalars(by words: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    result.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      if let words = words(scalar) { result += words } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }
}

private func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
  switch scalar {
  case "\u{200C}", "\u{200D}", "\u{FE00}"..."\u{FE0F}": return false
  // A pattern of Braille without any dot.
  case "\u{2800}": return true
  default: break
  }
  let properties = scalar.properties
  switch properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator: return true
  // Fillers and tags are letters or marks that take no ink.
  default: return properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
  }
}
