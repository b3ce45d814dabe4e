/// Puts the tokens of a text together.
///
/// It keeps its own stack of open containers instead of calling itself, so the depth of a text costs no
/// stack of the thread.
struct Parser: ~Copyable {
  /// A container that is not closed yet, and where its elements begin on the shared stacks.
  private struct Container {
    let opening: Place
    let firstKey: Int
    let firstValue: Int

    var isObject: Bool { opening.byte == Ascii.openBrace }
  }

  private let depthLimit: Int
  private let keepsLastOfEachKey: Bool
  private var scanner: Scanner
  private var containers: [Container] = []
  private var keys = Stack<ParsedKey>()
  private var values = Stack<JSON>()

  /// The caller keeps the text until the parser is done.
  init(_ text: borrowing PaddedText, depthLimit: Int, keepsLastOfEachKey: Bool = false) {
    scanner = Scanner(text)
    self.depthLimit = depthLimit
    self.keepsLastOfEachKey = keepsLastOfEachKey
    containers.reserveCapacity(16)
  }

  /// The one value of the text.
  ///
  /// When several things are wrong, the first of them is reported.
  mutating func parseDocument() throws(JSONError) -> JSON {
    do {
      return try parse()
    } catch {
      if keepsLastOfEachKey { throw error }
      // Keys are compared when their object closes, which is later than where the second one stands.
      throw firstRepetition(before: error.position.offset) ?? error
    }
  }

  private mutating func parse() throws(JSONError) -> JSON {
    while true {
      // Here a value begins.
      scanner.skipSpace()
      var value: JSON
      switch scanner.byte {
      case Ascii.quote: value = .string(try scanner.scanString())
      case Ascii.openBrace:
        try open()
        if scanner.byte != Ascii.closeBrace {
          try parseKey(wanted: "a key or '}'")
          continue
        }
        value = try closeObject()
      case Ascii.openBracket:
        try open()
        if scanner.byte != Ascii.closeBracket { continue }
        value = closeArray()
      case Ascii.minus, Ascii.zero...UInt8(ascii: "9"): value = try scanner.scanNumber()
      default: value = try scanner.scanWord()
      }

      // Here a value is complete, and with it perhaps the containers around it.
      while true {
        scanner.skipSpace()
        guard let container = containers.last else { return try parseEnd(after: value) }
        values.push(consume value)
        if scanner.byte == Ascii.comma {
          scanner.cursor += 1
          if container.isObject {
            scanner.skipSpace()
            try parseKey(wanted: "a key after the comma")
          }
          break
        }
        if container.isObject {
          guard scanner.byte == Ascii.closeBrace else {
            throw unclosed(container, wanted: "',' or '}'")
          }
          value = try closeObject()
        } else {
          guard scanner.byte == Ascii.closeBracket else {
            throw unclosed(container, wanted: "',' or ']'")
          }
          value = closeArray()
        }
      }
    }
  }

  private func parseEnd(after value: JSON) throws(JSONError) -> JSON {
    guard scanner.cursor == scanner.end else {
      throw scanner.failure(
        "\(Scanner.name(of: scanner.byte)) follows the value, with which the text should end"
      )
    }
    return value
  }

  /// Reads a key, at which the cursor stands, and its colon.
  @inline(__always)
  private mutating func parseKey(wanted: String) throws(JSONError) {
    let place = scanner.cursor
    guard scanner.byte == Ascii.quote else { throw scanner.unexpected(wanted: wanted) }
    keys.push(ParsedKey(try scanner.scanString(), at: place))
    scanner.skipSpace()
    guard scanner.byte == Ascii.colon else { throw scanner.unexpected(wanted: "':' after a key") }
    scanner.cursor += 1
  }

