import Foundation
import GRDB
import ReferenceRealm

/// Writes events to the current partition.
///
/// A transaction holds any number of scopes, each all or none; what `commit` returned from is on disk and survives
/// the process.
final class PartitionAppender {
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
  private var insertion: EventInsertion?
  private var savepoint: Savepoint?
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
    (log, savepoint, pageCount, pageSize) = try queue.writeWithoutTransaction { database in
      (
        WriteAheadLog(of: database), try Savepoint(database),
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
    savepoint = nil
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
        try appender.savepoint?.run(database) {
          try body { event in try appender.insert(event, into: database) }
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
      if insertion?.fits(event.labels) == true {
        try insertion?.bind(event.labels)
      } else {
        insertion = try EventInsertion(
          event.labels,
          columns: columns(for: event.labels.metadata, in: database),
          partition: partition,
          activityField: activityField,
          in: database
        )
      }
    }
    try insertion?.run(event)
    count += 1
  }

  /// The columns of metadata, which are added as long as there is room for more.
  private func columns(for metadata: EventMetadata, in database: Database) throws -> [String?] {
    try metadata.entries.map { entry in
      let column = MetadataColumn.name(for: entry.key)
      if metadataColumns.contains(column) { return column }
      guard metadataColumns.count < PartitionDatabase.metadataColumnLimit else { return nil }
      try database.execute(
        sql: "ALTER TABLE AuditEvent ADD COLUMN \(column.quotedDatabaseIdentifier) TEXT"
      )
      metadataColumns.insert(column)
      return column
    }
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
