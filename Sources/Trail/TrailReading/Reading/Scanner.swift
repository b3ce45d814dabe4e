import JSON

/// Finds the values of a JSON text where they stand, without making anything of them.
///
/// It takes exactly what the parser takes; what is wrong with anything else, the parser says.
@safe
struct Scanner<Text: Spelling>: ~Copyable {
  private var shapes = ShapeMemory()
  private var nodes = BitwiseArray<Node>()
  /// The keys of objects whose shape is not remembered.
  private var strayKeys = BitwiseArray<Key>()
  /// Whether anything was seen, in the array that is open, that makes two spellings of one value possible.
  private var isOdd = false
  /// Where the text begins.
  private var text: Place
  private let depthLimit: Int
  private let source: UnsafeMutablePointer<Value.Source>
  /// What reads the payload on the way, so that its bytes are gone over once; the owner of the scanner keeps it.
  private let payloads: Unmanaged<PayloadReader>?

  /// Whether the text is a document, which holds an objectId and a date.
  private let holdsDocument: Bool

  init(
    _ number: Int,
    depthLimit: Int,
    holdsDocument: Bool = false,
    payloads: PayloadReader? = nil
  ) {
    self.depthLimit = depthLimit
    self.holdsDocument = holdsDocument
    // The reader of payloads outlives the scanner: the check holds both.
    unsafe self.payloads = payloads.map(Unmanaged.passUnretained)
    text = shapes.emptyText
    // What it leads to is kept as long as the scanner.
    unsafe source = .allocate(capacity: 1)
    unsafe source.initialize(
      to: Value.Source(
        text: text,
        shapes: shapes.first,
        strayKeys: strayKeys.elements,
        spelling: Text.self,
        depthLimit: depthLimit,
        firstKey: number * ShapeMemory.nodeLimit
      )
    )
  }

  // Its own memory, which it gives back once.
  deinit { unsafe source.deallocate() }

  /// The value that begins at a place, and what is behind it; nil if the text is not JSON.
  ///
  /// The value is gone when the next one is scanned. Behind the text there are zeros, or bytes that may be read.
  mutating func scan(_ text: Place) -> (value: Value, end: Place)? {
    nodes.removeAll()
    strayKeys.removeAll()
    self.text = text
    guard let end = value(text, key: 0, within: 0, depth: 0) else { return nil }
    // Neither list is appended to before the next text.
    unsafe source.pointee.text = text
    unsafe source.pointee.strayKeys = strayKeys.elements
    return (unsafe Value(source: source, noted: nodes.elements), end)
  }

  /// Behind a value of any type; within is the nearest key, below zero if it is not remembered.
  @inline(__always)
  private mutating func value(
    _ place: Place,
    key: Int32,
    within outer: Int,
    depth: Int
  ) -> Place? {
    var isOdd = false
    let end: Place?
    if _fastPath(place[0] == Text.quote && (Text.quoteLength == 1 || place[1] == Ascii.quote)) {
      if Text.mayHoldPayload, depth == 1, let payload = payload(at: place, key) {
        end = payload
      } else {
        end = Text.string(from: place + Text.quoteLength, &isOdd)
      }
    } else if place[0] == Ascii.openBrace || place[0] == Ascii.openBracket {
      return composite(place, key: key, within: outer, depth: depth)
    } else if place[0] < UInt8(ascii: "a") {
      end = Self.number(place, &isOdd)
    } else {
      end = Self.word(place)
    }
    guard let end else { return value(behindSpaceAt: place, key, within: outer, depth) }
    if isOdd { self.isOdd = true }
    nodes.append(
      node(from: place, to: end, isOdd: isOdd, width: 1, key: key)
    )
    return end
  }

  /// Behind an object or an array, whose node comes before those of what is in it.
  @inline(__always)
  private mutating func composite(
    _ place: Place,
    key: Int32,
    within outer: Int,
    depth: Int
  ) -> Place? {
    let index = nodes.count
    if holdsDocument, depth == 1, let end = extendedValue(place) {
      nodes.append(node(from: place, to: end, isOdd: true, width: 1, key: key))
      return end
    }
    nodes.append(node(from: place, to: place, isOdd: false, width: 0, key: 0))
    let before = isOdd
    isOdd = false
    let end: Place?
    if place[0] == Ascii.openBracket {
      end = array(place + 1, within: outer, depth: depth)
    } else {
      end = object(place + 1, within: outer, depth: depth)
      // Its members may come in another order.
      isOdd = true
    }
    guard let end else { return nil }
    nodes[index] = node(from: place, to: end, isOdd: isOdd, width: nodes.count - index, key: key)
    isOdd = isOdd || before
    return end
  }

