import CSystemSQLite
import Foundation

/// What other processes do with a file that is read as immutable: SQLite looks at no lock then.
extension SQLiteConnection {
  /// Waits until no other process keeps readers out of a file.
  ///
  /// SQLite's locks are on bytes that the format of its files keeps free for them. They are looked at, and none is taken.
  /// A file that cannot be opened has none.
  ///
  /// - Parameters:
  ///   - path: where the file is.
  ///   - patience: how many milliseconds it waits.
  /// - Throws: SQLite's error about a file that is locked, when the time is over.
  package static func awaitReadable(_ path: String, patience: Int) throws(SQLiteError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { _ = Foundation.close(descriptor) }
    let pause = 20
    var waited = 0
    while keepsReadersOut(descriptor) {
      guard waited < patience else { throw SQLiteError(code: SQLITE_BUSY) }
      usleep(UInt32(pause * 1000))
      waited += pause
    }
  }

  /// Whether another process is writing to a file, or waits for its readers to do so.
  private static func keepsReadersOut(_ descriptor: Int32) -> Bool {
    // The pending byte, and those of which a reader takes one. A transaction that has not written yet has another one.
    [(0x4000_0000, 1), (0x4000_0002, 510)].contains { start, length in
      var lock = flock()
      lock.l_type = Int16(F_RDLCK)
      lock.l_whence = Int16(SEEK_SET)
      lock.l_start = off_t(start)
      lock.l_len = off_t(length)
      let answer = unsafe fcntl(descriptor, F_GETLK, &lock)
      return answer == 0 && lock.l_type != Int16(F_UNLCK)
    }
  }
}
