import CSystemSQLite

/// A prepared statement, which is bound and read byte by byte: a NUL does not end a text.
///
/// Bindings stay from one execution to the next.
@safe package final class SQLiteStatement {
  private let statement: OpaquePointer
  /// Kept, so that it is not closed before its statement is gone.
  private let connection: SQLiteConnection

  init(_ statement: OpaquePointer, of connection: SQLiteConnection) {
    unsafe self.statement = unsafe statement
    self.connection = connection
  }

  deinit { unsafe sqlite3_finalize(statement) }

  // MARK: Binding

  /// Binds a number, nil as NULL: the first value has index 1.
  package func bind(_ number: Int64?, at index: Int32) throws(SQLiteError) {
    try check(
      number.map { unsafe sqlite3_bind_int64(statement, index, $0) }
        ?? (unsafe sqlite3_bind_null(statement, index))
    )
  }

  /// Binds a number; NaN is NULL, which SQLite has no other value for.
  package func bind(_ number: Double, at index: Int32) throws(SQLiteError) {
    try check(unsafe sqlite3_bind_double(statement, index, number))
  }

  /// Binds a text, which SQLite copies; nil is NULL.
  package func bind(_ text: String?, at index: Int32) throws(SQLiteError) {
    guard var text else { return try bind(nil as Int64?, at: index) }
    try check(text.withUTF8 { unsafe copy(UnsafeRawBufferPointer($0), at: index) })
  }

  /// Binds the UTF-8 of a text, which SQLite copies.
  package func bind(text: [UInt8], at index: Int32) throws(SQLiteError) {
    try check(unsafe text.withUnsafeBytes { unsafe copy($0, at: index) })
  }

  private func copy(_ text: UnsafeRawBufferPointer, at index: Int32) -> Int32 {
    unsafe bind(text, isText: true, destructor: Self.transient, at: index)
  }

  /// Binds bytes that stay where they are until the next binding; nil is NULL.
  package func bind(
    lasting bytes: UnsafeRawBufferPointer?,
    isText: Bool,
    at index: Int32
  ) throws(SQLiteError) {
    guard let bytes = unsafe bytes else { return try bind(nil as Int64?, at: index) }
    try check(unsafe bind(bytes, isText: isText, destructor: nil, at: index))
  }

  private func bind(
    _ bytes: UnsafeRawBufferPointer,
    isText: Bool,
    destructor: sqlite3_destructor_type?,
    at index: Int32
  ) -> Int32 {
    let count = UInt64(bytes.count)
    guard let start = bytes.baseAddress else {
      // No bytes have no address, and SQLite takes a null pointer for NULL.
      return isText
        ? unsafe sqlite3_bind_text(statement, index, "", 0, Self.transient)
        : unsafe sqlite3_bind_zeroblob(statement, index, 0)
    }
    let text = unsafe start.assumingMemoryBound(to: CChar.self)
    return isText
      ? unsafe sqlite3_bind_text64(statement, index, text, count, destructor, UInt8(SQLITE_UTF8))
      : unsafe sqlite3_bind_blob64(statement, index, start, count, destructor)
  }

  /// Tells SQLite to make a copy: C writes the address -1 for it.
  private static var transient: sqlite3_destructor_type? {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type?.self)
  }

  // MARK: Running

  /// Runs to the next row.
  ///
  /// - Returns: whether there is one; if not, the statement can be run again.
  package func step() throws(SQLiteError) -> Bool {
    let code = unsafe sqlite3_step(statement)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      reset()
      return false
    default:
      // Its words go with the next call.
      let error = error(code)
      reset()
      throw error
    }
  }

  /// Runs a statement without rows, or for its first one only.
  package func run() throws(SQLiteError) { if try step() { reset() } }

  /// Ends a run before its last row.
  package func reset() { unsafe sqlite3_reset(statement) }

  // MARK: Reading

  /// What a column of the row holds.
  package enum Storage { case null, integer, real, text, blob }

  /// What a column of the row holds: the first one has index 0.
  package func storage(_ column: Int32) -> Storage {
    switch unsafe sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  package var columnNames: [String] {
    (0..<(unsafe sqlite3_column_count(statement))).map { column in
      unsafe sqlite3_column_name(statement, column).map { unsafe String(cString: $0) } ?? ""
    }
  }

  package func isNull(_ column: Int32) -> Bool { storage(column) == .null }

  package func number(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(statement, column) }

  package func real(_ column: Int32) -> Double { unsafe sqlite3_column_double(statement, column) }

  /// Reads the bytes of a text or blob, which are there during the call; nil for NULL.
  package func withBytes<Result, Failure: Error>(
    _ column: Int32,
    _ body: (UnsafeRawBufferPointer?) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(buffer(column))
  }

  /// The bytes of a text or blob, which are there until the statement runs on; nil for NULL.
  ///
  /// For those who read millions of them: nothing is handed over to a function.
  @unsafe package func buffer(_ column: Int32) -> UnsafeRawBufferPointer? {
    if isNull(column) { return nil }
    let start = unsafe sqlite3_column_blob(statement, column)
    let count = unsafe start == nil ? 0 : Int(sqlite3_column_bytes(statement, column))
    return unsafe UnsafeRawBufferPointer(start: start, count: count)
  }

  /// The bytes of a text or blob; nil for NULL.
  package func bytes(_ column: Int32) -> [UInt8]? {
    unsafe withBytes(column) { unsafe $0.map { unsafe Array($0) } }
  }

  /// A text; nil for NULL.
  package func text(_ column: Int32) -> String? {
    unsafe withBytes(column) { unsafe $0.map { unsafe String(decoding: $0, as: UTF8.self) } }
  }

  private func check(_ code: Int32) throws(SQLiteError) {
    if code != SQLITE_OK { throw error(code) }
  }

  private func error(_ code: Int32) -> SQLiteError {
    unsafe SQLiteError(of: sqlite3_db_handle(statement), code: code)
  }
}
