import GRDB
import GRDBSQLite

/// A prepared statement that is bound and read byte by byte.
///
/// GRDB's arguments and rows cost as much as the insertion itself, and its strings end at a NUL, which recorded ones
/// need not. Bindings stay from one execution to the next.
struct RawStatement {
  private let statement: Statement
  private let pointer: OpaquePointer

  init(_ database: Database, _ sql: String) throws {
    statement = try database.makeStatement(sql: sql)
    pointer = statement.sqliteStatement
  }

  /// Binds a number; nil is NULL.
  func bind(_ number: Int64?, at index: Int32) throws {
    try check(
      number.map { sqlite3_bind_int64(pointer, index, $0) } ?? sqlite3_bind_null(pointer, index)
    )
  }

  /// Binds UTF-8, of which SQLite makes a copy; nil is NULL.
  func bind(text: (some Collection<UInt8>)?, at index: Int32) throws {
    guard let text else { return try bind(nil as Int64?, at: index) }
    // Collections with contiguous storage are not copied here.
    let isBound: Void? = try text.withContiguousStorageIfAvailable {
      try bind(UnsafeRawBufferPointer($0), isText: true, destructor: Self.transient, at: index)
    }
    if isBound == nil { try bind(text: Array(text), at: index) }
  }

  /// Binds bytes that stay where they are until the next binding; nil is NULL.
  func bind(lasting bytes: UnsafeRawBufferPointer?, isText: Bool, at index: Int32) throws {
    guard let bytes else { return try bind(nil as Int64?, at: index) }
    try bind(bytes, isText: isText, destructor: nil, at: index)
  }

  private func bind(
    _ bytes: UnsafeRawBufferPointer,
    isText: Bool,
    destructor: sqlite3_destructor_type?,
    at index: Int32
  ) throws {
    let count = UInt64(bytes.count)
    guard let start = bytes.baseAddress else {
      // No bytes have no address, and SQLite takes a null pointer for NULL.
      return try check(
        isText
          ? sqlite3_bind_text(pointer, index, "", 0, Self.transient)
          : sqlite3_bind_zeroblob(pointer, index, 0)
      )
    }
    let text = start.assumingMemoryBound(to: CChar.self)
    try check(
      isText
        ? sqlite3_bind_text64(pointer, index, text, count, destructor, UInt8(SQLITE_UTF8))
        : sqlite3_bind_blob64(pointer, index, start, count, destructor)
    )
  }

  /// Tells SQLite to make a copy.
  private static var transient: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  /// Runs to the next row.
  ///
  /// - Returns: whether there is one.
  func step() throws -> Bool {
    switch sqlite3_step(pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      sqlite3_reset(pointer)
      return false
    case let code:
      let error = self.error(code)
      sqlite3_reset(pointer)
      throw error
    }
  }

  /// Runs a statement without rows, or for its first one only.
  func run() throws { if try step() { reset() } }

  func reset() { sqlite3_reset(pointer) }

  var columnNames: [String] {
    (0..<sqlite3_column_count(pointer)).map {
      sqlite3_column_name(pointer, $0).map { String(cString: $0) } ?? ""
    }
  }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_NULL }

  func isBlob(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_BLOB }

  func number(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

  /// The bytes of a text or blob, until the next step; nil for NULL.
  func bytes(_ column: Int32) -> UnsafeRawBufferPointer? {
    if isNull(column) { return nil }
    let start = sqlite3_column_blob(pointer, column)
    return UnsafeRawBufferPointer(
      start: start,
      count: start == nil ? 0 : Int(sqlite3_column_bytes(pointer, column))
    )
  }

  /// A text; nil for NULL.
  func text(_ column: Int32) -> String? {
    bytes(column).map { String(decoding: $0, as: UTF8.self) }
  }

  private func check(_ code: Int32) throws { if code != SQLITE_OK { throw error(code) } }

  private func error(_ code: Int32) -> DatabaseError {
    DatabaseError(
      resultCode: ResultCode(rawValue: code),
      message: String(cString: sqlite3_errmsg(sqlite3_db_handle(pointer)))
    )
  }
}