  /// Behind a value with white space before it; nil if there is no space.
  @inline(never)
  private mutating func value(
    behindSpaceAt place: Place,
    _ key: Int32,
    within outer: Int,
    _ depth: Int
  ) -> Place? {
    let next = Text.skipSpace(place, &isOdd)
    return next == place ? nil : value(next, key: key, within: outer, depth: depth)
  }

  @inline(__always)
  private func node(
    from place: Place,
    to end: Place,
    isOdd: Bool,
    width: Int,
    key: Int32
  ) -> Node {
    Node(start: place - text, end: end - text, isOdd: isOdd, width: width, key: key)
  }

  /// Behind an objectId or a date as exports write them, which is not taken apart.
  @inline(__always)
  private func extendedValue(_ place: Place) -> Place? {
    let word = ByteWords.load(place)
    let text: Place
    if word == ByteWords.oidStart, place[8] == Ascii.quote {
      text = place + 9
    } else if word == ByteWords.dateStart, place[8] == Ascii.colon, place[9] == Ascii.quote {
      text = place + 10
    } else {
      return nil
    }
    let end = ByteWords.special(from: text)
    return end[0] == Ascii.quote && end[1] == Ascii.closeBrace ? end + 2 : nil
  }

  /// Behind the string that is the payload of a document, if it can be read where it stands.
  @inline(__always)
  private func payload(at place: Place, _ key: Int32) -> Place? {
    // The owner of the scanner keeps the reader as long.
    unsafe payloads?._withUnsafeGuaranteedRef { payloads in
      guard key > 0, shapes[Int(key)].key.format == .data else { return nil }
      return payloads.read(at: place)
    }
  }

  @inline(never)
  private mutating func array(
    _ start: Place,
    within outer: Int,
    depth: Int
  ) -> Place? {
    guard depth < depthLimit else { return nil }
    var place = Text.skipSpace(start, &isOdd)
    if place[0] == Ascii.closeBracket { return place + 1 }
    while true {
      guard let end = value(place, key: 0, within: outer, depth: depth + 1) else {
        return nil
      }
      place = Text.skipSpace(end, &isOdd)
      guard place[0] == Ascii.comma else {
        return place[0] == Ascii.closeBracket ? place + 1 : nil
      }
      place += 1
    }
  }

  // MARK: Objects

  /// Behind an object whose brace was passed.
  private mutating func object(
    _ start: Place,
    within outer: Int,
    depth: Int
  ) -> Place? {
    guard depth < depthLimit else { return nil }
    let first = nodes.count
    var place = start
    // The last key, as long as all keys so far are remembered.
    var shape = shapes.root(of: max(0, outer))
    var isRemembered = true
    while true {
      var key = shapes.expectedChild(of: shape, at: place)
      if key == 0 {
        let end = Text.skipSpace(place, &isOdd)
        if end[0] == Ascii.closeBrace {
          return isRemembered || hasDistinctKeys(from: first) ? end + 1 : nil
        }
        if isRemembered { key = shapes.child(of: shape, at: place) }
      }
      let next: Place
      if key != 0 {
        next = place + shapes[key].length
      } else {
        guard
          let unexpected = unexpectedKey(
            place,
            isFirst: place == start,
            behind: isRemembered ? shape : nil
          )
        else { return nil }
        (key, next) = unexpected
        isRemembered = key > 0
      }
      shape = isRemembered ? key : ShapeMemory.barren
      guard
        let end = value(
          next,
          key: Int32(truncatingIfNeeded: key),
          within: key,
          depth: depth + 1
        )
      else { return nil }
      place = end
    }
  }

