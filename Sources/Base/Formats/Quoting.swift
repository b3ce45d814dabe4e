import JSON

/// A name as it is, or in quotes with escapes where it could not be told otherwise: if it is empty, begins or ends
/// with a space, or has a quote, a backslash or a character that is not printed.
///
/// A tab and the two characters `\t` differ, and so do an empty name and the word `(none)`, which stands for no name.
package func plainOrQuoted(_ text: String) -> String {
  let isPlain =
    text.utf8.first.map { $0 != 0x20 && $0 != UInt8(ascii: "(") } ?? false
    && text.utf8.last != 0x20
    && text.unicodeScalars.allSatisfy { $0 != "\"" && $0 != "\\" && $0.isPrinted }
  return isPlain ? text : text.quoted
}

extension Unicode.Scalar {
  /// Whether it leaves a mark, or the usual space, where it is printed.
  fileprivate var isPrinted: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .unassigned, .surrogate, .privateUse: false
    // Emoji and several scripts are made with joiners.
    case .format: value == 0x200C || value == 0x200D
    case .spaceSeparator: value == 0x20
    default: true
    }
  }
}

extension String {
  /// This text in quotes, cut where it gets long: files are untrusted, and so are the names in them.
  package var quoted: String {
    let limit = 80
    let scalars = unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return JSON.string(self).text() }
    return JSON.string(String(scalars[..<end]) + "…").text()
  }

  /// This text, if it is not longer than a number of Unicode scalars, or else its beginning and its end: lists that differ often
  /// do so at the end alone.
  package func withoutMiddle(ifLongerThan limit: Int) -> String {
    let scalars = unicodeScalars
    guard scalars.count > limit else { return self }
    return String(scalars.prefix(limit - limit / 3)) + "…" + String(scalars.suffix(limit / 3))
  }

  /// This text as a name within a sentence: as it is, or in quotes where that would mislead or leave a gap.
  package var inSentence: String {
    let isPlain =
      !isEmpty && utf8.count <= 80
      && utf8.allSatisfy {
        // A tab and the two characters \t must not look alike.
        (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
      }
    return isPlain ? self : quoted
  }
}
