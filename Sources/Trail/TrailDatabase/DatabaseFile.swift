import Foundation
import SystemSQLite
import TrailReading

/// A SQLite file that is being written: all of it appears under its name at the end, or nothing does.
final class DatabaseFile {
  private let path: String
  /// Where it is until it is whole: in the same folder, so that it can be renamed.
  let partialPath: String
  private let connection: SQLiteConnection

  /// Begins a file; one that exists is refused unless it is empty.
  init(_ path: String) throws(TrailError) {
    self.path = path
    let partialPath = "\(path).partial-\(getpid())"
    self.partialPath = partialPath
    var status = stat()
    if unsafe stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw TrailError("\(path) cannot be written: it is not a file")
      }
      guard status.st_size == 0 else {
        throw TrailError("\(path) exists already: remove it, or give another name")
      }
    }
    // The system reads a path while the call lasts, and `strerror` is copied at once.
    let descriptor = unsafe open(partialPath, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw TrailError(unsafe "\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
    close(descriptor)
    do throws(SQLiteError) {
      connection = try SQLiteConnection(partialPath, .writing)
      // It is not read before it is whole, and a part of it is removed.
      try connection.execute(
        "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536"
      )
    } catch {
      unsafe unlink(partialPath)
      throw Self.failure(path, error)
    }
  }

  // The path is read while the call lasts.
  deinit { unsafe unlink(partialPath) }

  /// Runs statements without values.
  func execute(_ sql: String) throws(TrailError) {
    do { try connection.execute(sql) } catch { throw Self.failure(path, error) }
  }

  /// Prepares a statement that is run many times.
  func prepare(_ sql: String) throws(TrailError) -> DatabaseStatement {
    do { return DatabaseStatement(try connection.prepare(sql), path) } catch {
      throw Self.failure(path, error)
    }
  }

  /// Gives the file its name, once all of it is on the disk and its statements are gone.
  func finish() throws(TrailError) {
    do { try connection.close() } catch { throw Self.failure(path, error) }
    let descriptor = unsafe open(partialPath, O_RDONLY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    guard descriptor >= 0, fsync(descriptor) == 0,
      unsafe chmod(partialPath, 0o644 & ~Self.mask) == 0,
      // The paths are read while the call lasts, and `strerror` is copied at once.
      unsafe rename(partialPath, path) == 0
    else {
      throw TrailError(unsafe "\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
  }

  /// What new files are not allowed to be.
  private static var mask: mode_t {
    let mask = umask(0o077)
    umask(mask)
    return mask
  }

  fileprivate static func failure(_ path: String, _ error: SQLiteError) -> TrailError {
    TrailError("\(path) cannot be written: \(error.message)")
  }
}

/// A prepared statement, which is bound and run row by row.
struct DatabaseStatement {
  private let statement: SQLiteStatement
  private let path: String

  init(_ statement: SQLiteStatement, _ path: String) {
    (self.statement, self.path) = (statement, path)
  }

  /// Runs it with these values.
  func run(_ values: [DatabaseRow.Value]) throws(TrailError) {
    do throws(SQLiteError) {
      for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
      try statement.run()
    } catch { throw DatabaseFile.failure(path, error) }
  }

  private func bind(_ value: DatabaseRow.Value, at index: Int32) throws(SQLiteError) {
    switch value {
    case .null: try statement.bind(nil as Int64?, at: index)
    case .integer(let number): try statement.bind(number, at: index)
    case .real(let number): try statement.bind(number, at: index)
    case .text(let text): try statement.bind(text, at: index)
    }
  }
}
