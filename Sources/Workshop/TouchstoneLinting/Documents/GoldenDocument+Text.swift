import JSON
import Touchstone

extension GoldenDocument {
  /// What is wrong with the value as the meaning of the text; nil if it means that.
  ///
  /// A value that is copied wrongly would make the cases reproduce something that no document prints.
  var faultOfValue: String? {
    guard let value else { return nil }
    return switch kind {
    case .payload, .schema:
      (try? JSON(parsing: text)) == value ? nil : "the text means another value"
    case .event:
      text.withoutSpaceAndQuotes == value.text().withoutSpaceAndQuotes
        ? nil : "the text has other letters, apart from white space and quotes"
    case .message: meansMessage(value) ? nil : "the text means another message"
    case .output: meansOutput(value) ? nil : "the text prints something else"
    case .representation, .fixture:
      // Most of these are Swift.
      (try? JSON(parsing: text)).map { $0 == value } ?? true ? nil : "the text means another value"
    }
  }

  /// A line as it is, or with its quotes escaped; or an object that is printed without its braces.
  private func meansMessage(_ value: JSON) -> Bool {
    if case .string(let message) = value {
      return text == message || (try? JSON(parsing: "\"\(text)\"")) == value
    }
    return (try? JSON(parsing: "{\(text)}")) == value
  }

  /// Lines that the document has run together, or what a `print` of the sample begins and ends with.
  private func meansOutput(_ value: JSON) -> Bool {
    if let lines = value.array {
      return text == lines.compactMap(\.string).joined(separator: " ")
        && lines.allSatisfy { $0.string != nil }
    }
    guard let line = value.string, text.hasPrefix("print(\""), text.hasSuffix("\")") else {
      return false
    }
    let printed = text.dropFirst(7).dropLast(2)
    guard let start = printed.firstRange(of: "\\("), let end = printed.lastIndex(of: ")") else {
      return line == printed
    }
    return line.hasPrefix(printed[..<start.lowerBound])
      && line.hasSuffix(printed[printed.index(after: end)...])
  }
}

extension String {
  /// The letters of a text that is printed loosely.
  fileprivate var withoutSpaceAndQuotes: String {
    filter { !$0.isWhitespace && $0 != "\"" }
  }
}
