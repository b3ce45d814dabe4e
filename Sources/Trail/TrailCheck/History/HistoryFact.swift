import Formats
import JSON
import TrailReading

/// The event in which something was said of an object, as far as a contradiction has to name it.
struct HistoryEvent: Sendable, Hashable {
  /// The time that it states.
  var time: Int64
  /// When the replay takes it to have happened, which is another time where a clock was wrong.
  var moment: Int64
  /// The number of its file.
  var file: Int
  /// The number of its document in that file.
  var number: Int
  var id: DocumentId?
  /// Stands for its partition, which is one device's, or for the first of those that its device has written.
  var partition: UInt32
  /// Stands for activity and metadata.
  var actor: UInt32
  /// Whether its metadata name a user.
  var namesUser = false
  /// Whether it is known when it happened, and on which device.
  var isPlaced = true

  /// Where it stands, by the names of the files.
  func position(in files: [String]) -> TrailPosition {
    TrailPosition(file: files[file], document: number)
  }

  /// Stands for partition, activity and metadata, which all events of a scope share.
  var scope: UInt32 {
    let mixed = (UInt64(partition) << 32 | UInt64(actor)) &* 0x9E37_79B9_7F4A_7C15
    return UInt32(truncatingIfNeeded: mixed >> 32)
  }

  init(time: Int64, file: Int, number: Int, id: DocumentId?, partition: UInt32, actor: UInt32) {
    self.time = time
    moment = time
    self.file = file
    self.number = number
    self.id = id
    self.partition = partition
    self.actor = actor
  }
}

/// What one event says of one object: a state that was seen, a change, or both.
///
/// Facts lie in the words of an object's history one behind the other, because there are millions of them. A fact refers
/// to its values there, so that it can be moved without counting references.
struct HistoryFact: Sendable {
  enum Kind: UInt64, Sendable {
    // In the order in which one event means them: an object can be deleted and created again.
    case read, deletion, modification, insertion
    /// Shown in full in place of a link to it.
    case expansion
    /// The same in a mixed value, where a dictionary may look like it.
    case likeness
    /// Shown in full together with others of a collection, of which one was followed.
    case company

    /// Whether it is shown in place of a link.
    var isExpansion: Bool { self == .expansion || self == .likeness || self == .company }

    /// Whether it is a change, which several scopes may record.
    var isChange: Bool { self != .read && !isExpansion }

    /// What an event tells of an object that it names itself.
    init(_ act: ObjectAct.Kind) {
      self =
        switch act {
        case .seen: .read
        case .deleted: .deletion
        case .changed: .modification
        case .created: .insertion
        }
    }
  }

  var event: HistoryEvent
  var kind: Kind
  /// Where the values before or at the moment are among the words, each with its property in the upper 16 bits.
  package let before: Range<Int>
  /// Where the values are that it leaves.
  package let after: Range<Int>

  /// What is the same if two scopes record the same change: what it left, and all that was there before it.
  package func changeHash(in words: [UInt64]) -> UInt64 {
    var sum: UInt64 = 0
    for place in after { sum &+= Self.mixed(words[place]) }
    if kind == .modification || kind == .deletion {
      for place in before { sum &+= Self.mixed(words[place]) &* 3 }
    }
    var hash = StableHash()
    hash.add(kind.rawValue)
    hash.add(sum)
    return hash.value
  }

  /// Whether it leaves a value of the property.
  func leaves(_ property: Int, in words: [UInt64]) -> Bool {
    after.contains { FactValue(words[$0]).property == property }
  }

  /// Stands for a change as one scope, or one device, has recorded it.
  static func key(_ change: UInt64, _ recorder: UInt32) -> UInt64 {
    change ^ (UInt64(recorder) &* 0x9E37_79B9_7F4A_7C15)
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    var hash = StableHash()
    hash.add(value)
    return hash.value
  }
}

extension HistoryEvent {
  /// Whether one process has counted this event behind another one.
  func isCounted(behind other: HistoryEvent) -> Bool {
    guard let id, let otherId = other.id else { return false }
    return id.isCounted(behind: otherId)
  }

  /// Whether their ids tell that this event was stored behind another one of its partition.
  func isStored(behind other: HistoryEvent) -> Bool {
    guard let id, let otherId = other.id else { return false }
    if id.isOfOneProcess(with: otherId) { return id.isCounted(behind: otherId) }
    let (mine, others) = (id.rank(at: time), otherId.rank(at: other.time))
    return mine != 0 && others != 0 && mine > others
  }
}

extension HistoryFact {
  static let headerWords = 5
  /// The number of a file stands above that of the document and what kind of fact it is.
  static let fileShift: UInt64 = 40
  static let maximumFiles = 1 << 24
  private static let unplacedFlag: UInt64 = 1 << 5
  private static let userFlag: UInt64 = 1 << 6

