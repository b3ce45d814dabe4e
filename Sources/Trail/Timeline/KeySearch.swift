import Formats
import JSON

/// Looks through the parts of a trail for documents that may speak of an object: threads find them, and who asked reads
/// them in their order.
struct KeySearch: Sendable {
  let object: ObjectName
  let edition: Edition
  let limits: TrailLimits

  /// What a part has.
  struct Found: Sendable {
    /// How many documents there are.
    fileprivate(set) var documents = 0
    /// How many lines there are.
    fileprivate(set) var lines = 0
    fileprivate var damage: FindingSummary
    fileprivate var places: [(file: String, line: Int, range: Range<Int>)] = []
    fileprivate var bytes: [UInt8] = []

    /// What could not be read, for a part before which its file has some lines.
    func damage(behind lines: Int) -> FindingSummary {
      var damage = damage
      if lines > 0 { damage.rephrase { $0.position.line += lines } }
      return damage
    }

    /// The texts of the documents that have to be read, in their order.
    func forEach(_ body: (UnsafeBufferPointer<UInt8>, _ file: String, _ line: Int) -> Void) {
      bytes.withUnsafeBufferPointer { bytes in
        for place in places {
          body(UnsafeBufferPointer(rebasing: bytes[place.range]), place.file, place.line)
        }
      }
    }
  }

  /// Looks through a part; lines of a file that is in several parts are counted from 1.
  func search(_ part: TrailParts.Part) throws(TrailError) -> Found {
    let log = FindingLog(examplesPerCode: TrailWalk.examplesPerCode)
    let texts = TextReader(depthLimit: limits.depth, readsPayloads: false)
    var found = Found(damage: log.summary)
    switch part {
    case .files(let sources):
      for source in sources {
        let reader = try TrailReader(source.input, limits: limits)
        try search(reader, source, texts, log, &found)
      }
    case .lines(let stretch):
      let (source, range) = (stretch.source, stretch.range)
      let reader = try TrailReader(source.input, limits: limits, lines: range, from: 1)
      try search(reader, source, texts, log, &found)
    }
    found.damage = log.summary
    return found
  }

  private func search(
    _ reader: TrailReader,
    _ source: NamedInput,
    _ texts: TextReader,
    _ log: FindingLog,
    _ found: inout Found
  ) throws(TrailError) {
    // One of its own: threads that count references to the same one wait for each other.
    let needle = KeyNeedle(object)
    let activity = Name(edition.activityField)
    log.file = source.name
    var isOfEdition = false
    try reader.read { piece in
      switch piece {
      case .damage(let code, let line, let sentence):
        log.line = line
        log(code, sentence)
      case .document(let text, let line):
        log.line = line
        guard let fields = texts.fields(of: text, log) else { return }
        found.documents += 1
        // Until one is of the edition, each has to be read: all may be of another one.
        if isOfEdition, !(needle?.mayStand(in: fields) ?? true) { return }
        isOfEdition = isOfEdition || fields[activity] != nil
        let start = found.bytes.count
        found.bytes += text
        found.places.append((source.name, line, start..<found.bytes.count))
        // The scanner looks at whole words.
        found.bytes += repeatElement(0, count: ReadingWindow.padding)
      }
    }
    found.lines = reader.lineCount
  }
}
