import Formats
import JSON

/// Looks at the text of a document without making anything of it, and tells whether it is sound.
///
/// Nearly all documents of nearly all trails are. Whatever is not surely so, whether wrong or only unusual, is left to
/// the slow way, which reads it into values and finds the words: this one only ever says "sound" or "I don't know".
/// It covers the levels of documents and payloads, without a schema.
struct SoundScanner {
  /// What a field of a document means.
  enum Role {
    static let metadata: UInt8 = 0
    static let id: UInt8 = 1
    static let partition: UInt8 = 2
    static let activity: UInt8 = 4
    static let event: UInt8 = 8
    static let data: UInt8 = 16
    static let timestamp: UInt8 = 32
    static let unusual: UInt8 = 64
    static let required = id | partition | activity | timestamp
  }

  /// What is known of an event.
  private enum Kind { case unknown, custom, read, write }

  /// What is known of data.
  private enum Content { case none, text, read, write }

  private let edition: Edition
  private var shapes = ShapeMemory()
  var payload = PayloadScanner()
  /// The partition of the document before: hardly ever another one.
  private var partition: [UInt8] = []

  /// Whether payloads are looked into.
  private let scansPayloads: Bool

  init(edition: Edition, stage: FindingCode.Stage = .payload) {
    self.edition = edition
    scansPayloads = stage >= .payload
  }

  /// The id of a document that is surely sound; nil for any other.
  ///
  /// The text has zeros or a line feed behind it, and further bytes that may be read behind those.
  mutating func scan(_ text: UnsafeBufferPointer<UInt8>) -> DocumentIdSet.Id? {
    guard let start = text.baseAddress, text.count > 2, start[0] == Words.openBrace else {
      return nil
    }
    let end = start + text.count
    var node = 0
    var roles: UInt8 = 0
    var kind = Kind.unknown
    var content = Content.none
    var id = DocumentIdSet.Id(high: 0, low: 0)
    var place = Self.skipSpace(start + 1)
    while true {
      let child = shapes.expectedChild(of: node, at: place)
      if child != 0 {
        node = child
        place += shapes[child].length
      } else {
        guard let next = learnKey(at: place, behind: node) else { return nil }
        node = next
        place += shapes[next].length
      }
      place = Self.skipSpace(place)
      guard place[0] == Words.colon else { return nil }
      place = Self.skipSpace(place + 1)
      let role = shapes[node].role
      roles |= role
      let next: Place?
      switch role {
      case Role.id: next = objectId(at: place, into: &id)
      case Role.partition: next = partition(at: place)
      case Role.activity: next = Self.string(at: place)
      case Role.timestamp: next = Self.date(at: place)
      case Role.event: next = event(at: place, &kind)
      case Role.data: next = data(at: place, kind, &content)
      case Role.metadata: next = Self.stringOrNull(at: place)
      default: next = nil
      }
      guard let next else { return nil }
      place = Self.skipSpace(next)
      if place[0] == Words.comma {
        place = Self.skipSpace(place + 1)
      } else {
        guard place[0] == Words.closeBrace, place + 1 == end else { return nil }
        break
      }
    }
    guard roles & Role.required == Role.required else { return nil }
    switch kind {
    case .read where content != .read && (scansPayloads || content == .none): return nil
    case .write where content != .write && (scansPayloads || content == .none): return nil
    default: break
    }
    return id
  }

  // MARK: Keys

  @inline(never)
  private mutating func learnKey(at place: Place, behind node: Int) -> Int? {
    guard place[0] == Words.quote, let end = Self.plainText(from: place + 1),
      end[0] == Words.quote
    else { return nil }
    let length = place.distance(to: end) + 1
    // A name is one to 63 bytes long; what is longer is a finding.
    guard length > 2, length <= 65 else { return nil }
    let hash = Words.hash(place, count: length)
    let edition = edition
    switch shapes.step(
      from: node,
      to: place,
      length: length,
      hash: hash,
      role: Self.role(of: UnsafeBufferPointer(start: place + 1, count: length - 2), edition)
    ) {
    case .child(let child): return child
    case .unknown, .repeated: return nil
    }
  }

