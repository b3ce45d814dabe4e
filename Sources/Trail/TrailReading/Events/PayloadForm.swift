import Formats
import JSON

/// How edition core spells a payload: without white space, the keys of every object sorted by their bytes (SERIAL-30).
struct PayloadForm {
  /// The first key that stands behind one that sorts after it, and that one.
  private(set) var unsorted: (key: String, before: String)?
  /// Whether there is white space between tokens.
  private(set) var hasSpace = false

  init(of payload: Value) { hasSpace = length(of: payload) != payload.node.count }

  /// How many bytes a value has if no white space stands between its tokens.
  private mutating func length(of value: Value) -> Int {
    guard value.isObject || value.isArray else { return value.node.count }
    let quotes = value.spelling.quoteLength * 2
    let isObject = value.isObject
    var (length, former) = (2, Value?.none)
    for child in value.children {
      // A comma before all but the first, and a colon behind a key.
      length += self.length(of: child) + (former == nil ? 0 : 1)
      if isObject {
        length += child.key.length + quotes + 1
        if unsorted == nil, let former, child.sorts(before: former) {
          unsorted = (child.name, former.name)
        }
      }
      former = child
    }
    return length
  }

  /// What is wrong with it; nil if nothing is.
  var fault: String? {
    if let unsorted {
      return "the key \(unsorted.key.quoted) stands behind \(unsorted.before.quoted)"
    }
    return hasSpace ? "there is white space between its tokens" : nil
  }
}

extension Value {
  fileprivate func sorts(before other: Value) -> Bool {
    guard key.isEscaped || other.key.isEscaped else {
      return key.bytes.lexicographicallyPrecedes(other.key.bytes)
    }
    return name.utf8.lexicographicallyPrecedes(other.name.utf8)
  }

  /// Whether the string has white space before or behind the JSON that it holds.
  var isPadded: Bool {
    guard let content, let first = content.first, let last = content.last else { return false }
    return first != Ascii.openBrace || last != UInt8(ascii: "}")
  }
}
