import Foundation
import GRDB
import ReferenceRealm

/// The events of one partition in a SQLite file: a row an event, a column a field.
///
/// What `append` returned from is on disk and survives the process. Texts travel as bytes in both directions,
/// because SQLite's C strings end at a NUL and recorded ones do not.
final class EventRealm {
  let partition: String
  /// The column that counts the events.
  ///
  /// No metadata key's column can have this name, as it could be `rowid`.
  fileprivate static let order = "%order"
  fileprivate static let isCompressed = "%compressed"
  private let database: DatabaseQueue
  /// The columns of every event, in the order of insertion.
  private let fields: [String]
  private let rules: MetadataRules
  /// The columns that metadata has so far.
  private var metadataColumns: Set<String> = []

  /// Creates the file of a new partition.
  ///
  /// - Parameters:
  ///   - directory: where it goes; made if it is not there.
  ///   - prefix: what its partition begins with.
  ///   - edition: how the column for the activity is called.
  ///   - isTemporary: whether it is thrown away when it is closed, so that no commit need wait for the disk.
  /// - Throws: an error of the file system or of SQLite.
  init(directory: URL, prefix: String, edition: Edition, isTemporary: Bool) throws {
    let activityField = edition.activityField
    rules = edition.metadata
    let id = ObjectId()
    fields = ["_id", "_partition", activityField, "timestamp", "event", "data"]
    partition = "\(prefix)-\(id)"
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    var configuration = Configuration()
    configuration.journalMode = .wal
    configuration.prepareDatabase { database in
      // In WAL mode only FULL waits for the disk at each commit.
      try database.execute(sql: "PRAGMA synchronous = \(isTemporary ? "OFF" : "FULL")")
    }
    database = try DatabaseQueue(
      path: directory.appending(path: "\(id).sqlite").path(percentEncoded: false),
      configuration: configuration
    )
    try database.write { database in
      try database.execute(
        sql: """
          CREATE TABLE AuditEvent (
            "\(Self.order)" INTEGER PRIMARY KEY, _id TEXT NOT NULL, _partition TEXT NOT NULL,
            \(activityField) TEXT NOT NULL, timestamp INTEGER NOT NULL, event TEXT, data TEXT)
          """
      )
    }
  }

  /// Persists all events that the body hands over, or, if it throws, none of them.
  func append(_ body: ((PendingEvent) throws -> Void) throws -> Void) throws {
    let known = metadataColumns
    do {
      try database.write { database in
        try body { event in try insert(event, into: database) }
      }
    } catch {
      if rules.forgetsFieldsOfFailedScopes { metadataColumns = known }
      throw error
    }
  }

  /// All events in the order of their commits.
  func events() throws -> [AuditEvent] {
    try database.read { database in
      let columns = try database.columns(in: "AuditEvent").map(\.name).filter { $0 != Self.order }
      let fields = columns.map { name in
        let quoted = name.quotedDatabaseIdentifier
        return name == "timestamp" ? quoted : "CAST(\(quoted) AS BLOB) AS \(quoted)"
      }
      // A compressed payload is stored as bytes, any other as text.
      let isCompressed = "typeof(data) = 'blob' AS \(Self.isCompressed.quotedDatabaseIdentifier)"
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT \(fields.joined(separator: ", ")), \(isCompressed) FROM AuditEvent
          ORDER BY \(Self.order.quotedDatabaseIdentifier)
          """
      )
      var events: [AuditEvent] = []
      while let row = try rows.next() { events.append(try AuditEvent(row, fields: self.fields)) }
      return events
    }
  }

  func close() throws { try database.close() }

  private func insert(_ event: PendingEvent, into database: Database) throws {
    let columns = event.metadata.entries.map { MetadataColumn.name(for: $0.key) }
    for column in columns where metadataColumns.insert(column).inserted {
      try database.execute(
        sql: "ALTER TABLE AuditEvent ADD COLUMN \(column.quotedDatabaseIdentifier) TEXT"
      )
    }
    let names = (fields + columns).map(\.quotedDatabaseIdentifier).joined(separator: ", ")
    let isCompressed = if case .deflated = event.data { true } else { false }
    let marks = (fields + columns).map { name in
      name == "timestamp" || (name == "data" && isCompressed) ? "?" : "CAST(? AS TEXT)"
    }.joined(separator: ", ")
    let statement = try database.cachedStatement(
      sql: "INSERT INTO AuditEvent (\(names)) VALUES (\(marks))"
    )
    var arguments: [(any DatabaseValueConvertible)?] = [
      ObjectId().description, partition, Data(event.activity.utf8), event.timestamp.milliseconds,
      event.event.map { Data($0.utf8) }, event.data.map { Data($0.bytes) },
    ]
    arguments += event.metadata.entries.map { Data($0.value.utf8) }
    try statement.execute(arguments: StatementArguments(arguments))
  }
}

extension AuditEvent {
  fileprivate init(_ row: Row, fields: [String]) throws {
    guard let id = try row.text("_id").flatMap({ ObjectId($0) }),
      let partition = try row.text("_partition"),
      let activity = try row.text(fields[2])
    else {
      throw EventError(.eventRealmUnavailable, "the event realm holds a row that is no event")
    }
    self.init(
      id: id,
      partition: partition,
      activity: activity,
      timestamp: Timestamp(milliseconds: try row.decode(forColumn: "timestamp")),
      event: try row.text("event"),
      data: nil,
      metadata: [:]
    )
    if try row.decode(Bool.self, forColumn: EventRealm.isCompressed) {
      compressedData = try row.decode(Data?.self, forColumn: "data").map { Array($0) }
    } else {
      data = try row.text("data")
    }
    for column in row.columnNames
    where column != EventRealm.isCompressed && !fields.contains(column) {
      guard let value = try row.text(column) else { continue }
      metadata.entries.append(
        EventMetadata.Entry(key: MetadataColumn.key(for: column), value: value)
      )
    }
  }
}

extension Payload {
  fileprivate var bytes: [UInt8] {
    switch self {
    case .text(let bytes), .deflated(let bytes): bytes
    }
  }
}

extension Row {
  /// A text column that was selected as bytes; nil if it is NULL.
  fileprivate func text(_ column: String) throws -> String? {
    let bytes: Data? = try decode(forColumn: column)
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }
}
