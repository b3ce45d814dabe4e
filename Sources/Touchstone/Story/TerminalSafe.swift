/// A text that a terminal shows as it is: whatever would steer the terminal, turn the direction of writing or be
/// invisible is spelled out as `\n`, `\t`, `\r` or `\u{…}`.
///
/// Texts of cases and of implementations are untrusted: an escape sequence in an activity must not repaint the
/// screen. Joiners stay, because emoji and several scripts are made with them.
package func terminalSafe(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
  var safe = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\n": safe += "\\n"
    case "\r": safe += "\\r"
    case "\t": safe += "\\t"
    case _ where isUnsafe(scalar): safe += "\\u{\(String(scalar.value, radix: 16))}"
    default: safe.unicodeScalars.append(scalar)
    }
  }
  return safe
}

private func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
  switch scalar.properties.generalCategory {
  case .control, .lineSeparator, .paragraphSeparator: return true
  case .format: return scalar.value != 0x200C && scalar.value != 0x200D
  default: return false
  }
}