  private static func role(of name: UnsafeBufferPointer<UInt8>, _ edition: Edition) -> UInt8 {
    func isNamed(_ other: String) -> Bool { name.elementsEqual(other.utf8) }
    if isNamed("_id") { return Role.id }
    if isNamed("_partition") { return Role.partition }
    if isNamed(edition.activityField) { return Role.activity }
    if isNamed("event") { return Role.event }
    if isNamed("data") { return Role.data }
    if isNamed("timestamp") { return Role.timestamp }
    return Role.metadata
  }

  // MARK: Fields

  private func objectId(at place: Place, into id: inout DocumentIdSet.Id) -> Place? {
    guard let digits = Self.wrapped(#""$oid""#, at: place), digits[0] == Words.quote else {
      return nil
    }
    var high: UInt64 = 0
    var low: UInt32 = 0
    for index in 1...16 {
      let digit = Self.hexDigits[Int(digits[index])]
      if digit > 15 { return nil }
      high = high << 4 | UInt64(digit)
    }
    for index in 17...24 {
      let digit = Self.hexDigits[Int(digits[index])]
      if digit > 15 { return nil }
      low = low << 4 | UInt32(digit)
    }
    guard digits[25] == Words.quote else { return nil }
    id = DocumentIdSet.Id(high: high, low: low)
    return Self.closed(digits + 26)
  }

  private mutating func partition(at place: Place) -> Place? {
    let known = partition.withUnsafeBufferPointer { known -> Bool in
      guard let start = known.baseAddress else { return false }
      // The copy has eight bytes more than it holds.
      return Words.areSame(place, start, count: known.count - 8)
    }
    if known { return place + (partition.count - 8) }
    guard place[0] == Words.quote, let end = Self.plainText(from: place + 1),
      end[0] == Words.quote
    else { return nil }
    let text = UnsafeBufferPointer(start: place + 1, count: place.distance(to: end) - 1)
    guard text.count > 25, text[text.count - 25] == UInt8(ascii: "-"),
      text.suffix(24).allSatisfy(\.isLowerHexDigit), !text.contains(UInt8(ascii: "/"))
    else { return nil }
    partition = Array(UnsafeBufferPointer(start: place, count: text.count + 2))
    partition += Array(repeating: 0, count: 8)
    return end + 1
  }

  private func event(at place: Place, _ kind: inout Kind) -> Place? {
    kind = .custom
    guard place[0] == Words.quote else { return Self.null(at: place) }
    guard let end = Self.plainText(from: place + 1), end[0] == Words.quote else { return nil }
    let word = Words.load(place)
    if word & 0xFFFF_FFFF_FFFF == Self.readWord { kind = .read }
    if word & 0xFF_FFFF_FFFF_FFFF == Self.writeWord { kind = .write }
    return end + 1
  }

  private mutating func data(at place: Place, _ kind: Kind, _ content: inout Content) -> Place? {
    guard place[0] == Words.quote else { return Self.null(at: place) }
    content = .text
    // The draft compresses; text is a finding there.
    if scansPayloads, kind != .custom, !edition.compressesPayloads,
      let end = payload.scan(place + 1),
      end[0] == Words.quote
    {
      content = payload.isRead ? .read : .write
      return end + 1
    }
    return Self.string(at: place)
  }
}

extension SoundScanner {
  /// `"read"` with its quotes, and `"write"`, as they stand in a word.
  private static var readWord: UInt64 { 0x22_64_61_65_72_22 }
  private static var writeWord: UInt64 { 0x22_65_74_69_72_77_22 }

  /// The value of each hexadecimal digit, 255 for any other byte.
  private static let hexDigits: [UInt8] = (0...UInt8.max).map { byte in
    Ascii.hexDigit(byte).map { UInt8($0) } ?? 255
  }

