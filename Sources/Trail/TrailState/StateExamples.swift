import Formats
import JSON
import TrailReading

/// One thing on which a trail and a database differ, before its values are read again.
struct StateMismatch: Sendable {
  var code: FindingCode
  var level: FindingCode.Level
  var className: Int
  /// Its object, as `StateFacts` tells it from others, and the key by which findings name it; nil where none can be read.
  var object: UInt64?
  var key: String?
  var property: Int?
  /// The event that last spoke of it: its file and its number there.
  var event: (file: Int, number: Int)?
  /// What that event did.
  var act: StateFacts.Kind?
  /// The row, by its number in its table.
  var row: Int?
  /// When another device still had the value that the database has, as a time in milliseconds.
  var keptAt: Int64?
  /// What more there is to say.
  var remark: String?

  /// Where a finding stands: at the event, or else at the row.
  func position(_ files: [String], _ tables: StateTables) -> TrailPosition {
    if let event { return TrailPosition(file: files[event.file], document: event.number) }
    return TrailPosition(file: tables.places[className], document: row ?? 0)
  }
}

/// The first mismatches of each code by their places: each is counted, and a bounded number is shown.
struct StateExamples: Sendable {
  private let limit: Int
  private(set) var counts: [FindingSummary.Kind: Int] = [:]
  private(set) var kept:
    [FindingSummary.Kind: [(position: TrailPosition, mismatch: StateMismatch)]] =
      [:]

  init(limit: Int) { self.limit = limit }

  mutating func add(_ mismatch: StateMismatch, at position: @autoclosure () -> TrailPosition) {
    let kind = FindingSummary.Kind(code: mismatch.code, level: mismatch.level)
    counts[kind, default: 0] += 1
    guard limit > 0 else { return }
    let position = position()
    var examples = kept.removeValue(forKey: kind) ?? []
    if examples.count < limit || examples.last.map({ position < $0.position }) ?? true {
      let place = examples.firstIndex { position < $0.position } ?? examples.endIndex
      examples.insert((position, mismatch), at: place)
      if examples.count > limit { examples.removeLast() }
    }
    kept[kind] = examples
  }

  /// Takes over those that were found behind these.
  mutating func take(_ later: StateExamples) {
    for (kind, examples) in later.kept {
      for (position, mismatch) in examples { add(mismatch, at: position) }
      counts[kind, default: 0] -= examples.count
    }
    for (kind, count) in later.counts { counts[kind, default: 0] += count }
  }
}

/// What an event says, of itself and of objects.
struct StateEvent {
  let document: AuditDocument
  /// The values of objects in it.
  var values: [Place: String] = [:]

  /// An object, as `StateFacts` tells it from others, and the number of a property.
  struct Place: Hashable {
    let object: UInt64
    let property: Int
  }
}
