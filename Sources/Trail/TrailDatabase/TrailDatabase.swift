import Formats
import JSON
package import TrailAnswers
package import TrailReading

/// A trail as one indexed SQLite file, for those who have many questions or other tools.
package struct TrailDatabase {
  /// What was written.
  package struct Result: Sendable {
    /// How many events.
    package var events: Int
    /// How far the trail could be read.
    package var reading: ReadingExtent
  }

  private let path: String
  private let question: TrailQuestion
  private let showsValues: Bool

  /// A database of the events that a question asks for, with the values of properties or without.
  package init(_ path: String, _ question: TrailQuestion, showsValues: Bool) {
    (self.path, self.question, self.showsValues) = (path, question, showsValues)
  }

  /// Reads a trail and writes the database; what is interrupted is handed the name of the unfinished file.
  package func write(
    _ inputs: [TrailInput],
    whenBegun: (_ partialPath: String) -> Void = { _ in }
  ) throws(TrailError) -> Result {
    let rows = DatabaseRows()
    let thread = DatabaseThread(path, rows)
    let result: Swift.Result<Result, TrailError> = Swift.Result { () throws(TrailError) in
      whenBegun(try thread.partialPath())
      return try fill(rows, inputs)
    }
    rows.end(isWhole: (try? result.get()) != nil)
    // If rows could not be written, that is the reason to tell.
    try thread.finish()
    return try result.get()
  }

  private func fill(_ rows: DatabaseRows, _ inputs: [TrailInput]) throws(TrailError) -> Result {
    var writer = TrailDatabaseWriter(rows, question, showsValues: showsValues)
    var failure: TrailError?
    let stream = EventStream(question)
    func attempt(_ step: () throws(TrailError) -> Void) {
      guard failure == nil else { return }
      do throws(TrailError) { try step() } catch { failure = error }
    }
    let reading = try stream.read(inputs) { event, acts in
      attempt { () throws(TrailError) in try writer.add(event) }
      acts.forEach { act in attempt { () throws(TrailError) in try writer.add(act) } }
    }
    if let failure { throw failure }
    try writer.finish(reading)
    return Result(events: Int(writer.count), reading: reading)
  }

  /// The chapter "Trails" of the Spec describes these tables.
  static let tables = """
    CREATE TABLE events (
      number INTEGER PRIMARY KEY,
      id TEXT, partition TEXT, activity TEXT, time TEXT, milliseconds INTEGER, event TEXT,
      user TEXT, text TEXT, unread INTEGER NOT NULL, file TEXT NOT NULL, line INTEGER NOT NULL,
      document INTEGER NOT NULL
    );
    CREATE TABLE metadata (
      event_number INTEGER NOT NULL REFERENCES events, field TEXT NOT NULL, value TEXT NOT NULL
    );
    CREATE TABLE objects_seen (
      event_number INTEGER NOT NULL REFERENCES events, class TEXT, key, value TEXT,
      inside TEXT, property TEXT
    );
    CREATE TABLE changes (
      event_number INTEGER NOT NULL REFERENCES events, class TEXT NOT NULL, key,
      change TEXT NOT NULL, property TEXT, old TEXT, new TEXT
    );
    CREATE TABLE unread (code TEXT NOT NULL, meaning TEXT NOT NULL, count INTEGER NOT NULL, example TEXT);
    CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT);
    CREATE VIEW access AS
      SELECT e.time, e.milliseconds, e.activity, e.user, o.class, o.key, 'seen' AS action, e.number AS event_number
      FROM objects_seen AS o JOIN events AS e ON e.number = o.event_number
      UNION ALL
      SELECT DISTINCT e.time, e.milliseconds, e.activity, e.user, c.class, c.key, c.change, e.number
      FROM changes AS c JOIN events AS e ON e.number = c.event_number;
    """

  /// Made at the end, which is quicker than keeping them on the way.
  static let indices = """
    CREATE INDEX events_by_time ON events (milliseconds);
    CREATE INDEX events_by_activity ON events (activity, milliseconds);
    CREATE INDEX events_by_user ON events (user, milliseconds);
    CREATE INDEX events_by_id ON events (id);
    CREATE INDEX metadata_by_value ON metadata (field, value);
    CREATE INDEX metadata_by_event ON metadata (event_number);
    CREATE INDEX objects_seen_by_key ON objects_seen (class, key);
    CREATE INDEX objects_seen_by_event ON objects_seen (event_number);
    CREATE INDEX changes_by_key ON changes (class, key);
    CREATE INDEX changes_by_event ON changes (event_number);
    """
}