  private mutating func open() throws(JSONError) {
    guard containers.count < depthLimit else {
      var error = scanner.failure("arrays and objects are nested deeper than \(depthLimit) levels")
      error.rule = .depth
      throw error
    }
    containers.append(
      Container(opening: scanner.cursor, firstKey: keys.count, firstValue: values.count)
    )
    scanner.cursor += 1
    scanner.skipSpace()
  }

  private mutating func closeArray() -> JSON {
    scanner.cursor += 1
    let container = containers.removeLast()
    if values.count == container.firstValue { return .array([]) }
    return .array(values.take(from: container.firstValue) { _, value in value })
  }

  private mutating func closeObject() throws(JSONError) -> JSON {
    let container = containers[containers.count - 1]
    var index: [ByteKey: Int]?
    if let second = repetition(in: container.firstKey..<keys.count, index: &index) {
      guard keepsLastOfEachKey else { throw repeated(keys[second]) }
      return closeObjectWithRepetitions()
    }
    scanner.cursor += 1
    containers.removeLast()
    let firstKey = container.firstKey
    let members = values.take(from: container.firstValue) { position, value in
      JSONObject.Member(key: keys[firstKey + position].key, value: value)
    }
    keys.removeAll(from: firstKey)
    return .object(JSONObject(members: members, index: index))
  }

  private mutating func closeObjectWithRepetitions() -> JSON {
    scanner.cursor += 1
    let container = containers.removeLast()
    var last: [ByteKey: JSON] = [:]
    var order: [String] = []
    let members = values.take(from: container.firstValue) { position, value in
      JSONObject.Member(key: keys[container.firstKey + position].key, value: value)
    }
    keys.removeAll(from: container.firstKey)
    for member in members {
      let earlier = last.updateValue(member.value, forKey: ByteKey(member.key))
      if earlier == nil { order.append(member.key) }
    }
    return .object(JSONObject(uniqueMembers: order.map { ($0, last[ByteKey($0)] ?? .null) }))
  }

  /// The place of the first key that stands for the second time among those of an object.
  ///
  /// Few keys are compared with each other, many are hashed, and the object keeps that index.
  private func repetition(
    in range: Range<Int>,
    index: inout [ByteKey: Int]?
  ) -> Int? {
    if range.count > JSONObject.indexThreshold {
      var built: [ByteKey: Int] = [:]
      built.reserveCapacity(range.count)
      var second: Int?
      for place in range where second == nil {
        let known = built.updateValue(place - range.lowerBound, forKey: ByteKey(keys[place].key))
        if known != nil { second = place }
      }
      index = built
      return second
    }
    for second in range {
      for first in range.lowerBound..<second where keys[first].isSame(as: keys[second]) {
        return second
      }
    }
    return nil
  }
}

// What follows runs for faulty texts only.
extension Parser {
  private func repeated(_ key: ParsedKey) -> JSONError {
    var error = scanner.failure(
      "the key \(JSON.string(key.key)) is given twice in this object",
      at: key.place
    )
    error.rule = .uniqueKeys
    return error
  }

  /// The first key before that place that repeats another one in an object that is still open.
  @inline(never)
  private func firstRepetition(before offset: Int) -> JSONError? {
    var first: ParsedKey?
    var lastKey = keys.count
    for container in containers.reversed() {
      let open = container.firstKey..<lastKey
      lastKey = container.firstKey
      var index: [ByteKey: Int]?
      guard let second = repetition(in: open, index: &index) else { continue }
      let key = keys[second]
      if key.place - scanner.start < offset, first.map({ key.place < $0.place }) ?? true {
        first = key
      }
    }
    guard let first else { return nil }
    return repeated(first)
  }

  @inline(never)
  private func unclosed(_ container: Container, wanted: String) -> JSONError {
    guard scanner.cursor == scanner.end else { return scanner.unexpected(wanted: wanted) }
    let kind = container.isObject ? "object" : "array"
    let opening = scanner.position(of: container.opening)
    return scanner.failure("the \(kind) that begins at \(opening) is not closed")
  }
}
