import JSON
import TrailReading

/// Tells from the bytes of a payload, as it stands in its document, whether it can hold one of some keys: of what cannot, no
/// more is read.
///
/// A payload is JSON within a string, so a character of the key may be escaped in it once or twice, in any spelling. Where
/// no such escape is, the key can only stand there as it is.
struct KeyNeedle {
  /// A shorter part is in nearly every payload.
  private static let shortest = 4

  /// Of each key, the longest part that has no spelling without `\u` but its own.
  private let parts: [[UInt8]]
  /// These, and the same of other texts that are looked for in writes, however short they are.
  private let partsInWrites: [[UInt8]]
  /// The characters that an escape may stand for, if a key is behind it: its own, and those of escapes themselves.
  private let units: Set<UInt16>
  private static let read = Name("read")
  private static let write = Name("write")

  /// Nil if there is no key, if no part of one is long enough to be looked for, or if one may be spelled in another way.
  init?(_ objects: [ObjectName], inWrites texts: [String] = []) {
    parts = objects.compactMap { Self.part(of: $0.key, shortest: Self.shortest) }
    partsInWrites = parts + texts.compactMap { Self.part(of: $0, shortest: 1) }
    guard !objects.isEmpty, parts.count == objects.count, objects.allSatisfy(\.isSpelledOnce),
      partsInWrites.count == parts.count + texts.count
    else { return nil }
    units = objects.reduce(into: Set("\\u0123456789abcdefABCDEF".utf16)) {
      $0.formUnion($1.key.utf16)
    }
    .union(texts.flatMap(\.utf16))
  }

  private static func part(of key: String, shortest: Int) -> [UInt8]? {
    let parts = key.utf8.split { byte in
      byte < 0x20 || byte == Ascii.quote || byte == Ascii.backslash || byte == UInt8(ascii: "/")
    }
    guard let longest = parts.max(by: { $0.count < $1.count }), longest.count >= shortest
    else { return nil }
    return Array(longest)
  }

  /// Whether a document of these fields has to be read: because its payload may hold the key, because the end of that is
  /// missing, or because it is not the text of a read or a write.
  func mayStand(in fields: Value) -> Bool {
    guard case (let event?, let data?) = fields.eventAndData, let content = data.content else {
      return true
    }
    let isRead = event.says(Self.read)
    guard isRead || event.says(Self.write) else { return true }
    // What is cut off may have held the key. Every list closes its object, and a class of a write the whole.
    let end: StaticString = isRead ? "]}" : "]}}"
    let length = end.utf8CodeUnitCount
    let behind = content.start + content.count
    // So many bytes of it are there.
    guard content.count >= length,
      unsafe (behind - length).hasSameBytes(as: Place(end.utf8Start), count: length)
    else { return true }
    // The needles are kept as long as they are looked for.
    let mayHold = (isRead ? parts : partsInWrites).contains { part in
      unsafe part.withUnsafeBufferPointer { unsafe ByteWords.contains(Bytes($0), in: content) }
    }
    if mayHold { return true }
    return data.node.isOdd && hasEscapedUnit(from: content.start, to: behind)
  }

  /// Whether an escape stands for a character of the key, or of another escape.
  private func hasEscapedUnit(from start: Place, to end: Place) -> Bool {
    var place = start
    while true {
      place = ByteWords.unusual(from: place)
      if place >= end { return false }
      guard place[0] == Ascii.backslash else {
        place += 1
        continue
      }
      // `\u` is an escape of the document, `\\u` one of the payload; what else begins with `\\` are others of the payload.
      let isInner = place[1] == Ascii.backslash
      let kind = place + (isInner ? 2 : 1)
      if kind[0] == UInt8(ascii: "u") {
        guard let unit = Ascii.fourHexDigits(at: kind + 1) else { return true }
        if units.contains(UInt16(truncatingIfNeeded: unit)) { return true }
        place = kind + 5
      } else if isInner, kind[0] == Ascii.backslash {
        // One escape of the payload is `\\\"` or `\\\\`; anything else spells the letter of one as an escape.
        guard kind[1] == Ascii.quote || kind[1] == Ascii.backslash else { return true }
        place = kind + 2
      } else {
        place = kind + 1
      }
    }
  }
}