  /// Appends the words of a fact, whose values are appended by the functions.
  static func append(
    _ kind: Kind,
    of event: HistoryEvent,
    to words: inout [UInt64],
    before: (inout [UInt64]) -> Void = { _ in },
    after: (inout [UInt64]) -> Void = { _ in }
  ) {
    let start = words.count
    let idFlag: UInt64 = event.id == nil ? 0 : 1
    words.append(UInt64(bitPattern: event.time))
    words.append(
      UInt64(event.file) << fileShift | UInt64(UInt32(clamping: event.number)) << 8
        | (event.isPlaced ? 0 : unplacedFlag) | (event.namesUser ? userFlag : 0)
        | idFlag << 4 | kind.rawValue
    )
    words.append(event.id?.high ?? 0)
    words.append(UInt64(event.id?.low ?? 0) << 32 | UInt64(event.actor))
    words.append(0)
    before(&words)
    let middle = words.count
    after(&words)
    let counts = (before: middle - start - headerWords, after: words.count - middle)
    words[start + 4] =
      UInt64(event.partition) << 32 | UInt64(counts.before) << 16 | UInt64(counts.after)
  }

  /// How many words the fact at this place takes.
  static func length(at place: Int, in words: [UInt64]) -> Int {
    headerWords + Int(words[place + 4] >> 16 & 0xFFFF) + Int(words[place + 4] & 0xFFFF)
  }

  /// Where each of the facts stands that follow each other in some words.
  static func ranges(in words: [UInt64], _ range: Range<Int>) -> Ranges {
    Ranges(words: words, place: range.lowerBound, end: range.upperBound)
  }

  struct Ranges: Sequence, IteratorProtocol {
    fileprivate let words: [UInt64]
    fileprivate var place: Int
    fileprivate let end: Int

    mutating func next() -> Range<Int>? {
      guard place < end else { return nil }
      let start = place
      place += HistoryFact.length(at: start, in: words)
      return start..<place
    }
  }

  /// The kind of the fact at this place.
  static func kind(at place: Int, in words: [UInt64]) -> Kind {
    Kind(rawValue: words[place + 1] & 0xF) ?? .read
  }

  /// Whether it is known when the event of the fact at this place happened, and on which device.
  static func isPlaced(at place: Int, in words: [UInt64]) -> Bool {
    words[place + 1] & unplacedFlag == 0
  }

  /// Reads the fact at this place.
  init(at place: Int, in words: [UInt64]) {
    let middle = words[place + 1]
    let hasId = middle >> 4 & 1 == 1
    event = HistoryEvent(
      time: Int64(bitPattern: words[place]),
      file: Int(middle >> Self.fileShift),
      number: Int(middle >> 8 & 0xFFFF_FFFF),
      id: hasId
        ? DocumentId(high: words[place + 2], low: UInt32(words[place + 3] >> 32)) : nil,
      partition: UInt32(words[place + 4] >> 32),
      actor: UInt32(truncatingIfNeeded: words[place + 3])
    )
    event.isPlaced = middle & Self.unplacedFlag == 0
    event.namesUser = middle & Self.userFlag != 0
    kind = Self.kind(at: place, in: words)
    let start = place + Self.headerWords
    let middleOfValues = start + Int(words[place + 4] >> 16 & 0xFFFF)
    before = start..<middleOfValues
    after = middleOfValues..<(place + Self.length(at: place, in: words))
  }
}

extension HistoryFact {
  /// What is wrong with facts of a class that were written down; nil if they are whole and all that they name is there.
  static func fault(
    in words: [UInt64],
    _ range: Range<Int>,
    files: Int,
    properties: Int
  ) -> String? {
    var place = range.lowerBound
    while place < range.upperBound {
      guard place + headerWords <= range.upperBound,
        place + length(at: place, in: words) <= range.upperBound
      else { return "the facts are cut off" }
      let fact = HistoryFact(at: place, in: words)
      guard fact.event.file < files else {
        return "the number of a file is not in the list of files"
      }
      let values = fact.before.lowerBound..<fact.after.upperBound
      guard values.allSatisfy({ FactValue(words[$0]).property < properties }) else {
        return "there is no such property"
      }
      place = values.upperBound
    }
    return nil
  }
}

/// The words of a fact without values, which has all of an event.
extension HistoryEvent: JSONValue {
  init?(words: [UInt64]) {
    guard words.count == HistoryFact.headerWords,
      HistoryFact.length(at: 0, in: words) == words.count
    else { return nil }
    self = HistoryFact(at: 0, in: words).event
  }

  var words: [UInt64] {
    var words: [UInt64] = []
    HistoryFact.append(.read, of: self, to: &words)
    return words
  }

  init(field node: JSONNode) throws(JSONFault) {
    guard let event = HistoryEvent(words: try node.words()) else {
      throw node.fault("expected an event")
    }
    self = event
  }

  var fieldJSON: JSON { .words(words) }
}

extension HistoryFact: RecordedFact {
  package var moment: Int64 {
    get { event.moment }
    set { event.moment = newValue }
  }
  package var device: UInt32 { event.partition }
  package var recorder: UInt32 { event.scope }
  package var isChange: Bool { kind.isChange }
  package var isCreation: Bool { kind == .insertion }
  package var isDeletion: Bool { kind == .deletion }
}
