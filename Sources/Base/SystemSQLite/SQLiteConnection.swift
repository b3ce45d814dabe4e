import CSystemSQLite

/// A connection to a SQLite file: the system's library in Swift, and no more of it than rows on disk need.
///
/// One thread at a time uses it, and SQLite locks nothing for others: it is not `Sendable`, so the compiler holds its users
/// to that.
@safe package final class SQLiteConnection {
  /// How a file is opened.
  package enum Mode {
    /// For reading and writing; a file that is not there is made.
    case creating
    /// For reading and writing; a file that is not there is an error.
    case writing
    /// For reading a file that does not change meanwhile: nothing is locked or written, also beside it, and a
    /// write-ahead log is not read.
    case immutable
  }

  /// SQLite's own handle; nil once it is closed.
  private(set) var handle: OpaquePointer?
  /// The work that may still be done for a file that others have made.
  var work: SQLiteWork?

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: where it is.
  ///   - mode: what for.
  ///   - patience: how many milliseconds a call waits for locks of other connections.
  /// - Throws: SQLite's error. That a file is not a database is noticed when it is first read.
  package init(_ path: String, _ mode: Mode, patience: Int32 = 0) throws(SQLiteError) {
    let (name, flags) =
      switch mode {
      case .creating: (path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
      case .writing: (path, SQLITE_OPEN_READWRITE)
      case .immutable: (Self.immutable(path), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
      }
    // Error codes have their details, and calls do not wait for each other.
    let all = flags | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOMUTEX
    let code = unsafe sqlite3_open_v2(name, &handle, all, nil)
    guard code == SQLITE_OK else {
      // A connection that could not be opened has the words for it, and has to be closed.
      let error = unsafe SQLiteError(of: handle, code: code)
      unsafe sqlite3_close_v2(handle)
      unsafe handle = nil
      throw error
    }
    unsafe sqlite3_busy_timeout(handle, patience)
  }

  deinit { unsafe sqlite3_close_v2(handle) }

  /// Closes it.
  ///
  /// - Throws: an error if a statement of it is still there; then it stays open.
  package func close() throws(SQLiteError) {
    try check(unsafe sqlite3_close(handle))
    unsafe handle = nil
  }

  /// The address of a file that is not to be changed; every byte that has a meaning there is escaped.
  private static func immutable(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF")
    let escaped = path.utf8.reduce(into: "") { name, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        name.unicodeScalars.append(Unicode.Scalar(byte))
      default: name += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
    // Two slashes at the beginning would name another machine.
    return "file:\(escaped.hasPrefix("//") ? "//" : "")\(escaped)?immutable=1"
  }

  // MARK: Statements

  /// Runs statements without values, and without looking at rows.
  package func execute(_ sql: String) throws(SQLiteError) {
    try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// Prepares a statement that is bound and run, perhaps many times.
  package func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    var statement: OpaquePointer?
    try check(unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
    guard let statement = unsafe statement else {
      // Nothing but blanks and comments.
      throw SQLiteError(code: SQLITE_MISUSE)
    }
    return unsafe SQLiteStatement(statement, of: self)
  }

  /// The number in the first column of the first row.
  ///
  /// Nil if there is no row, or if the value is NULL.
  package func number(_ sql: String) throws(SQLiteError) -> Int64? {
    let statement = try prepare(sql)
    return try statement.step() && !statement.isNull(0) ? statement.number(0) : nil
  }

  /// The text in the first column of the first row.
  ///
  /// Nil if there is no row, or if the value is NULL.
  package func text(_ sql: String) throws(SQLiteError) -> String? {
    let statement = try prepare(sql)
    return try statement.step() ? statement.text(0) : nil
  }

  // MARK: Transactions

  /// Whether a transaction is open: an error such as a full disk may have ended it.
  package var isInsideTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  /// Runs the body in a transaction that may write from the start; nothing that it did is left if it throws.
  package func transaction(_ body: () throws -> Void) throws {
    try execute("BEGIN IMMEDIATE")
    do {
      try body()
      try execute("COMMIT")
    } catch {
      if isInsideTransaction { try? execute("ROLLBACK") }
      throw error
    }
  }

  /// A name as SQL writes it, whatever is in it.
  package static func quoted(_ name: String) -> String {
    #""\#(name.replacing("\"", with: "\"\""))""#
  }

  private func check(_ code: Int32) throws(SQLiteError) {
    if code != SQLITE_OK { throw unsafe SQLiteError(of: handle, code: code) }
  }
}
