import JSON

/// Finds the values of a JSON text where they stand, without making anything of them.
///
/// It takes exactly what the parser takes; what is wrong with anything else, the parser says. Pointers are used because
/// the text has padding: with spans, each of the loads that go beyond a token would be checked.
struct Scanner<Text: Spelling>: ~Copyable {
  private var shapes = ShapeMemory()
  private var nodes = Pile<Node>()
  /// The keys of objects whose shape is not remembered.
  private var strayKeys = Pile<Key>()
  /// Counts what makes two spellings of one value possible.
  private var oddities = 0
  private let depthLimit: Int
  private let source: UnsafeMutablePointer<Value.Source>
  /// What reads the payload on the way, so that its bytes are gone over once.
  private let payloads: PayloadReader?

  /// Whether the text is a document, which holds an objectId and a date.
  private let holdsDocument: Bool

  init(depthLimit: Int, holdsDocument: Bool = false, payloads: PayloadReader? = nil) {
    self.depthLimit = depthLimit
    self.holdsDocument = holdsDocument
    self.payloads = payloads
    source = .allocate(capacity: 1)
  }

  deinit { source.deallocate() }

  /// The value that begins at a place, and what is behind it; nil if the text is not JSON.
  ///
  /// The value is gone when the next one is scanned. Behind the text there are zeros, or bytes that may be read.
  mutating func scan(_ text: Place) -> (value: Value, end: Place)? {
    nodes.removeAll()
    strayKeys.removeAll()
    guard let end = value(text, text, key: 0, within: 0, depth: 0) else { return nil }
    source.initialize(
      to: Value.Source(
        text: text,
        nodes: nodes.elements,
        shapes: shapes.nodes,
        strayKeys: strayKeys.elements,
        spelling: Text.self,
        depthLimit: depthLimit
      )
    )
    return (Value(source: source, index: 0), end)
  }

  /// Behind a value of any type; within is the nearest key, below zero if it is not remembered.
  @inline(__always)
  private mutating func value(
    _ place: Place,
    _ text: Place,
    key: Int32,
    within outer: Int,
    depth: Int
  ) -> Place? {
    let index = nodes.count
    let before = oddities
    let end: Place?
    if place[0] == Text.quote, Text.quoteLength == 1 || place[1] == Words.quote {
      if Text.mayHoldPayload, depth == 1, let payload = payload(at: place, key) {
        end = payload
      } else {
        end = Text.string(from: place + Text.quoteLength, &oddities)
      }
    } else if place[0] == Words.openBrace || place[0] == Words.openBracket {
      if holdsDocument, depth == 1, let end = extendedValue(place) {
        nodes.append(node(from: place, to: end, text, isOdd: true, next: index &+ 1, key: key))
        return end
      }
      // It comes before what is in it, and gets its end behind that.
      nodes.append(node(from: text, to: text, text, isOdd: false, next: 0, key: 0))
      if place[0] == Words.openBracket {
        end = array(place + 1, text, within: outer, depth: depth)
      } else {
        // Its members may come in another order.
        oddities &+= 1
        end = object(place + 1, text, within: outer, depth: depth)
      }
      guard let end else { return nil }
      nodes[index] = node(
        from: place,
        to: end,
        text,
        isOdd: oddities != before,
        next: nodes.count,
        key: key
      )
      return end
    } else if place[0] < UInt8(ascii: "a") {
      end = number(place)
    } else {
      end = word(place, "null") ?? word(place, "true") ?? word(place, "false")
    }
    guard let end else { return value(behindSpaceAt: place, text, key, within: outer, depth) }
    nodes.append(
      node(from: place, to: end, text, isOdd: oddities != before, next: index &+ 1, key: key)
    )
    return end
  }

  /// Behind a value with white space before it; nil if there is no space.
  @inline(never)
  private mutating func value(
    behindSpaceAt place: Place,
    _ text: Place,
    _ key: Int32,
    within outer: Int,
    _ depth: Int
  ) -> Place? {
    let next = Text.skipSpace(place, &oddities)
    return next == place ? nil : value(next, text, key: key, within: outer, depth: depth)
  }

  @inline(__always)
  private func node(
    from place: Place,
    to end: Place,
    _ text: Place,
    isOdd: Bool,
    next: Int,
    key: Int32
  ) -> Node {
    Node(start: place - text, end: end - text, isOdd: isOdd, next: next, key: key)
  }

  /// Behind an objectId or a date as exports write them, which nobody takes apart.
  @inline(__always)
  private func extendedValue(_ place: Place) -> Place? {
    let word = Words.load(place)
    let text: Place
    if word == Words.oidStart, place[8] == Words.quote {
      text = place + 9
    } else if word == Words.dateStart, place[8] == Words.colon, place[9] == Words.quote {
      text = place + 10
    } else {
      return nil
    }
    let end = Words.special(from: text)
    return end[0] == Words.quote && end[1] == Words.closeBrace ? end + 2 : nil
  }

  /// Behind the string that is the payload of a document, if it can be read where it stands.
  @inline(__always)
  private func payload(at place: Place, _ key: Int32) -> Place? {
    guard let payloads, key > 0, shapes.nodes[Int(key)].key.hash == payloads.key.hash else {
      return nil
    }
    return payloads.read(at: place)
  }

