/// A text that a terminal shows as it is: whatever would steer the terminal, turn the direction of writing or be
/// invisible is spelled out as `\n`, `\t`, `\r` or `\u{…}`.
///
/// Texts of cases and of implementations are untrusted: an escape sequence in an activity must not repaint the
/// screen. Joiners stay, because emoji and several scripts are made with them.
package func terminalSafe(_ text: String) -> String {
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
  switch scalar.properties.generalCategory {
  case .control, .lineSeparator, .paragraphSeparator: return true
  case .format: return scalar.value != 0x200C && scalar.value != 0x200D
  default: return false
  }
}
