import Foundation

/// What FHIR's primitive types hold: strings that are not empty, without control characters and of limited length, and
/// ids of few characters.
enum FHIRText {
  private static let stringLimit = 1 << 20
  private static let idLimit = 64

  /// A string of FHIR; nil for an empty text.
  ///
  /// A control character is replaced (U+FFFD), and what is beyond the limit is cut off.
  static func string(_ text: String) -> String? {
    guard !text.isEmpty else { return nil }
    if holds(text) { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(stringLimit) {
      scalars.append(isControl(scalar) ? "\u{FFFD}" : scalar)
    }
    return String(scalars)
  }

  /// Whether a string of FHIR can hold a text as it is.
  static func holds(_ text: String) -> Bool {
    let bytes = text.utf8
    guard !bytes.isEmpty, !bytes.contains(where: { isControl(Unicode.Scalar($0)) }) else {
      return false
    }
    return bytes.count <= stringLimit || text.unicodeScalars.count <= stringLimit
  }

  /// Tabs and line ends are the only control characters that a string may have.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 && scalar != "\t" && scalar != "\n" && scalar != "\r"
  }

  /// Whether a text can be the id of a resource.
  static func isId(_ text: String) -> Bool {
    1...idLimit ~= text.utf8.count
      && text.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
          true
        default: false
        }
      }
  }

  static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
}
