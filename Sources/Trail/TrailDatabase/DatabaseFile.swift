import Foundation
import GRDBSQLite
import TrailReading

/// A SQLite file that is being written: all of it appears under its name at the end, or nothing does.
final class DatabaseFile {
  private let path: String
  /// Where it is until it is whole: in the same folder, so that it can be renamed.
  let partialPath: String
  private var connection: OpaquePointer?

  /// Begins a file; one that exists is refused unless it is empty.
  init(_ path: String) throws(TrailError) {
    self.path = path
    partialPath = "\(path).partial-\(getpid())"
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw TrailError("\(path) cannot be written: it is not a file")
      }
      guard status.st_size == 0 else {
        throw TrailError("\(path) exists already: remove it, or give another name")
      }
    }
    let descriptor = open(partialPath, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw TrailError("\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
    close(descriptor)
    guard sqlite3_open_v2(partialPath, &connection, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else {
      throw failure()
    }
    // Nobody reads it before it is whole, and a part of it is removed.
    try execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536")
  }

  deinit {
    sqlite3_close_v2(connection)
    unlink(partialPath)
  }

  /// Runs statements without values.
  func execute(_ sql: String) throws(TrailError) {
    guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else { throw failure() }
  }

  /// Prepares a statement that is run many times.
  func prepare(_ sql: String) throws(TrailError) -> DatabaseStatement {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK, let statement
    else { throw failure() }
    return DatabaseStatement(statement, self)
  }

  /// Gives the file its name, once all of it is on the disk; its statements are gone by then.
  func finish() throws(TrailError) {
    guard sqlite3_close(connection) == SQLITE_OK else { throw failure() }
    connection = nil
    let descriptor = open(partialPath, O_RDONLY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    guard descriptor >= 0, fsync(descriptor) == 0, chmod(partialPath, 0o644 & ~Self.mask) == 0,
      rename(partialPath, path) == 0
    else { throw TrailError("\(path) cannot be written: \(String(cString: strerror(errno)))") }
  }

  /// What new files are not allowed to be.
  private static var mask: mode_t {
    let mask = umask(0o077)
    umask(mask)
    return mask
  }

  func failure() -> TrailError {
    TrailError("\(path) cannot be written: \(String(cString: sqlite3_errmsg(connection)))")
  }
}

/// A prepared statement, which is bound and run row by row.
final class DatabaseStatement {
  /// A value of a row.
  enum Value {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)

    /// A text, or null.
    init(_ text: String?) { self = text.map(Value.text) ?? .null }
    /// A number, or null.
    init(_ number: Int64?) { self = number.map(Value.integer) ?? .null }
  }

  /// SQLite copies a text that is bound so: it may be gone before the statement is run.
  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  private let statement: OpaquePointer
  private let file: DatabaseFile

  init(_ statement: OpaquePointer, _ file: DatabaseFile) {
    (self.statement, self.file) = (statement, file)
  }

  deinit { sqlite3_finalize(statement) }

  /// Runs it with these values.
  func run(_ values: Value...) throws(TrailError) {
    for (index, value) in values.enumerated() {
      guard bind(value, at: Int32(index + 1)) == SQLITE_OK else { throw file.failure() }
    }
    guard sqlite3_step(statement) == SQLITE_DONE else { throw file.failure() }
    sqlite3_reset(statement)
  }

  private func bind(_ value: Value, at index: Int32) -> Int32 {
    switch value {
    case .null: sqlite3_bind_null(statement, index)
    case .integer(let number): sqlite3_bind_int64(statement, index, number)
    case .real(let number): sqlite3_bind_double(statement, index, number)
    case .text(var text):
      // With its length: a zero in a text does not end it.
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { bytes in
          guard let start = bytes.baseAddress else {
            return sqlite3_bind_text(statement, index, "", 0, Self.transient)
          }
          return sqlite3_bind_text(statement, index, start, Int32(bytes.count), Self.transient)
        }
      }
    }
  }
}
