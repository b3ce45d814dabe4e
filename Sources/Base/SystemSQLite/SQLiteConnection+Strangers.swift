import CSystemSQLite

/// Files that others have made: in place of a table there may be a view, which makes up rows and values without end.
extension SQLiteConnection {
  /// Bounds what SQLite does for a file that others have made, by its size.
  ///
  /// No value is longer than the file, and no more steps are taken than rows of so many bytes need: beyond that, statements
  /// end with an error. Functions that do more than compute are not called from views.
  ///
  /// - Parameter bytes: the size of the file, with its write-ahead log.
  /// - Throws: SQLite's error, if the file cannot be read at all.
  package func distrust(bytes: Int) throws(SQLiteError) {
    try execute("PRAGMA trusted_schema = OFF")
    unsafe sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: bytes + (1 << 16)))
    // A byte is a step or two; tables may be read several times, and views join small ones.
    let work = SQLiteWork(steps: (1 << 26) + 16 * bytes)
    self.work = work
    let context = unsafe Unmanaged.passUnretained(work).toOpaque()
    // The connection keeps it for as long as it has a handler.
    unsafe sqlite3_progress_handler(
      handle,
      SQLiteWork.stepsAtOnce,
      {
        unsafe $0.map { unsafe Unmanaged<SQLiteWork>.fromOpaque($0).takeUnretainedValue() }?.goOn()
          ?? 1
      },
      context
    )
  }
}

/// How many more steps SQLite's machine may take for a connection.
final class SQLiteWork {
  static let stepsAtOnce: Int32 = 1 << 16
  private var steps: Int

  init(steps: Int) { self.steps = steps }

  /// What SQLite asks for: 0 to go on, anything else to end with an error.
  fileprivate func goOn() -> Int32 {
    steps -= Int(Self.stepsAtOnce)
    return steps > 0 ? 0 : 1
  }
}