  /// Reads a key with the comma before it and the colon behind it.
  ///
  /// Its number is above zero if it is remembered behind the keys before it, which are themselves.
  @inline(never)
  private mutating func unexpectedKey(
    _ start: Place,
    isFirst: Bool,
    behind shape: Int?
  ) -> (key: Int, value: Place)? {
    var place = Text.skipSpace(start, &isOdd)
    if !isFirst {
      guard place[0] == Ascii.comma else { return nil }
      place = Text.skipSpace(place + 1, &isOdd)
    }
    guard place[0] == Text.quote, Text.quoteLength == 1 || place[1] == Ascii.quote,
      let end = Text.string(from: place + Text.quoteLength, &isOdd)
    else { return nil }
    let colon = Text.skipSpace(end, &isOdd)
    guard colon[0] == Ascii.colon else { return nil }
    let value = Text.skipSpace(colon + 1, &isOdd)
    let key = Self.key(place + Text.quoteLength, end - Text.quoteLength)
    if let shape {
      switch shapes.step(from: shape, to: start, length: value - start, key: key) {
      case .child(let child): return (child, value)
      case .repeated: return nil
      case .unknown: break
      }
    }
    strayKeys.append(key)
    return (-strayKeys.count, value)
  }

  private static func key(_ first: Place, _ end: Place) -> Key {
    let length = end - first
    let bytes = Bytes(from: first, count: length)
    guard bytes.first(Ascii.backslash) != nil else {
      return Key(
        text: first,
        length: length,
        hash: ByteWords.hash(first, count: length),
        isEscaped: false,
        format: FormatKey(bytes)
      )
    }
    let content = Value.content(bytes, Text.self)
    let hash = Bytes.withCopy(of: content) { ByteWords.hash($0.start, count: $0.count) }
    return Key(text: first, length: length, hash: hash, isEscaped: true, format: FormatKey(content))
  }

  /// Whether no key stands twice among the members from a node on.
  @inline(never)
  private func hasDistinctKeys(from first: Int) -> Bool {
    // They move where they find no room.
    unsafe source.pointee.strayKeys = strayKeys.elements
    var keys: [Key] = []
    var index = first
    while index < nodes.count {
      keys.append(unsafe source.pointee.key(of: nodes[index]))
      index += Int(nodes[index].width)
    }
    // Different keys of one hash are made on purpose: by their contents, the same ones are neighbours too.
    func content(_ key: Key) -> [UInt8] { Value.content(key.bytes, Text.self) }
    keys.sort {
      $0.hash != $1.hash ? $0.hash < $1.hash : content($0).lexicographicallyPrecedes(content($1))
    }
    return zip(keys, keys.dropFirst()).allSatisfy {
      $0.hash != $1.hash || content($0) != content($1)
    }
  }

  // MARK: Words and numbers

  /// Behind `true`, `false` or `null`; nil if it is none of these.
  @inline(__always)
  private static func word(_ place: Place) -> Place? {
    let word = UInt32(truncatingIfNeeded: ByteWords.load(place))
    if word == 0x6C6C_756E || word == 0x6575_7274 { return place + 4 }
    return word == 0x736C_6166 && place[4] == UInt8(ascii: "e") ? place + 5 : nil
  }

  @inline(__always)
  private static func number(_ start: Place, _ isOdd: inout Bool) -> Place? {
    var place = start
    let isNegative = place[0] == UInt8(ascii: "-")
    if isNegative { place += 1 }
    guard place[0] &- 0x30 < 10 else { return nil }
    if place[0] == UInt8(ascii: "0") {
      place += 1
      if place[0] &- 0x30 < 10 { return nil }
      // -0 is a double.
      if isNegative { isOdd = true }
    } else {
      place = ByteWords.behindDigits(at: place + 1)
    }
    if place[0] == UInt8(ascii: ".") {
      isOdd = true
      place += 1
      guard skipDigits(&place) else { return nil }
    }
    if place[0] | 0x20 == UInt8(ascii: "e") {
      isOdd = true
      place += 1
      if place[0] == UInt8(ascii: "+") || place[0] == UInt8(ascii: "-") { place += 1 }
      guard skipDigits(&place) else { return nil }
    }
    return place
  }

  /// False if there is none.
  @inline(__always)
  private static func skipDigits(_ place: inout Place) -> Bool {
    guard place[0] &- 0x30 < 10 else { return false }
    place = ByteWords.behindDigits(at: place + 1)
    return true
  }
}
