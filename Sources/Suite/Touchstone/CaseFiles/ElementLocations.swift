/// Finds in one pass where the objects of the top-level array `cases` begin in a valid JSON text: looking each one up
/// from the start would take time quadratic in their number.
package struct ElementLocations {
  package private(set) var locations: [TextLocation] = []
  private var depth = 0
  private var line = 1
  private var lineStart = 0
  /// The bytes of the last string at depth 1: before an array that is its key.
  private var lastString: Range<Int> = 0..<0
  private var isInArray = false

  package init(ofArray key: String, in text: [UInt8], of file: String) {
    let key = Array(key.utf8)
    var index = 0
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "\n"):
        line += 1
        lineStart = index + 1
      case UInt8(ascii: "\""):
        let start = index + 1
        index = start
        while index < text.count, text[index] != UInt8(ascii: "\"") {
          index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        if depth == 1 { lastString = start..<min(index, text.count) }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        let isObject = text[index] == UInt8(ascii: "{")
        if depth == 1 { isInArray = !isObject && text[lastString].elementsEqual(key) }
        if depth == 2, isInArray, isObject {
          locations.append(TextLocation(file: file, line: line, column: index - lineStart + 1))
        }
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      index += 1
    }
  }
}
