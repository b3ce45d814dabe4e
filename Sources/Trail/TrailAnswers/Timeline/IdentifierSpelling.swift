import Formats

/// An objectId or a UUID in any of the spellings that tools show: `ObjectId("62B3…")`, `{"$oid":"62b3…"}`, `{DFBA…}`.
struct IdentifierSpelling {
  /// Which of both it is.
  let type: PropertyType.Scalar
  /// As payloads have it: lowercase digits, a UUID with its hyphens.
  let text: String

  /// What tools write around the digits, in lower case; nil stands for either type.
  private static let frames: [(start: String, end: String, type: PropertyType.Scalar?)] = [
    ("objectid(", ")", .objectId), ("uuid(", ")", .uuid), ("urn:uuid:", "", .uuid),
    ("{\"$oid\":", "}", .objectId), ("{\"$uuid\":", "}", .uuid), ("{", "}", .uuid), ("", "", nil),
  ]

  /// Nil if it is anything else.
  init?(_ text: String) {
    let text = text.lowercased().filter { $0 != " " }
    guard
      let frame = Self.frames.first(where: { text.hasPrefix($0.start) && text.hasSuffix($0.end) })
    else { return nil }
    let inner = String(text.dropFirst(frame.start.count).dropLast(frame.end.count))
    let digits = inner.trimmingQuotes
    let uuid = Self.withHyphens(digits)
    if frame.type != .uuid, IdentifierForm.isObjectId(digits) {
      (type, self.text) = (.objectId, digits)
    } else if frame.type != .objectId, IdentifierForm.isUUID(uuid) {
      (type, self.text) = (.uuid, uuid)
    } else {
      return nil
    }
  }

  private static func withHyphens(_ digits: String) -> String {
    guard digits.utf8.count == 32, !digits.contains("-") else { return digits }
    var (rest, parts) = (Substring(digits), [Substring]())
    for length in [8, 4, 4, 4, 12] {
      parts.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return parts.joined(separator: "-")
  }
}

extension String {
  /// The text without one pair of quotes around it.
  fileprivate var trimmingQuotes: String {
    for quote in ["\"", "'"] where utf8.count > 1 && hasPrefix(quote) && hasSuffix(quote) {
      return String(dropFirst().dropLast())
    }
    return self
  }
}
