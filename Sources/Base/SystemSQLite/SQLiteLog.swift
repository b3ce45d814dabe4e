import CSystemSQLite

/// Has SQLite move what was committed from the write-ahead log to the file when its owner says so, and not at the end of
/// the commit that made the log long.
package final class SQLiteLog {
  /// How long the log may become, in pages: what SQLite has for itself.
  private static let limit: Int32 = 1000

  /// How many pages it has.
  private var length: Int32 = 0

  /// Watches the log of a connection, which this has to outlive.
  package init(of connection: SQLiteConnection) {
    unsafe sqlite3_wal_hook(
      connection.handle,
      { context, _, _, length in
        guard let context = unsafe context else { return SQLITE_OK }
        unsafe Unmanaged<SQLiteLog>.fromOpaque(context).takeUnretainedValue().length = length
        return SQLITE_OK
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
  }

  /// Moves the log to the file if it has become long.
  ///
  /// What can't be moved now, as on a full disk, stays in the log, where it is just as safe.
  package func checkpointIfLong(_ connection: SQLiteConnection) {
    guard length >= Self.limit else { return }
    length = 0
    unsafe sqlite3_wal_checkpoint_v2(connection.handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
  }
}
