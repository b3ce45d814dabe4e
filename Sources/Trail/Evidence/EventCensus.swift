import Formats
import JSON

/// Counts the events of a trail as they are read: how many there are, how far they extend, and of how many devices.
struct EventCensus: Sendable {
  private struct Sighting: Sendable {
    let timestamp: Int64
    let id: DocumentId?
    let position: TrailPosition
  }

  private var reads = 0, writes = 0, customs = 0
  private var first: Sighting?
  private var last: Sighting?
  private var earliest = Int64.max
  private var latest = Int64.min
  private var devices = DistinctTexts()
  /// The users of parts that were merged.
  private var users: [(field: String, texts: DistinctTexts)] = []

  mutating func note(_ document: borrowing Document, _ log: FindingLog) {
    switch document.kind {
    case .read: reads += 1
    case .write: writes += 1
    case .custom: customs += 1
    }
    if let partition = document.partition { devices.note(partition) }
    guard let timestamp = document.timestamp, timestamp <= earliest || timestamp >= latest else {
      return
    }
    note(Sighting(timestamp: timestamp, id: document.id, position: log.position))
  }

  private mutating func note(_ sighting: Sighting) {
    // Of events of one instant, those that stand first and last: the same whichever file was read first.
    let isFirst =
      first.map {
        ($0.timestamp, $0.position) > (sighting.timestamp, sighting.position)
      } ?? true
    let isLast =
      last.map { ($0.timestamp, $0.position) < (sighting.timestamp, sighting.position) } ?? true
    if isFirst { (first, earliest) = (sighting, sighting.timestamp) }
    if isLast { (last, latest) = (sighting, sighting.timestamp) }
  }

  /// Fills in what was counted.
  func report(into provenance: inout TrailProvenance, _ watched: WatchedFields? = nil) {
    provenance.reads = reads
    provenance.writes = writes
    provenance.customs = customs
    provenance.first = first.map(Self.event)
    provenance.last = last.map(Self.event)
    provenance.devices = devices.count
    provenance.users = (watched?.users ?? users).filter { $0.texts.count.count > 0 }
      .map { TrailProvenance.User(field: $0.field, count: $0.texts.count) }
  }

  private static func event(_ sighting: Sighting) -> TrailProvenance.Event {
    TrailProvenance.Event(
      timestamp: sighting.timestamp,
      id: sighting.id?.hex,
      position: sighting.position
    )
  }

  // MARK: Parts

  /// What was counted of a part of a trail.
  func partial(_ watched: WatchedFields) -> JSON {
    [
      "reads": .count(reads), "writes": .count(writes), "customs": .count(customs),
      "first": Self.json(first), "last": Self.json(last), "devices": devices.partial,
      "users": .array(
        watched.users.map { ["field": .string($0.field), "texts": $0.texts.partial] }
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
          id: try node.member("_id").unlessNull.map(Self.id),
          position: try node.position()
        )
      )
    }
    try devices.take(try reader.member("devices"))
    for entry in try reader.member("users").elements() {
      let field = try entry.member("field").string()
      let index = users.firstIndex { $0.field == field } ?? users.endIndex
      if index == users.endIndex { users.append((field, DistinctTexts())) }
      try users[index].texts.take(try entry.member("texts"))
    }
  }

  private static func id(_ reader: JSONNode) throws(JSONFault) -> DocumentId {
    let digits = Array(try reader.string().utf8)
    let id = digits.withUnsafeBufferPointer { digits in
      digits.count == 24 ? digits.baseAddress.flatMap { DocumentId(hex: $0) } : nil
    }
    guard let id else { throw reader.fault("expected 24 hexadecimal digits") }
    return id
  }

  private static func json(_ sighting: Sighting?) -> JSON {
    guard let sighting else { return .null }
    return [
      "timestamp": .int(sighting.timestamp), "_id": .optional(sighting.id?.hex),
      "file": .string(sighting.position.file), "line": .count(sighting.position.line),
    ]
  }
}
