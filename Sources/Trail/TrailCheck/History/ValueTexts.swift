import Formats
import JSON
import TrailReading

/// How values are spelled, for the sentences that name them: those are few, and values are many.
///
/// The values that were noted last are kept as they stand in the trail; each takes the place of another one.
struct ValueTexts: Sendable {
  /// How many values are kept at the most, and how many bytes of them: powers of two.
  private static let slotCount = 1 << 17
  private static let roomForBytes = 1 << 23
  /// What is longer is shortened before it is kept.
  private static let longestSpelling = 256
  /// How much of a value is shown.
  private static let shownLength = 60
  /// What it takes at the most, in Unicode scalars: what is shown may have many marks on its letters.
  private static let longestWords = 4096

  private enum Spelling: UInt8, Sendable {
    case plain, quoted
    /// Already what a sentence says.
    case words
  }

  /// A value, with the place of its bytes among all that were ever kept.
  private struct Slot: Sendable {
    var hash: UInt64 = 0
    var start = 0
    var count: UInt16 = 0
    var spelling = Spelling.plain
  }

  /// By the last bits of the hashes.
  private var slots: [Slot] = []
  /// The bytes that were kept last; behind the end they are written over from the beginning.
  private var bytes: [UInt8] = []
  private var end = 0

  /// Keeps the spelling of a value.
  @inline(__always)
  mutating func note(_ value: Value, as hash: UInt64) {
    let place = Int(truncatingIfNeeded: hash) & (Self.slotCount - 1)
    if place < slots.count, slots[place].hash == hash { return }
    keep(value, as: hash)
  }

  @inline(never)
  private mutating func keep(_ value: Value, as hash: UInt64) {
    // An expanded link is shown as what it stands for.
    let shown = value.isObject ? value[.id] ?? value : value
    if shown.node.count <= Self.longestSpelling {
      let isQuoted = shown.spelling is QuotedSpelling.Type
      keep(shown.bytes, isQuoted ? .quoted : .plain, as: hash)
    } else {
      note(Self.words(for: shown.json), as: hash)
    }
  }

  /// Keeps what a sentence says of a value.
  mutating func note(_ text: String, as hash: UInt64) {
    let text = String(text.unicodeScalars.prefix(Self.longestWords))
    text.withBytes { keep(Bytes(from: $0, count: $1), .words, as: hash) }
  }

  private mutating func keep(
    _ spelled: Bytes,
    _ spelling: Spelling,
    as hash: UInt64
  ) {
    if slots.isEmpty { slots = Array(repeating: Slot(), count: Self.slotCount) }
    for byte in spelled {
      if end < Self.roomForBytes { bytes.append(byte) } else { bytes[place(of: end)] = byte }
      end += 1
    }
    slots[Int(truncatingIfNeeded: hash) & (Self.slotCount - 1)] = Slot(
      hash: hash,
      start: end - spelled.count,
      count: UInt16(spelled.count),
      spelling: spelling
    )
  }

  private func place(of byte: Int) -> Int { byte & (Self.roomForBytes - 1) }

  /// What a sentence says of a value; nil if it is no longer known.
  func text(of hash: UInt64) -> String? {
    guard !slots.isEmpty else { return nil }
    let slot = slots[Int(truncatingIfNeeded: hash) & (Self.slotCount - 1)]
    guard slot.hash == hash, end - slot.start <= Self.roomForBytes else { return nil }
    let spelled = (slot.start..<slot.start + Int(slot.count)).map { bytes[place(of: $0)] }
    let decoded: [UInt8]? =
      switch slot.spelling {
      case .words: nil
      case .plain: spelled
      case .quoted: Bytes.withCopy(of: spelled, QuotedSpelling.decoded)
      }
    guard let decoded, let value = try? JSON(parsing: decoded) else {
      return String(decoding: spelled, as: UTF8.self)
    }
    return Self.words(for: value)
  }

  private static func words(for value: JSON) -> String {
    let value = withLinksAsKeys(value)
    if let text = value.string {
      return JSON.string(text.withoutMiddle(ifLongerThan: shownLength)).text()
    }
    return value.text().withoutMiddle(ifLongerThan: shownLength)
  }

  /// An expanded link is the same as the key that it stands for, also in a collection.
  private static func withLinksAsKeys(_ value: JSON) -> JSON {
    switch value {
    case .object(let members):
      if let key = members["_id"] { return key }
      return .object(members.mapValues(withLinksAsKeys))
    case .array(let elements): return .array(elements.map(withLinksAsKeys))
    default: return value
    }
  }
}

extension ValueTexts: JSONValue {
  /// What a sentence says of a value.
  private struct Entry: JSONItem {
    var hash: UInt64 = 0
    var text = ""

    mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
      try fields.word("hash", &hash)
      try fields("text", &text)
    }
  }

  init(field node: JSONNode) throws(JSONFault) {
    for entry in try [Entry](field: node) { note(entry.text, as: entry.hash) }
  }

  var fieldJSON: JSON {
    let known = slots.lazy.map(\.hash).filter { $0 != 0 }.sorted()
    return known.compactMap { hash in text(of: hash).map { Entry(hash: hash, text: $0) } }
      .fieldJSON
  }

  /// Takes over the texts of a part.
  mutating func take(_ part: ValueTexts) {
    for hash in part.slots.lazy.map(\.hash) where hash != 0 {
      if let text = part.text(of: hash) { note(text, as: hash) }
    }
  }
}
