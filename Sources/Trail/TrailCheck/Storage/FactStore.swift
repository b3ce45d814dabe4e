import Formats
import JSON
import TrailReading

/// The facts of all objects until the trail is read.
///
/// Objects are divided among sections by the hashes of their keys. A section holds all facts of its objects, so that one
/// section after the other can be put in order and replayed.
struct FactStore: Sendable {
  static let sectionCount = SectionedWords.sectionCount

  /// The section with all facts of an object.
  static func section(of object: HistoryKey) -> Int {
    Int(truncatingIfNeeded: object.key) & (sectionCount - 1)
  }

  /// What is longer is cut off: it serves for naming the object.
  private static let longestKey = 1024

  private var words: SectionedWords
  /// The objects of which the key was written lately, by the last bits of their hashes.
  private var named: [UInt64] = []

  /// Keeps so many bytes in memory; lists have room for as much again.
  init(bytes: Int = .max) { words = SectionedWords(words: bytes / 16) }

  /// Why facts are missing; once there is a reason, none are taken.
  var failure: TrailError? { words.failure }

  /// Whether a part of the facts is in a file.
  var isSpilled: Bool { words.isSpilled }

  /// Whether they take more bytes.
  func isLarger(than bytes: Int) -> Bool { words.isLarger(than: bytes) }

  /// Takes the words of a fact of an object.
  mutating func append(to object: HistoryKey, _ key: @autoclosure () -> String, _ fact: [UInt64]) {
    if named.isEmpty { named = Array(repeating: 0, count: 1 << 14) }
    let place = Int(truncatingIfNeeded: object.key >> 8) & (named.count - 1)
    let name = object.key ^ UInt64(truncatingIfNeeded: object.className) &* 0x9E37_79B9_7F4A_7C15
    let isNamed = named[place] == name
    named[place] = name
    words.append(in: Self.section(of: object)) { words in
      Self.append(object, isNamed ? nil : key(), fact, to: &words)
    }
  }

  /// Appends an entry with one fact to its section.
  private static func append(
    _ object: HistoryKey,
    _ key: String?,
    _ fact: [UInt64],
    to words: inout [UInt64]
  ) {
    let head = object.key << 16
    if let key { append(head, key, to: &words) } else { words.append(head) }
    words.append(word(object.className, fact.count))
    words += fact
  }