  /// Behind white space.
  @inline(__always)
  static func skipSpace(_ place: Place) -> Place {
    if place[0] > 0x20 { return place }
    var place = place
    while place[0].isJSONSpace { place += 1 }
    return place
  }

  /// The value in an object whose only key is this, with its quotes.
  @inline(__always)
  private static func wrapped(_ key: StaticString, at place: Place) -> Place? {
    guard place[0] == Words.openBrace else { return nil }
    var place = skipSpace(place + 1)
    for index in 0..<key.utf8CodeUnitCount where place[index] != key.utf8Start[index] {
      return nil
    }
    place = skipSpace(place + key.utf8CodeUnitCount)
    guard place[0] == Words.colon else { return nil }
    return skipSpace(place + 1)
  }

  /// Behind the brace that closes an object, before which nothing else stands.
  @inline(__always)
  private static func closed(_ place: Place) -> Place? {
    let place = skipSpace(place)
    return place[0] == Words.closeBrace ? place + 1 : nil
  }

  private static func null(at place: Place) -> Place? {
    place[0] == UInt8(ascii: "n") && place[1] == UInt8(ascii: "u") && place[2] == UInt8(ascii: "l")
      && place[3] == UInt8(ascii: "l") ? place + 4 : nil
  }

  private static func stringOrNull(at place: Place) -> Place? {
    place[0] == Words.quote ? string(at: place) : null(at: place)
  }

  private static func date(at place: Place) -> Place? {
    guard let value = wrapped(#""$date""#, at: place) else { return nil }
    if value[0] == Words.quote {
      guard let end = plainText(from: value + 1), end[0] == Words.quote else { return nil }
      let text = UnsafeBufferPointer(start: value + 1, count: value.distance(to: end) - 1)
      guard Timestamp(iso8601: text.span) != nil else { return nil }
      return closed(end + 1)
    }
    guard let long = wrapped(#""$numberLong""#, at: value), long[0] == Words.quote else {
      return nil
    }
    var place = long + 1
    if place[0] == UInt8(ascii: "-") { place += 1 }
    let first = place
    while place[0] &- 0x30 < 10 { place += 1 }
    // Eighteen digits fit into 64 bits.
    guard (1...18).contains(first.distance(to: place)), place[0] == Words.quote else { return nil }
    return closed(place + 1).flatMap(closed)
  }

  /// The end of a text without escapes: its quote, or what it may not hold.
  static func plainText(from first: Place) -> Place? {
    var place = first
    while true {
      place = Words.special(from: place)
      if place[0] < 0x80 { return place[0] == Words.quote ? place : nil }
      let length = Utf8.wellFormedLength(at: place)
      if length == 0 { return nil }
      place += length
    }
  }

  /// Behind a string of any content.
  static func string(at start: Place) -> Place? {
    guard start[0] == Words.quote else { return nil }
    var place = start + 1
    while true {
      place = Words.unusual(from: place)
      switch place[0] {
      case Words.quote: return place + 1
      case Words.backslash:
        guard let next = escape(at: place) else { return nil }
        place = next
      default:
        let length = Utf8.wellFormedLength(at: place)
        if length == 0 { return nil }
        place += length
      }
    }
  }

  /// Behind an escape, or two that are one character.
  private static func escape(at place: Place) -> Place? {
    switch place[1] {
    case Words.quote, Words.backslash, UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return place + 2
    case UInt8(ascii: "u"):
      guard let unit = Ascii.fourHexDigits(at: place + 2) else { return nil }
      guard unit & 0xF800 == 0xD800 else { return place + 6 }
      guard unit < 0xDC00, place[6] == Words.backslash, place[7] == UInt8(ascii: "u"),
        let low = Ascii.fourHexDigits(at: place + 8), low & 0xFC00 == 0xDC00
      else { return nil }
      return place + 12
    default: return nil
    }
  }
}
