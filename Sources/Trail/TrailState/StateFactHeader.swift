/// What stands in front of the key and the values of a fact, packed into words, because there are millions of facts.
struct StateFactHeader {
  static let words = 6
  /// A key is cut off to as many bytes as fit beside the rest.
  static let longestKey = 256

  let object: UInt64
  let kind: StateFacts.Kind
  let className: Int
  let place: StateFacts.Place
  let keyBytes: Int
  /// How many values there are before or at the moment, and how many are left.
  let before, after: Int

  /// How many words there are with key and values.
  var length: Int { Self.words + keyWords + before + after }
  var keyWords: Int { (keyBytes + 7) / 8 }

  func append(to words: inout [UInt64]) {
    words.append(object)
    words.append(
      UInt64(place.activity) << 48 | UInt64(place.process) << 32 | UInt64(className) << 16
        | kind.rawValue << 12 | UInt64(keyBytes)
    )
    words.append(UInt64(bitPattern: place.time))
    words.append(UInt64(place.file) << 40 | UInt64(truncatingIfNeeded: place.number))
    words.append(UInt64(place.device) << 32 | UInt64(before) << 16 | UInt64(after))
    words.append(UInt64(truncatingIfNeeded: place.rank))
  }
}

extension StateFactHeader {
  /// Reads the header at this place.
  init(at start: Int, in words: [UInt64]) {
    let (mixed, document, counts) = (words[start + 1], words[start + 3], words[start + 4])
    object = words[start]
    kind = StateFacts.Kind(rawValue: mixed >> 12 & 0xF) ?? .seen
    className = Int(mixed >> 16 & 0xFFFF)
    keyBytes = Int(mixed & 0xFFF)
    before = Int(counts >> 16 & 0xFFFF)
    after = Int(counts & 0xFFFF)
    place = StateFacts.Place(
      time: Int64(bitPattern: words[start + 2]),
      file: Int(document >> 40),
      number: Int(document & (1 << 40 - 1)),
      rank: Int(truncatingIfNeeded: words[start + 5]),
      device: UInt32(truncatingIfNeeded: counts >> 32),
      activity: UInt16(mixed >> 48),
      process: UInt16(mixed >> 32 & 0xFFFF)
    )
  }
}