/// Makes the rows of events.
struct TrailDatabaseWriter {
  private typealias Value = DatabaseRow.Value

  /// How many events were added.
  private(set) var count: Int64 = 0

  private let question: TrailQuestion
  private let showsValues: Bool
  private var rows: DatabaseRows.Batch

  init(_ rows: DatabaseRows, _ question: TrailQuestion, showsValues: Bool) {
    (self.question, self.showsValues) = (question, showsValues)
    self.rows = DatabaseRows.Batch(rows)
  }

  /// Adds an event, which what is added next belongs to.
  mutating func add(_ event: EventStream.Event) throws(TrailError) {
    count += 1
    let document = event.document
    try rows.add(
      .events,
      .integer(count),
      Value(document.id),
      Value(document.partition),
      Value(document.activity),
      Value(document.timestamp.map(UTCOffset.zero.text)),
      Value(document.timestamp),
      Value(document.event),
      .text(question.user(document)),
      showsValues ? Value(event.text) : .null,
      .integer(event.isUnread ? 1 : 0),
      .text(document.position.file),
      .integer(Int64(document.position.lineOrDocument)),
      .integer(Int64(document.position.document))
    )
    for field in document.metadata {
      try rows.add(.metadata, .integer(count), .text(field.key), .text(field.value))
    }
  }

  /// Adds what the last event says of an object.
  mutating func add(_ act: EventStream.Act) throws(TrailError) {
    switch act.kind {
    case .seen:
      let owner = act.owner
      try rows.add(
        .seen,
        .integer(count),
        Value(act.className),
        key(act.key),
        showsValues ? .text(act.objectText) : .null,
        Value(owner?.name),
        Value(owner?.property)
      )
    case .created: try add(act, "insertion", new: showsValues ? act.objectText : nil)
    case .deleted: try add(act, "deletion", old: showsValues ? act.objectText : nil)
    case .changed:
      var changes: [(name: String, old: String?, new: String?)] = []
      act.forEachChange(showsValues: showsValues) { changes.append(($0, $1, $2)) }
      // What changed may be left out of the trail.
      if changes.isEmpty { try add(act, "modification", old: showsValues ? act.objectText : nil) }
      for change in changes {
        try add(act, "modification", change.name, old: change.old, new: change.new)
      }
    }
  }

  private mutating func add(
    _ act: EventStream.Act,
    _ change: String,
    _ property: String? = nil,
    old: String? = nil,
    new: String? = nil
  ) throws(TrailError) {
    try rows.add(
      .changes,
      .integer(count),
      .text(act.className ?? ""),
      key(act.key),
      .text(change),
      Value(property),
      Value(old),
      Value(new)
    )
  }

  /// Says what the database is made of.
  mutating func finish(_ reading: ReadingExtent) throws(TrailError) {
    for kind in reading.unread.kinds {
      let example = reading.unread.examples(of: kind).first
      try rows.add(
        .unread,
        .text(kind.code.rawValue),
        .text(kind.code.meaning),
        .integer(Int64(reading.unread.counts[kind] ?? 0)),
        Value(example.map { "\($0.position): \($0.sentence)" })
      )
    }
    let facts: [(String, String)] = [
      ("format", "2"), ("edition", question.edition.rawValue),
      ("documents", "\(reading.documents)"), ("events", "\(count)"),
      ("repeated", "\(reading.repeated)"), ("same_id", "\(reading.conflicting)"),
      ("undated", "\(reading.undated)"),
      ("is_part", question.filter.isEmpty && question.objects.isEmpty ? "no" : "yes"),
      ("has_values", showsValues ? "yes" : "no"),
    ]
    for (name, value) in facts { try rows.add(.about, .text(name), .text(value)) }
    try rows.handOver()
  }

  /// Numbers stay numbers: the keys 5 and "5" are two.
  private func key(_ key: JSON?) -> Value {
    switch key {
    case nil, .null?: .null
    case .int(let number)?: .integer(number)
    case .double(let number)?: .real(number)
    case .string(let text)?: .text(text)
    case let other?: .text(other.text())
    }
  }
}