  private mutating func array(
    _ start: Place,
    _ text: Place,
    within outer: Int,
    depth: Int
  ) -> Place? {
    guard depth < depthLimit else { return nil }
    var place = Text.skipSpace(start, &oddities)
    if place[0] == Words.closeBracket { return place + 1 }
    while true {
      guard let end = value(place, text, key: 0, within: outer, depth: depth + 1) else {
        return nil
      }
      place = Text.skipSpace(end, &oddities)
      guard place[0] == Words.comma else {
        return place[0] == Words.closeBracket ? place + 1 : nil
      }
      place += 1
    }
  }

  // MARK: Objects

  /// Behind an object whose brace was passed.
  private mutating func object(
    _ start: Place,
    _ text: Place,
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
      var key = isRemembered ? shapes.expectedChild(of: shape, at: place) : 0
      if key == 0 {
        let end = Text.skipSpace(place, &oddities)
        if end[0] == Words.closeBrace {
          return isRemembered || hasDistinctKeys(from: first) ? end + 1 : nil
        }
        if isRemembered { key = shapes.child(of: shape, at: place) }
      }
      let next: Place
      if key != 0 {
        next = place + shapes.nodes[key].length
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
      shape = key
      guard
        let end = value(
          next,
          text,
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
    var place = Text.skipSpace(start, &oddities)
    if !isFirst {
      guard place[0] == Words.comma else { return nil }
      place = Text.skipSpace(place + 1, &oddities)
    }
    guard place[0] == Text.quote, Text.quoteLength == 1 || place[1] == Words.quote,
      let end = Text.string(from: place + Text.quoteLength, &oddities)
    else { return nil }
    let colon = Text.skipSpace(end, &oddities)
    guard colon[0] == Words.colon else { return nil }
    let value = Text.skipSpace(colon + 1, &oddities)
    let key = Self.key(place + Text.quoteLength, end - Text.quoteLength)
    if let shape {
      switch shapes.step(from: shape, to: start, length: start.distance(to: value), key: key) {
      case .child(let child): return (child, value)
      case .repeated: return nil
      case .unknown: break
      }
    }
    strayKeys.append(key)
    return (-strayKeys.count, value)
  }

  private static func key(_ first: Place, _ end: Place) -> Key {
    let length = first.distance(to: end)
    let bytes = UnsafeBufferPointer(start: first, count: length)
    guard bytes.contains(Words.backslash) else {
      return Key(
        text: first,
        length: length,
        hash: Words.hash(first, count: length),
        isEscaped: false
      )
    }
    let content = Value.content(bytes, Text.self) + Array(repeating: 0, count: 8)
    let hash = content.withUnsafeBufferPointer { content in
      content.baseAddress.map { Words.hash($0, count: content.count - 8) } ?? 0
    }
    return Key(text: first, length: length, hash: hash, isEscaped: true)
  }

  /// Whether no key stands twice among the members from a node on.
  @inline(never)
  private func hasDistinctKeys(from first: Int) -> Bool {
    var keys: [Key] = []
    var index = first
    while index < nodes.count {
      let number = Int(nodes[index].key)
      keys.append(number > 0 ? shapes.nodes[number].key : strayKeys[-number - 1])
      index = Int(nodes[index].next)
    }
    keys.sort { $0.hash < $1.hash }
    var start = 0
    for end in keys.indices.dropFirst() {
      if keys[end].hash != keys[start].hash { start = end }
      // Different keys of one hash are made on purpose: there are few of them.
      for other in start..<end
      where Value.content(keys[other].bytes, Text.self) == Value.content(keys[end].bytes, Text.self)
      {
        return false
      }
    }
    return true
  }

  // MARK: Words and numbers

  /// Behind `true`, `false` or `null`.
  @inline(__always)
  private func word(_ place: Place, _ text: StaticString) -> Place? {
    for index in 0..<text.utf8CodeUnitCount where place[index] != text.utf8Start[index] {
      return nil
    }
    return place + text.utf8CodeUnitCount
  }

  private mutating func number(_ start: Place) -> Place? {
    var place = start
    let isNegative = place[0] == UInt8(ascii: "-")
    if isNegative { place += 1 }
    guard place[0] &- 0x30 < 10 else { return nil }
    if place[0] == UInt8(ascii: "0") {
      place += 1
      if place[0] &- 0x30 < 10 { return nil }
      // -0 is a double.
      if isNegative { oddities &+= 1 }
    } else {
      repeat { place += 1 } while place[0] &- 0x30 < 10
    }
    if place[0] == UInt8(ascii: ".") {
      oddities &+= 1
      place += 1
      guard Self.skipDigits(&place) else { return nil }
    }
    if place[0] | 0x20 == UInt8(ascii: "e") {
      oddities &+= 1
      place += 1
      if place[0] == UInt8(ascii: "+") || place[0] == UInt8(ascii: "-") { place += 1 }
      guard Self.skipDigits(&place) else { return nil }
    }
    return place
  }

  /// False if there is none.
  @inline(__always)
  private static func skipDigits(_ place: inout Place) -> Bool {
    guard place[0] &- 0x30 < 10 else { return false }
    repeat { place += 1 } while place[0] &- 0x30 < 10
    return true
  }
}
