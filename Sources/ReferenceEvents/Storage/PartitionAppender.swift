import Foundation
import GRDB
import JSON
import ReferenceRealm

/// Writes events to the current partition.
///
/// A transaction holds any number of scopes, each all or none; what `commit` returned from is on disk and survives
/// the process.
final class PartitionAppender {
  /// A statement for the events of one scope, with what is the same for all of them bound already.
  private struct Insertion {
    let statement: RawStatement
    /// What is bound.
    let labels: EventLabels
    var event: String?
  }

  let file: PartitionFile
  private let queue: DatabaseQueue
  private let partition: String
  private let activityField: String
  private let rules: MetadataRules
  private let log: WriteAheadLog
  private var pageCount: RawStatement?
  private let pageSize: Int
  /// The columns that metadata has.
  private var metadataColumns: Set<String> = []
  private var insertion: Insertion?
  /// Events that are on disk, and those that will be with the transaction.
  private(set) var count = 0
  private var identity: FileIdentity?

  /// Opens a partition that was just made.
  init(_ file: PartitionFile, pool: PoolIdentity, edition: Edition, isTemporary: Bool) throws {
    self.file = file
    partition = "\(pool.prefix)-\(file.id)"
    activityField = edition.activityField
    rules = edition.metadata
    // In WAL mode only FULL waits for the disk at each commit.
    let queue = try PartitionDatabase.open(file, synchronous: isTemporary ? "OFF" : "FULL")
    self.queue = queue
    (log, pageCount, pageSize) = try queue.writeWithoutTransaction { database in
      (
        WriteAheadLog(of: database),
        try RawStatement(database, "PRAGMA page_count"),
        try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 4096
      )
    }
    identity = FileIdentity(file.path)
  }

  /// Whether the file still stands where it was made.
  var isInPlace: Bool { identity != nil && FileIdentity(file.path) == identity }

  /// Does what is better done when nobody waits.
  func tidy() { queue.inDatabase { log.moveIfLong($0) } }

  func close() throws {
    // A connection with statements does not close.
    insertion = nil
    pageCount = nil
    try queue.close()
  }

  /// Runs the body within a transaction, which is on disk when this returns.
  ///
  /// - Throws: what the body or SQLite throws; nothing of the transaction is left then.
  func transaction(_ body: (Transaction) throws -> Void) throws {
    let columns = metadataColumns
    let count = count
    do {
      try queue.writeWithoutTransaction { database in
        try database.beginTransaction(.immediate)
        do {
          try body(Transaction(appender: self, database: database))
          try database.commit()
        } catch {
          // SQLite may have rolled back already, as on a full disk.
          if database.isInsideTransaction { try? database.rollback() }
          throw error
        }
      }
      file.update { [count = self.count] in $0.written = count }
    } catch {
      self.count = count
      insertion = nil
      if rules.forgetsFieldsOfFailedScopes { metadataColumns = columns }
      throw error
    }
  }

  /// What can be done within a transaction.
  struct Transaction {
    fileprivate let appender: PartitionAppender
    fileprivate let database: Database

    /// How large the partition is by now.
    func byteCount() throws -> Int {
      guard let pageCount = appender.pageCount else { return 0 }
      _ = try pageCount.step()
      let pages = Int(pageCount.number(0))
      pageCount.reset()
      return pages * appender.pageSize
    }

    /// Writes all events that the body hands over, or, if it throws, none of them and nothing else.
    func scope(_ body: ((PendingEvent) throws -> Void) throws -> Void) throws {
      let columns = appender.metadataColumns
      let count = appender.count
      do {
        try database.inSavepoint {
          try body { event in try appender.insert(event, into: database) }
          return .commit
        }
      } catch {
        appender.count = count
        appender.insertion = nil
        if appender.rules.forgetsFieldsOfFailedScopes { appender.metadataColumns = columns }
        throw error
      }
    }

    /// Whether SQLite has kept the transaction in spite of an error.
    var isAlive: Bool { database.isInsideTransaction }
  }

  private func insert(_ event: PendingEvent, into database: Database) throws {
    if insertion?.labels !== event.labels {
      insertion = try insertion(for: event.labels, in: database)
    }
    guard let statement = insertion?.statement else { return }
    if insertion?.event?.hasBytes(of: event.event) != true {
      try statement.bind(text: event.event?.utf8, at: 5)
      insertion?.event = event.event
    }
    var id: [UInt8] = []
    id.reserveCapacity(24)
    ObjectId().write(into: &id)
    try statement.bind(text: id, at: 1)
    try statement.bind(event.timestamp.milliseconds, at: 4)
    var checksum = event.labels.checksum
    checksum.add(id)
    checksum.add(event.timestamp.milliseconds)
    checksum.add(event.event)
    try (event.data?.bytes).withOptionalBytes { bytes in
      checksum.add(bytes)
      let isText = if case .deflated = event.data { false } else { true }
      try statement.bind(lasting: bytes, isText: isText, at: 6)
      try statement.bind(checksum.stored, at: 7)
      defer {
        // The bytes do not outlive this.
        try? statement.bind(nil, at: 6)
      }
      try statement.run()
    }
    count += 1
  }

  /// The statement for events with these labels; metadata keys get columns as long as there is room.
  private func insertion(for labels: EventLabels, in database: Database) throws -> Insertion {
    var names = ["_id", "_partition", activityField, "timestamp", "event", "data"]
    names.append(PartitionDatabase.check)
    var values: [[UInt8]] = []
    var more: JSONObject = [:]
    for entry in labels.metadata.entries {
      let column = MetadataColumn.name(for: entry.key)
      if !metadataColumns.contains(column) {
        guard metadataColumns.count < PartitionDatabase.metadataColumnLimit else {
          more[entry.key] = .string(entry.value)
          continue
        }
        try database.execute(
          sql: "ALTER TABLE AuditEvent ADD COLUMN \(column.quotedDatabaseIdentifier) TEXT"
        )
        metadataColumns.insert(column)
      }
      names.append(column)
      values.append(Array(entry.value.utf8))
    }
    if !more.isEmpty {
      names.append(PartitionDatabase.more)
      var bytes: [UInt8] = []
      JSON.object(more).write(into: &bytes)
      values.append(bytes)
    }
    let statement = try RawStatement(
      database,
      """
      INSERT INTO AuditEvent (\(names.map(\.quotedDatabaseIdentifier).joined(separator: ", ")))
      VALUES (\(names.map { _ in "?" }.joined(separator: ", ")))
      """
    )
    try statement.bind(text: partition.utf8, at: 2)
    try statement.bind(text: labels.activity.utf8, at: 3)
    for (index, value) in values.enumerated() {
      try statement.bind(text: value, at: Int32(8 + index))
    }
    return Insertion(statement: statement, labels: labels)
  }
}

/// Which file a path leads to, so that one that was moved away is noticed.
private struct FileIdentity: Equatable {
  let device: UInt64
  let number: UInt64

  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
  }
}

extension String {
  /// Whether it is the same text byte by byte, not merely one that looks the same.
  fileprivate func hasBytes(of other: String?) -> Bool {
    other.map { utf8.elementsEqual($0.utf8) } ?? false
  }
}

extension [UInt8]? {
  /// The bytes for the time of the call; nil if there are none.
  fileprivate func withOptionalBytes(_ body: (UnsafeRawBufferPointer?) throws -> Void) throws {
    guard let self else { return try body(nil) }
    try self.withUnsafeBytes { try body($0) }
  }
}
