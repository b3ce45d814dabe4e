import JSON
import TrailCheck
import TrailReading

/// What a trail and a database say of each object, until both are read.
///
/// Everything that is said of an object is in one section, so that one section after the other can be compared.
struct StateFacts: Sendable {
  /// What is said of an object.
  enum Kind: UInt64 {
    // In the order in which one event means them: an object can be deleted and created again.
    case seen, deleted, changed, created
    /// A row of the database, and a link of another row to it.
    case row, linked
    /// A deletion of whatever a mixed value with its key links to.
    case unlinked

    /// Whether an event says it of the object itself.
    var isOfEvent: Bool { rawValue <= Kind.created.rawValue }

    init(_ act: ObjectAct.Kind) {
      self =
        switch act {
        case .seen: .seen
        case .deleted: .deleted
        case .changed: .changed
        case .created: .created
        }
    }
  }

  /// Where something was said.
  struct Place {
    var time: Int64 = 0
    var file = 0
    /// The number of the document, or of the row.
    var number = 0
    /// Its place among the events of one instant, as far as their ids tell.
    var rank = 0
    /// Stands for the partition.
    var device: UInt32 = 0
    /// Stands for the activity, which tells scopes apart that were committed at one instant.
    var activity: UInt16 = 0
    /// Stands for the process that made the id, and may have gone on in another partition; 0 if no id tells.
    var process: UInt16 = 0
  }

  private var words: SectionedWords

  /// Keeps so many bytes in memory; lists have room for as much again.
  init(bytes: Int) { words = SectionedWords(words: bytes / 32) }

  /// Nothing yet, with as much room.
  var emptied: StateFacts {
    var facts = self
    facts.words = words.emptied
    return facts
  }

  /// What tells an object from all others: its class, and the hash of its key.
  static func object(_ className: Int, _ key: UInt64) -> UInt64 {
    var hash = StableHash()
    hash.add(UInt64(truncatingIfNeeded: className))
    hash.add(key)
    return hash.value
  }

  /// What stands for all objects to which a mixed value may be a link: it shows their key, and not their class.
  static func mixedTarget(_ key: UInt64) -> UInt64 { object(StateSchema.maximum, key) }

  /// What stands for the process that made an id.
  static func process(of id: DocumentId) -> UInt16 {
    UInt16(truncatingIfNeeded: StableHash(of: id.process).value >> 48)
  }

  /// Notes what is said of an object: the values before or at the moment, and those that it leaves.
  mutating func append(
    _ kind: Kind,
    of object: UInt64,
    class className: Int,
    key: Bytes,
    at place: Place,
    before: [UInt64] = [],
    after: [UInt64] = []
  ) {
    // The key serves for naming the object.
    let header = StateFactHeader(
      object: object,
      kind: kind,
      className: className,
      place: place,
      keyBytes: min(key.count, StateFactHeader.longestKey),
      before: before.count,
      after: after.count
    )
    let section = Int(truncatingIfNeeded: object) & (SectionedWords.sectionCount - 1)
    words.append(in: section) { words in
      header.append(to: &words)
      Self.append(key[bytes: 0..<header.keyBytes], to: &words)
      words += before
      words += after
    }
  }

  private static func append(_ key: Bytes, to words: inout [UInt64]) {
    var place = 0
    while place + 8 <= key.count {
      words.append((key.start + place).word)
      place += 8
    }
    guard place < key.count else { return }
    words.append(key[bytes: place..<key.count].reversed().reduce(0) { $0 << 8 | UInt64($1) })
  }

  /// Takes over what was noted elsewhere, behind what is here.
  mutating func take(_ other: StateFacts) { words.take(other.words) }

  /// Whether nothing is said.
  var isEmpty: Bool { words.isEmpty }

  /// Whether what is said takes more bytes.
  func isLarger(than bytes: Int) -> Bool { words.isLarger(than: bytes) }

  /// All that is said in a section.
  func words(of section: Int) throws(TrailError) -> [UInt64] { try words.words(of: section) }
}

/// Objects with all that is said of them.
struct StateSection {
  let words: [UInt64]

  /// One thing that is said of an object.
  struct Fact {
    let kind: StateFacts.Kind
    var place: StateFacts.Place
    /// Where its words begin.
    let start: Int
    /// The values before or at the moment, and those that it leaves.
    let before, after: Range<Int>
  }

  /// Hands over each object with what is said of it, in the order in which it was read.
  func forEachObject(_ body: (_ object: UInt64, [Fact]) -> Void) {
    var starts: [(object: UInt64, place: Int)] = []
    var place = 0
    while place < words.count {
      starts.append((words[place], place))
      place = end(of: place)
    }
    // The places are in the order of reading, which stays for what is said of one object.
    starts.sort(by: <)
    var first = 0
    while first < starts.count {
      let object = starts[first].object
      var facts: [Fact] = []
      while first < starts.count, starts[first].object == object {
        facts.append(fact(at: starts[first].place))
        first += 1
      }
      body(object, facts)
    }
  }

  private func end(of start: Int) -> Int {
    start + StateFactHeader(at: start, in: words).length
  }

  private func fact(at start: Int) -> Fact {
    let header = StateFactHeader(at: start, in: words)
    let first = start + StateFactHeader.words + header.keyWords
    let middle = first + header.before
    return Fact(
      kind: header.kind,
      place: header.place,
      start: start,
      before: first..<middle,
      after: middle..<middle + header.after
    )
  }

  func className(of fact: Fact) -> Int { StateFactHeader(at: fact.start, in: words).className }

  /// What tells the object of a fact from others.
  func object(of fact: Fact) -> UInt64 { StateFactHeader(at: fact.start, in: words).object }

  func key(of fact: Fact) -> String {
    let start = fact.start + StateFactHeader.words
    let bytes = (0..<StateFactHeader(at: fact.start, in: words).keyBytes).map { index in
      UInt8(truncatingIfNeeded: words[start + index / 8] >> UInt64(index % 8 * 8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension StateSection.Fact: RecordedFact {
  var moment: Int64 {
    get { place.time }
    set { place.time = newValue }
  }
  var device: UInt32 { place.device }
  var recorder: UInt32 { UInt32(place.activity) }
  var isChange: Bool { kind != .seen }
  var isCreation: Bool { kind == .created }
  var isDeletion: Bool { kind == .deleted }

  /// What is the same if a device records a change twice.
  func changeHash(in words: [UInt64]) -> UInt64 {
    var hash = StableHash()
    hash.add(UInt64(place.device) << 8 | kind.rawValue)
    // In whichever order the properties stand.
    for values in [before, after] {
      hash.add(
        values.reduce(0) { sum, place in
          var value = StableHash()
          value.add(words[place])
          return sum &+ value.value
        }
      )
    }
    return hash.value
  }
}
