import Foundation
import SystemSQLite

/// Adds events to a partition: a transaction holds any number of jobs, each all or none.
///
/// What was committed is on disk and survives the process.
final class PartitionAppender {
  let file: PartitionFile
  private let database: SQLiteConnection
  private let partition: String
  private let activityField: String
  private let log: SQLiteLog
  private var pageCount: SQLiteStatement?
  private let pageSize: Int
  private var savepoint: Savepoint?
  private var insertion: EventInsertion?
  private var content = Content()
  private let identity: FileIdentity?

  /// What the partition holds with the transaction that is being written.
  private struct Content {
    var count = 0
    /// The columns that metadata has.
    var metadataColumns: Set<String> = []
  }

  /// Opens a partition that was just made.
  init(_ file: PartitionFile, partition: String, edition: Edition, isTemporary: Bool) throws {
    self.file = file
    self.partition = partition
    activityField = edition.activityField
    // In WAL mode only FULL waits for the disk at each commit.
    let database = try PartitionDatabase.open(file, synchronous: isTemporary ? "OFF" : "FULL")
    self.database = database
    log = SQLiteLog(of: database)
    savepoint = try Savepoint(database)
    pageCount = try database.prepare("PRAGMA page_count")
    pageSize = try Int(database.number("PRAGMA page_size") ?? 4096)
    identity = FileIdentity(file.path)
  }

  /// Whether the file still stands where it was made.
  var isInPlace: Bool { identity != nil && FileIdentity(file.path) == identity }

  /// Moves what is in the log to the file if the log has become long.
  func checkpointIfLong() { log.checkpointIfLong(database) }

  func close() throws {
    // A connection with statements does not close.
    insertion = nil
    savepoint = nil
    pageCount = nil
    try database.close()
  }

  // MARK: Jobs

  /// Adds as many of these jobs as one transaction takes, which is on disk when this returns.
  ///
  /// - Parameters:
  ///   - jobs: those that wait.
  ///   - partitionBytes: the size from which on the partition takes no more.
  /// - Returns: what became of the first ones; nothing if the partition takes no more.
  /// - Throws: what made the transaction fail; nothing of it is left then.
  func append(
    _ jobs: ArraySlice<WriteJob>,
    partitionBytes: Int
  ) throws(FailedTransaction) -> [EventError?] {
    var outcomes: [EventError?] = []
    do {
      try transaction {
        let before = try byteCount()
        var bytes = before
        for job in jobs {
          // Checked before each job, so that none is divided.
          if bytes >= partitionBytes && content.count > 0 && !job.isEmpty { return }
          if bytes - before >= GroupCommit.maximumBytes && !outcomes.isEmpty { return }
          do {
            try append(job)
            outcomes.append(nil)
          } catch {
            outcomes.append(EventError(wrapping: error))
            guard database.isInsideTransaction, !(error is SQLiteError) else { throw error }
          }
          bytes = try byteCount()
        }
      }
      return outcomes
    } catch { throw FailedTransaction(cause: error, tried: max(outcomes.count, 1)) }
  }

  /// Runs the body within a transaction; nothing that it did is left if it throws.
  private func transaction(_ body: () throws -> Void) throws {
    try restoringContent { try database.transaction(body) }
    file.update { [count = content.count] in $0.written = count }
  }

  /// Adds all events of a job, or, if one can't be stored, none of them.
  private func append(_ job: WriteJob) throws {
    try restoringContent {
      try savepoint?.run(database) { try job.events { try insert($0) } }
    }
  }

  /// Runs the body, and forgets what it has changed here if it throws.
  private func restoringContent(_ body: () throws -> Void) throws {
    let before = content
    do { try body() } catch {
      content = before
      insertion = nil
      throw error
    }
  }

  /// How large the partition is by now.
  private func byteCount() throws -> Int {
    guard let pageCount else { return 0 }
    _ = try pageCount.step()
    defer { pageCount.reset() }
    return Int(pageCount.number(0)) * pageSize
  }

  // MARK: Events

  private func insert(_ event: PendingEvent) throws {
    if insertion?.labels !== event.labels {
      if insertion?.fits(event.labels) == true {
        try insertion?.bind(event.labels)
      } else {
        insertion = try EventInsertion(
          event.labels,
          columns: columns(for: event.labels.metadata),
          partition: partition,
          activityField: activityField,
          in: database
        )
      }
    }
    try insertion?.run(event)
    content.count += 1
  }

  /// The columns of metadata, which are added as long as there is room for more.
  private func columns(for metadata: EventMetadata) throws -> [String?] {
    try metadata.entries.map { entry in
      let column = MetadataColumn.name(for: entry.key)
      if content.metadataColumns.contains(column) { return column }
      guard content.metadataColumns.count < PartitionDatabase.metadataColumnLimit else {
        return nil
      }
      try database.execute(
        "ALTER TABLE AuditEvent ADD COLUMN \(SQLiteConnection.quoted(column)) TEXT"
      )
      content.metadataColumns.insert(column)
      return column
    }
  }
}

/// Nothing of a transaction is left.
struct FailedTransaction: Error {
  let cause: any Error
  /// How many jobs were tried, the one at fault last.
  let tried: Int
}

/// Which file a path leads to, so that one that was moved away is noticed.
private struct FileIdentity: Equatable {
  let device: UInt64
  let number: UInt64

  init?(_ path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
  }
}
