import GRDB
import GRDBSQLite

/// Has SQLite move what was committed from the write-ahead log to the file when no completion waits for it.
///
/// A commit is on disk once the log is. Left to itself, SQLite copies a log that has become long at the end of the commit
/// that made it so, and the completions of that commit would wait for everything to be written a second time.
final class WriteAheadLog {
  /// How long the log may become, in pages: what SQLite has for itself.
  private static let limit: Int32 = 1000

  /// How many pages it has.
  private var length: Int32 = 0

  /// Watches the log of a connection, which this has to outlive.
  init(of database: Database) {
    sqlite3_wal_hook(
      database.sqliteConnection,
      { context, _, _, length in
        guard let context else { return SQLITE_OK }
        Unmanaged<WriteAheadLog>.fromOpaque(context).takeUnretainedValue().length = length
        return SQLITE_OK
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
  }

  /// Moves the log to the file if it has become long.
  ///
  /// What can't be moved now, as on a full disk, stays in the log, where it is just as safe.
  func checkpointIfLong(_ database: Database) {
    guard length >= Self.limit else { return }
    length = 0
    _ = try? database.checkpoint(.passive)
  }
}
