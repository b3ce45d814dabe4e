import CSystemSQLite

/// What SQLite refused, in its own words.
package struct SQLiteError: Error, Equatable, CustomStringConvertible {
  /// The extended result code, such as `SQLITE_IOERR_SHORT_READ`.
  package let code: Int32
  /// SQLite's sentence, such as `database or disk is full`.
  package let message: String

  /// What kind of error it is, without its details: `SQLITE_IOERR`.
  package var primaryCode: Int32 { code & 0xFF }

  package var description: String { "SQLite error \(code): \(message)" }

  /// An error with the words that SQLite has for its code.
  init(code: Int32) {
    self.code = code
    message = unsafe sqlite3_errstr(code).map { unsafe String(cString: $0) } ?? "unknown error"
  }

  /// The error of the last call of a connection; there is none where memory was lacking.
  init(of connection: OpaquePointer?, code: Int32) {
    self.code = code
    if code & 0xFF == SQLITE_INTERRUPT {
      // Nothing else ends a statement; SQLite's own word for it is "interrupted".
      message =
        "reading it takes more work than a file of its size has rows for: a view in it may have no end"
      return
    }
    let message = unsafe sqlite3_errmsg(connection)
    self.message = unsafe message.map { unsafe String(cString: $0) } ?? "unknown error"
  }

  /// A page that ends too early, and what the file system itself says is damaged: Swift does not see their names.
  private static let damage = [SQLITE_IOERR | 2 << 8, SQLITE_IOERR | 33 << 8]

  /// Whether it says nothing about a file but that it can't be read or written just now: no descriptors or memory are
  /// left, the disk is full, or access is denied.
  package var isTransient: Bool {
    if Self.damage.contains(code) { return false }
    return [
      SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_NOMEM, SQLITE_FULL, SQLITE_BUSY, SQLITE_LOCKED,
      SQLITE_PERM, SQLITE_READONLY, SQLITE_PROTOCOL,
    ].contains(primaryCode)
  }

  /// Whether the file is not a database, or not one as SQLite left it.
  package var saysThatFileIsDamaged: Bool {
    [SQLITE_CORRUPT, SQLITE_NOTADB].contains(primaryCode)
  }

  /// Whether the file can't be reached or used where it is, which another file may not suffer from.
  package var saysThatFileIsOutOfReach: Bool {
    [SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM, SQLITE_PROTOCOL]
      .contains(primaryCode)
  }
}
