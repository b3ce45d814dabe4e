import Formats
package import JSON
import Synchronization

/// A value of a text that was scanned, read where it stands; it is gone when the next text is scanned.
///
/// What its pointers lead to is kept by the scanner, which alone makes values and never moves what it has handed out.
// Without the attributes, other modules call a function for each node and each step of a loop.
@safe @usableFromInline
package struct Value {
  /// What all values of a text share.
  @safe @usableFromInline
  package struct Source {
    package var text: Place
    let shapes: UnsafePointer<ShapeMemory.Node>
    var strayKeys: UnsafePointer<Key>
    package let spelling: any Spelling.Type
    let depthLimit: Int
    /// What the numbers of keys of other scanners end with.
    let firstKey: Int

    /// The key of a node: this alone takes the number of a key for an index.
    @inline(__always)
    package func key(of node: Node) -> Key {
      let number = Int(node.key)
      // The scanner gave the node a key that it has: one of the strays of this text, or one that it remembers for good.
      return unsafe number < 0 ? strayKeys[-number - 1] : shapes[number].key
    }
  }

  // A plain pointer: values are handed around millions of times, and counting references would cost more than reading.
  @usableFromInline package let source: UnsafePointer<Source>
  /// Its node, which those of its members or elements follow.
  @usableFromInline let noted: UnsafePointer<Node>

  @inlinable @inline(__always)
  init(source: UnsafePointer<Source>, noted: UnsafePointer<Node>) {
    unsafe (self.source, self.noted) = (source, noted)
  }

  @inlinable package var node: Node {
    // A value stands in the nodes of its text, which stay until the next text is read.
    @inline(__always) get { unsafe noted.pointee }
  }
  /// Where it begins.
  package var start: Place {
    @inline(__always) get { unsafe source.pointee.text + Int(node.start) }
  }
  /// The bytes it is spelled with.
  package var bytes: Bytes { Bytes(from: start, count: node.count) }
  /// How the text spells characters.
  package var spelling: any Spelling.Type { unsafe source.pointee.spelling }

  /// What it is, as its first byte shows.
  package var form: Form? {
    @inline(__always) get {
      switch start[0] {
      case Ascii.openBrace: .object
      case Ascii.openBracket: .array
      case Ascii.quote, Ascii.backslash: .string
      case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
      case UInt8(ascii: "n"): nil
      default: .number
      }
    }
  }

  /// The types that can be told from JSON; null has none.
  package enum Form: String, Sendable, CaseIterable, Comparable {
    case bool, number, string, array, object

    /// In the order of their names.
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  package var isObject: Bool { start[0] == Ascii.openBrace }
  package var isArray: Bool { start[0] == Ascii.openBracket }
  package var isString: Bool {
    @inline(__always) get { start[0] == Ascii.quote || start[0] == Ascii.backslash }
  }
  package var isNull: Bool { start[0] == UInt8(ascii: "n") }

  // MARK: Members and elements

  /// The members of an object, the elements of an array; none of any other value.
  @inlinable package var children: Children {
    @inline(__always) get {
      unsafe Children(source: source, first: noted + 1, end: noted + Int(node.width))
    }
  }

  /// The members of an object; none of any other value.
  package var members: Children {
    @inline(__always) get { isObject ? children : Children(noneOf: self) }
  }

  @safe @usableFromInline
  package struct Children: Sequence, IteratorProtocol {
    // The nodes of what is within a value follow its own, as many as its width says.
    @usableFromInline let source: UnsafePointer<Source>
    @usableFromInline var first: UnsafePointer<Node>
    @usableFromInline let end: UnsafePointer<Node>

    @inlinable init(
      source: UnsafePointer<Source>,
      first: UnsafePointer<Node>,
      end: UnsafePointer<Node>
    ) {
      // They are kept as they came, and followed below.
      unsafe (self.source, self.first, self.end) = (source, first, end)
    }

    /// None, of the text of another value.
    @inlinable init(noneOf value: Value) {
      unsafe self.init(source: value.source, first: value.noted, end: value.noted)
    }

    @inlinable package var isEmpty: Bool { unsafe first == end }
    /// Whether it is one alone, which is told without going over the others.
    @inlinable package var isOne: Bool {
      unsafe first < end && first + Int(first.pointee.width) == end
    }
    package var count: Int { reduce(0) { count, _ in count + 1 } }

    @inlinable @inline(__always)
    package mutating func next() -> Value? {
      // What is before the end is a node, and the width of each leads to the next one or to the end.
      guard unsafe first < end else { return nil }
      defer { unsafe first += Int(first.pointee.width) }
      return unsafe Value(source: source, noted: first)
    }
  }

  /// The key under which it stands in its object; for an element, whose number is that of the root of all shapes, an
  /// empty one.
  package var key: Key {
    @inline(__always) get { unsafe source.pointee.key(of: noted.pointee) }
  }

  /// A number that only this key behind the same keys has; nil if it is not remembered.
  package var keyNumber: Int? {
    @inline(__always) get {
      let number = Int(node.key)
      return unsafe number > 0 ? source.pointee.firstKey + number : nil
    }
  }

  /// The text of that key.
  package var name: String { String(decoding: content(of: key.bytes), as: UTF8.self) }

  @inline(__always)
  package func isNamed(_ name: Name) -> Bool {
    let key = key
    guard key.hash == name.hash else { return false }
    return key.isEscaped ? isNamedSlowly(name.text) : name.isSpelled(key.text, count: key.length)
  }

  /// Whether it stands under a key of the format.
  @inline(__always)
  package func isNamed(_ format: FormatKey) -> Bool { key.format == format }

  /// What a key with escapes says is seldom asked, and would only make the code of those who ask longer.
  @inline(never)
  private func isNamedSlowly(_ name: String) -> Bool {
    content(of: key.bytes).elementsEqual(name.utf8)
  }

  /// Whether both stand under the same key.
  @inline(__always)
  func hasKey(of other: Value) -> Bool {
    let (key, otherKey) = (key, other.key)
    guard key.hash == otherKey.hash else { return false }
    if !key.isEscaped, !otherKey.isEscaped {
      return key.length == otherKey.length
        && ByteWords.areSame(key.text, otherKey.text, count: key.length)
    }
    return content(of: key.bytes) == content(of: otherKey.bytes)
  }

  /// The member of that name.
  package subscript(name: Name) -> Value? {
    @inline(__always) get {
      guard isObject else { return nil }
      for member in children where member.isNamed(name) { return member }
      return nil
    }
  }

  /// The member under a key of the format.
  package subscript(format: FormatKey) -> Value? {
    @inline(__always) get {
      guard isObject else { return nil }
      for member in children where member.isNamed(format) { return member }
      return nil
    }
  }

  // MARK: Contents

  /// What stands between the quotes of a string, escapes as they are; nil for any other value.
  package var content: Bytes? {
    @inline(__always) get {
      let (node, start) = (node, start)
      let quoteLength = start[0] == Ascii.backslash ? 2 : 1
      guard quoteLength == 2 || start[0] == Ascii.quote else { return nil }
      let count = node.count - 2 * quoteLength
      return Bytes(from: start + quoteLength, count: count)
    }
  }

  /// The bytes of a string without escapes; nil for any other value.
  package var plainContent: Bytes? {
    @inline(__always) get {
      guard !node.isOdd, let content else { return nil }
      // In a document, a quote behind a backslash makes a string no odder.
      let isPlain = start[0] == Ascii.backslash || content.first(Ascii.backslash) == nil
      return isPlain ? content : nil
    }
  }

  /// The text of a string; nil for any other value.
  package var string: String? {
    if let content = plainContent { return String(decoding: content, as: UTF8.self) }
    if let content = unescapedContent { return String(decoding: content, as: UTF8.self) }
    return isString ? json.string : nil
  }

  /// Whether it is a string of that text.
  @inline(__always)
  package func says(_ name: Name) -> Bool {
    guard let content else { return false }
    if name.isSpelled(content.start, count: content.count) { return true }
    // An escape has more bytes than what it stands for.
    return content.count > name.length && plainContent == nil
      && string?.equalsByBytes(name.text) ?? false
  }

  /// The bytes of the JSON that it is.
  package var text: [UInt8] { spelling.decoded(bytes) ?? [] }

  /// The value itself, for those who need more than its spelling.
  package var json: JSON {
    (try? JSON(parsing: text, depthLimit: unsafe source.pointee.depthLimit)) ?? .null
  }

  private func content(of key: Bytes) -> [UInt8] {
    Self.content(key, spelling)
  }

  /// What a key says, given its spelling without quotes.
  package static func content(
    _ key: Bytes,
    _ spelling: any Spelling.Type
  ) -> [UInt8] {
    guard key.contains(Ascii.backslash) else { return Array(key) }
    let text = [Ascii.quote] + (spelling.decoded(key) ?? []) + [Ascii.quote]
    return (try? JSON(parsing: text))?.string.map { Array($0.utf8) } ?? []
  }
}

/// A name that members are looked up by.
package struct Name: Sendable {
  /// A hash as that of a key.
  package let hash: UInt64
  fileprivate let length: Int
  // Kept for good, with zeros behind it: names are few, and counting references at each look-up costs more than the rest.
  private let bytes: Place

  /// The names that there are, by their bytes: each is kept once.
  private static let kept = Mutex<[[UInt8]: Name]>([:])

  package init(_ text: String) {
    let bytes = Array(text.utf8)
    self = Self.kept.withLock { kept in
      if let name = kept[bytes] { return name }
      let name = Name(keeping: bytes)
      kept[bytes] = name
      return name
    }
  }

  private init(keeping text: [UInt8]) {
    // Never freed: names are kept for good.
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: text.count + 8)
    unsafe bytes.initialize(repeating: 0, count: text.count + 8)
    unsafe bytes.update(from: text, count: text.count)
    self.bytes = unsafe Place(bytes)
    length = text.count
    hash = ByteWords.hash(self.bytes, count: length)
  }

  package var text: String {
    bytes.text(to: bytes + length)
  }

  @inline(__always)
  package func isSpelled(_ place: Place, count: Int) -> Bool {
    count == length && ByteWords.areSame(bytes, place, count: length)
  }
}

extension Value.Form: JSONValue {}
