import Formats
import TrailReading

/// Counts the events of a trail as they are read: how many there are, how far they extend, and of how many devices.
struct EventCensus: Sendable {
  private struct Sighting: JSONItem {
    var timestamp: Int64 = 0
    var id: DocumentId?
    var file = 0
    var number = 0

    mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
      try fields("timestamp", &timestamp)
      try fields("_id", &id)
      try fields("file", &file)
      try fields("document", &number)
    }
  }

  /// The values of a field that names users.
  private struct Users: JSONItem {
    var field = ""
    var texts = DistinctTexts()

    mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
      try fields("field", &field)
      try fields("texts", &texts)
    }
  }

  private var files = NumberedNames()
  private var file = 0

  private var reads = 0, writes = 0, customs = 0
  private var first: Sighting?
  private var last: Sighting?
  private var earliest = Int64.max
  private var latest = Int64.min
  private var devices = DistinctTexts()
  /// The values of the fields that name users, as far as they were handed over.
  private var users: [(field: String, texts: DistinctTexts)] = []

  /// Begins to read a file.
  mutating func begin(_ name: String) { file = files.number(of: name) }

  @inline(__always)
  mutating func note(_ document: borrowing Document, number: Int) {
    switch document.kind {
    case .read: reads += 1
    case .write: writes += 1
    case .custom: customs += 1
    }
    if let partition = document.partition { devices.note(partition) }
    guard let timestamp = document.timestamp else { return }
    if timestamp > latest, first != nil {
      // Nearly always: documents are in the order of time.
      latest = timestamp
      last = Sighting(timestamp: timestamp, id: document.id, file: file, number: number)
    } else if timestamp <= earliest || timestamp >= latest {
      note(Sighting(timestamp: timestamp, id: document.id, file: file, number: number))
    }
  }

  @inline(never)
  private mutating func note(_ sighting: Sighting) {
    // Of events of one instant, those that stand first and last: the same whichever file was read first.
    let position = position(sighting)
    let isFirst =
      first.map { ($0.timestamp, self.position($0)) > (sighting.timestamp, position) } ?? true
    let isLast =
      last.map { ($0.timestamp, self.position($0)) < (sighting.timestamp, position) } ?? true
    if isFirst { (first, earliest) = (sighting, sighting.timestamp) }
    if isLast { (last, latest) = (sighting, sighting.timestamp) }
  }

  private func position(_ sighting: Sighting) -> TrailPosition {
    TrailPosition(file: files.names[sighting.file], document: sighting.number)
  }

  /// Fills in what was counted.
  func report(into provenance: inout TrailProvenance, _ lines: ElementLines) {
    func event(_ sighting: Sighting) -> TrailProvenance.Event {
      var event = self.event(sighting)
      lines.complete(&event.position)
      return event
    }
    provenance.reads = reads
    provenance.writes = writes
    provenance.customs = customs
    provenance.first = first.map(event)
    provenance.last = last.map(event)
    provenance.devices = devices.count
    provenance.users = users.filter { $0.texts.count.count > 0 }
      .map { TrailProvenance.User(field: $0.field, count: $0.texts.count) }
  }

  private func event(_ sighting: Sighting) -> TrailProvenance.Event {
    TrailProvenance.Event(
      timestamp: sighting.timestamp,
      id: sighting.id?.hex,
      position: position(sighting)
    )
  }

  // MARK: Parts

  /// Takes over what was counted of the part that comes next.
  mutating func take(_ part: EventCensus) {
    reads += part.reads
    writes += part.writes
    customs += part.customs
    for sighting in [part.first, part.last].compactMap(\.self) {
      note(
        Sighting(
          timestamp: sighting.timestamp,
          id: sighting.id,
          file: files.number(of: part.files.names[sighting.file]),
          number: sighting.number
        )
      )
    }
    devices.take(part.devices)
    take(part.users)
  }

  /// Takes over the users of a part.
  mutating func take(_ part: [(field: String, texts: DistinctTexts)]) {
    for (field, texts) in part {
      let index = users.firstIndex { $0.field == field } ?? users.endIndex
      if index == users.endIndex { users.append((field, DistinctTexts())) }
      users[index].texts.take(texts)
    }
  }
}

extension EventCensus: JSONRecord {
  mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
    try fields.total("reads", &reads)
    try fields.total("writes", &writes)
    try fields.total("customs", &customs)
    try fields("files", &files)
    try fields("first", &first)
    try fields("last", &last)
    try fields("devices", &devices)
    try fields.each("users", users.map { Users(field: $0.field, texts: $0.texts) }) {
      take([($0.field, $0.texts)])
    }
    guard [first, last].allSatisfy({ $0.map { $0.file < files.names.count } ?? true }) else {
      throw fields.fault("the number of a file is not in the list of files")
    }
  }
}