  /// The word before the facts of an entry.
  private static func word(_ className: Int, _ count: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: className) << 32 | UInt64(truncatingIfNeeded: count)
  }

  /// Appends the head of an entry with the key behind it.
  private static func append(_ head: UInt64, _ key: String, to words: inout [UInt64]) {
    key.withBytes { bytes, length in
      var count = min(length, longestKey)
      if count == longestKey { while count > 0, bytes[count - 1] >= 0x80 { count -= 1 } }
      words.append(head | UInt64(count + 1))
      for start in stride(from: 0, to: count, by: 8) {
        var word: UInt64 = 0
        for place in start..<min(start + 8, count) {
          word |= UInt64(bytes[place]) << UInt64((place - start) * 8)
        }
        words.append(word)
      }
    }
  }

  // MARK: Objects

  /// What was said of the objects of a section, in the order in which it was read.
  func words(of section: Int) throws(TrailError) -> [UInt64] {
    try words.words(of: section)
  }

  /// Hands over the objects of a section with all their facts.
  func forEach(in section: Int, _ body: (ObjectHistory) -> Void) throws(TrailError) {
    Self.forEach(in: try words(of: section), body)
  }

  /// Hands over the facts of a section one after the other, each with its object and its place.
  static func forEachFact(in words: [UInt64], _ body: (HistoryKey, Int) -> Void) {
    var place = 0
    while place < words.count {
      let entry = Entry(at: place, in: words)
      let object = HistoryKey(className: Int(entry.className), key: entry.key)
      let facts = entry.facts(in: words)
      for fact in HistoryFact.ranges(in: words, facts) { body(object, fact.lowerBound) }
      place = facts.upperBound
    }
  }

  /// An entry of a section: what it is sorted by, and where it stands.
  ///
  /// The first word has the hash of the key and how many bytes it has, which follow; behind them is a word with the class
  /// and the length of the facts.
  private struct Entry {
    let key: UInt64
    let className: UInt32
    let place: Int

    init(at place: Int, in words: [UInt64]) {
      key = words[place] >> 16
      className = UInt32(words[Self.keyEnd(at: place, in: words)] >> 32)
      self.place = place
    }

    /// Nil if the words end before the entry does.
    init?(ifWholeAt place: Int, in words: [UInt64]) {
      guard Self.keyEnd(at: place, in: words) < words.count else { return nil }
      self.init(at: place, in: words)
      guard facts(in: words).upperBound <= words.count else { return nil }
    }

    /// Where the length of the facts stands, behind the key.
    private static func keyEnd(at place: Int, in words: [UInt64]) -> Int {
      place + 1 + ((keyBytes(at: place, in: words) ?? 0) + 7) / 8
    }

    /// How many bytes the key has; nil if it stands in another entry.
    static func keyBytes(at place: Int, in words: [UInt64]) -> Int? {
      // A key of no bytes counts as one.
      let count = Int(words[place] & 0xFFFF)
      return count > 0 ? count - 1 : nil
    }

    func facts(in words: [UInt64]) -> Range<Int> {
      let end = Self.keyEnd(at: place, in: words)
      return end + 1..<end + 1 + Int(words[end] & 0xFFFF_FFFF)
    }

    func isOfSameObject(as other: Entry) -> Bool {
      key == other.key && className == other.className
    }

    /// The first bits of the key, so many of them.
    func compartment(bits: Int) -> Int { Int(truncatingIfNeeded: key >> UInt64(48 - bits)) }

    static func < (left: Entry, right: Entry) -> Bool {
      if left.key != right.key { return left.key < right.key }
      if left.className != right.className { return left.className < right.className }
      return left.place < right.place
    }
  }

  private static func entries(in words: [UInt64]) -> [Entry] {
    var entries: [Entry] = []
    entries.reserveCapacity(words.count / (2 + HistoryFact.headerWords))
    var place = 0
    while place < words.count {
      let entry = Entry(at: place, in: words)
      entries.append(entry)
      place = entry.facts(in: words).upperBound
    }
    return entries
  }

  /// The entries by their keys, those of one object in the order in which they came.
  private static func sorted(_ entries: [Entry]) -> [Entry] {
    // Hashes are spread evenly: with as many compartments as there are entries, each has few to be put in order.
    let bits = min(24, max(1, Int.bitWidth - entries.count.leadingZeroBitCount))
    var ends = Array(repeating: 0, count: 1 << bits + 1)
    for entry in entries { ends[entry.compartment(bits: bits) + 1] += 1 }
    for place in ends.indices.dropFirst() { ends[place] += ends[place - 1] }
    var sorted = entries
    for entry in entries {
      let compartment = entry.compartment(bits: bits)
      sorted[ends[compartment]] = entry
      ends[compartment] += 1
    }
    // Each compartment ends where the next one begins.
    var start = 0
    for end in ends {
      if end - start > 1 { sorted[start..<end].sort(by: <) }
      start = end
    }
    return sorted
  }

  private static func forEach(in words: [UInt64], _ body: (ObjectHistory) -> Void) {
    let entries = sorted(entries(in: words))
    var first = 0
    while first < entries.count {
      let object = entries[first]
      var end = first
      var key: String?
      var places: [Range<Int>] = []
      while end < entries.count, entries[end].isOfSameObject(as: object) {
        let place = entries[end].place
        if key == nil, let count = Entry.keyBytes(at: place, in: words) {
          key = text(words[(place + 1)...], count)
        }
        places.append(entries[end].facts(in: words))
        end += 1
      }
      body(
        ObjectHistory(
          className: Int(object.className),
          key: key ?? "",
          keyHash: object.key,
          words: words,
          places: places
        )
      )
      first = end
    }
  }

  /// The text whose bytes are in the first of these words.
  private static func text(_ words: ArraySlice<UInt64>, _ count: Int) -> String {
    let bytes = (0..<count).map { place in
      UInt8(truncatingIfNeeded: words[words.startIndex + place / 8] >> UInt64(place % 8 * 8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

// Parts of a trail.
extension FactStore {
  /// Takes facts over, with the numbers that they have here, and says in which events values are left out.
  mutating func take(
    _ part: consuming FactStore,
    _ numbers: PartNumbers,
    _ leaveOut: (HistoryEvent) -> Void
  ) {
    guard !numbers.areSame else { return words.take(part.words) }
    words.take(part.words) { Self.append($0, numbers, to: &$1, leaveOut) }
  }

  private static func append(
    _ entries: [UInt64],
    _ numbers: PartNumbers,
    to words: inout [UInt64],
    _ leaveOut: (HistoryEvent) -> Void
  ) {
    for entry in self.entries(in: entries) {
      let facts = entry.facts(in: entries)
      // The key, without the class and the length behind it.
      words += entries[entry.place..<facts.lowerBound - 1]
      let head = words.count
      words.append(0)
      let className = Int(entry.className)
      for fact in HistoryFact.ranges(in: entries, facts) {
        numbers.append(entries[fact], of: className, to: &words, leaveOut)
      }
      words[head] = Self.word(numbers.classes[className], words.count - head - 1)
    }
  }
}

extension FactStore: JSONValue {
  init(field node: JSONNode) throws(JSONFault) {
    self.init()
    let nodes = try node.elements()
    guard nodes.count == Self.sectionCount else {
      throw node.fault("expected the words of each section")
    }
    words = SectionedWords(try nodes.map { node throws(JSONFault) in try node.words() })
  }

  var fieldJSON: JSON { .array(words.sections.map(JSON.words)) }

  /// What is wrong with facts that were written down: the numbers of files, and of the properties of each class, are bounds.
  func fault(files: Int, properties: [Int]) -> String? {
    for words in words.sections {
      var place = 0
      while place < words.count {
        guard let entry = Entry(ifWholeAt: place, in: words) else {
          return "the facts are cut off"
        }
        guard entry.className < properties.count else { return "there is no such class" }
        let facts = entry.facts(in: words)
        let count = properties[Int(entry.className)]
        if let fault = HistoryFact.fault(in: words, facts, files: files, properties: count) {
          return fault
        }
        place = facts.upperBound
      }
    }
    return nil
  }
}
