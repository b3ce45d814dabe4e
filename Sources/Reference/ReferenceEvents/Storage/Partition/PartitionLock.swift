import Foundation

/// Says that a partition is in use, by whatever process: held as long as this lives, and gone with its process.
///
/// It is on a file beside the database, because closing any other descriptor of the database itself would drop
/// SQLite's own locks.
final class PartitionLock: Sendable {
  let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit {
    // A process that is just being started has a copy of every descriptor until its program runs. Closing this one would
    // leave it the lock for that long; unlocking takes it from all copies.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Whether only a few more files can be opened after this one: the lowest descriptor that is free is given out first.
  var isAmongLast: Bool {
    let limit = sysconf(Int32(_SC_OPEN_MAX))
    return limit > 0 && Int(descriptor) >= limit - 32
  }

  /// Takes the lock.
  ///
  /// - Parameters:
  ///   - path: the file of the lock.
  ///   - database: the partition, if it is only to be read: where no lock can be made, it can be taken on what is there.
  /// - Returns: nil if someone else holds it.
  /// - Throws: an error of the file system.
  static func acquire(_ path: String, reading database: String? = nil) throws(EventError)
    -> PartitionLock?
  {
    // The lock file is deleted with its partition: a lock on a file that was deleted meanwhile protects nothing.
    for _ in 0..<100 {
      let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else {
        let failure = errno
        guard let database, [EROFS, EACCES, EPERM].contains(failure) else {
          throw .fileSystem("the lock \(path) can't be made", failure)
        }
        return try share(path, or: database)
      }
      if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        let failure = errno
        close(descriptor)
        if failure == EINTR { continue }
        guard failure == EWOULDBLOCK else {
          throw .fileSystem("the lock \(path) can't be taken", failure)
        }
        return nil
      }
      var held = stat()
      var named = stat()
      if unsafe fstat(descriptor, &held) == 0, unsafe stat(path, &named) == 0,
        held.st_ino == named.st_ino,
        held.st_dev == named.st_dev
      {
        return PartitionLock(descriptor: descriptor)
      }
      close(descriptor)
    }
    return nil
  }

  /// Keeps others from the lock that is there.
  ///
  /// Without one, no recorder is at work, since it could not write there.
  private static func share(_ path: String, or database: String) throws(EventError)
    -> PartitionLock?
  {
    for path in [path, database] {
      let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_SH | LOCK_NB) == 0 { return PartitionLock(descriptor: descriptor) }
      close(descriptor)
      return nil
    }
    throw .fileSystem("the partition \(database) can't be opened", errno)
  }
}

extension EventError {
  /// The event realm, or a part of it, can't be opened, written or read.
  static func unavailable(_ why: String) -> EventError { EventError(.eventRealmUnavailable, why) }

  /// An error of the file system, with what was tried.
  static func fileSystem(_ what: String, _ code: Int32) -> EventError {
    EventError.unavailable(unsafe "\(what): \(String(cString: strerror(code)))")
  }
}
