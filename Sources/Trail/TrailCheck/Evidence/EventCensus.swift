import Formats
import JSON
import TrailReading

/// Counts the events of a trail as they are read: how many there are, how far they extend, and of how many devices.
struct EventCensus: Sendable {
  private struct Sighting: Sendable {
    let timestamp: Int64
    let id: DocumentId?
    let file: Int
    let number: Int
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

  /// What was counted of a part of a trail.
  var partial: JSON {
    [
      "reads": .count(reads), "writes": .count(writes), "customs": .count(customs),
      "first": json(first), "last": json(last), "devices": devices.partial,
      "users": .array(
        users.map { ["field": .string($0.field), "texts": $0.texts.partial] }
      ),
    ]
  }

  mutating func take(_ reader: JSONNode) throws(JSONFault) {
    reads = try reader.member("reads").sum(with: reads)
    writes = try reader.member("writes").sum(with: writes)
    customs = try reader.member("customs").sum(with: customs)
    for key in ["first", "last"] {
      guard let node = try reader.member(key).unlessNull else { continue }
      note(
        Sighting(
          timestamp: try node.member("timestamp").integer(),
          id: try node.member("_id").unlessNull.map(DocumentId.init),
          file: files.number(of: try node.member("file").string()),
          number: try node.member("document").count()
        )
      )
    }
    try devices.take(try reader.member("devices"))
    for entry in try reader.member("users").elements() {
      var texts = DistinctTexts()
      try texts.take(try entry.member("texts"))
      take([(try entry.member("field").string(), texts)])
    }
  }

  private func json(_ sighting: Sighting?) -> JSON {
    guard let sighting else { return .null }
    return [
      "timestamp": .int(sighting.timestamp), "_id": .optional(sighting.id?.hex),
      "file": .string(files.names[sighting.file]), "document": .count(sighting.number),
    ]
  }
}
