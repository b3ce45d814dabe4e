import Formats
import TrailReading

/// Looks through the parts of a trail for documents that may mention some objects: threads find them, and who asked reads
/// them in their order.
struct KeySearch: Sendable {
  private let objects: [ObjectName]
  private let textsOfWrites: [String]
  private let activity: Name

  init(_ objects: [ObjectName], inWrites texts: [String] = [], edition: Edition) {
    (self.objects, textsOfWrites) = (objects, texts)
    activity = Name(edition.activityField)
  }

  /// What a part has.
  struct Found: Sendable {
    /// How many documents there are.
    fileprivate(set) var documents = 0
    /// How many lines there are.
    fileprivate(set) var lines = 0
    fileprivate var damage: FindingSummary
    fileprivate var places: [(position: TrailPosition, range: Range<Int>)] = []
    fileprivate var bytes: [UInt8] = []

    /// What could not be read, for a part before which its file has some lines.
    func damage(behind lines: Int) -> FindingSummary {
      var damage = damage
      if lines > 0 { damage.rephrase { $0.position.document += lines } }
      return damage
    }

    fileprivate mutating func keep(
      _ text: Bytes,
      at position: TrailPosition
    ) {
      let start = bytes.count
      // As one piece: byte by byte, it would take longer than to look for the key.
      unsafe bytes.append(contentsOf: text.buffer)
      places.append((position, start..<bytes.count))
      // The scanner looks at whole words.
      bytes += repeatElement(0, count: ReadingWindow.padding)
    }

    /// The texts of the documents that have to be read, in their order.
    func forEach(_ body: (Bytes, _ position: TrailPosition) -> Void) {
      // Behind each there are zeros.
      unsafe bytes.withUnsafeBufferPointer { bytes in
        let all = unsafe Bytes(bytes)
        for place in places { body(all[bytes: place.range], place.position) }
      }
    }
  }

  /// Looks through a part; lines of a file that is in several parts are counted from 1.
  func search(_ part: TrailParts.Part) throws(TrailError) -> Found {
    // A needle of its own: threads that count references to the same one wait for each other.
    let needle = KeyNeedle(objects, inWrites: textsOfWrites)
    let limits = TrailLimits()
    let log = FindingLog(examplesPerCode: WantedEvents.examplesPerCode)
    let documents = DocumentReader(log: log, readsPayloads: false)
    var found = Found(damage: log.summary)
    func search(_ source: NamedInput, lines: Range<Int>? = nil) throws(TrailError) {
      let reader = try TrailReader(source.input, limits: limits, lines: lines, from: 1)
      // Until one is of the edition, each has to be read: all may be of another one.
      var isOfEdition = false
      try documents.read(
        reader,
        as: source.name,
        where: { !isOfEdition || needle?.mayStand(in: $0) ?? true }
      ) { text, fields in
        isOfEdition = isOfEdition || fields[activity] != nil
        found.keep(text, at: log.position)
      }
      found.lines = reader.lineCount
    }
    switch part {
    case .files(let sources): for source in sources { try search(source) }
    case .lines(let stretch): try search(stretch.source, lines: stretch.range)
    }
    found.documents = documents.documents
    found.damage = log.summary
    return found
  }
}
