import CSystemSQLite
import Foundation

/// What SQLite's own descriptor of a file tells, also of one that is read as immutable, of which SQLite looks at no lock.
///
/// No other descriptor is opened: closing it would drop all locks that this process has on the file.
extension SQLiteConnection {
  /// Waits until nobody keeps readers out of the file, in this process or another one.
  ///
  /// For a moment it is locked as readers lock it, and nothing is written.
  ///
  /// - Parameter patience: how many milliseconds it waits.
  /// - Throws: SQLite's error about a file that is locked, when the time is over.
  package func awaitReadable(patience: Int) throws(SQLiteError) {
    let pause = 20
    var waited = 0
    while true {
      let code = try unsafe onFile { file, methods in
        let code = unsafe methods.xLock(file, SQLITE_LOCK_SHARED)
        _ = unsafe methods.xUnlock(file, SQLITE_LOCK_NONE)
        return code
      }
      // Where nothing can be locked, nobody has a lock.
      guard code & 0xFF == SQLITE_BUSY else { return }
      guard waited < patience else { throw SQLiteError(code: code) }
      usleep(UInt32(pause * 1000))
      waited += pause
    }
  }

  /// The first bytes of the file, whatever it is; zeros stand for those that a shorter one lacks.
  package func head(bytes count: Int32) throws(SQLiteError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(count))
    let code = try unsafe onFile { file, methods in
      unsafe bytes.withUnsafeMutableBytes {
        unsafe methods.xRead(file, $0.baseAddress, count, 0)
      }
    }
    guard code == SQLITE_OK || code == Self.shortRead else { throw SQLiteError(code: code) }
    return bytes
  }

  /// Swift does not see its name.
  private static let shortRead = SQLITE_IOERR | 2 << 8

  /// Calls what SQLite itself reads and locks the file with.
  private func onFile(
    _ body: (UnsafeMutablePointer<sqlite3_file>, sqlite3_io_methods) -> Int32
  ) throws(SQLiteError) -> Int32 {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    guard code == SQLITE_OK, let file = unsafe file, let methods = unsafe file.pointee.pMethods
    else { throw SQLiteError(code: code == SQLITE_OK ? SQLITE_CANTOPEN : code) }
    return unsafe body(file, methods.pointee)
  }
}
