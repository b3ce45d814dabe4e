import Foundation
import ReferenceRealm
import Synchronization

/// A partition on disk that is ours for now: the names of its files, and how far it is.
///
/// Each step of its life is one renaming, so that a process that ends anywhere leaves a state that the next one
/// understands: `.new` while it is made, `.sqlite` while it holds events, `.done` once all are acknowledged.
final class PartitionFile: Sendable {
  struct Progress: Sendable {
    /// How many events are on disk.
    var written = 0
    /// How many of them the server has.
    var acknowledged = 0
    /// Whether events are still added.
    var isCurrent: Bool
    /// Whether something in it is not as it was written.
    var isDamaged = false
    /// Whether it is no longer to be read: set aside, or deleted.
    var isGone = false
    /// Whether the server refused it, for as long as its schema is the same.
    var isRefused = false
  }

  let id: ObjectId
  let folder: String
  private let lock: Mutex<PartitionLock?>
  private let progress: Mutex<Progress>

  init(id: ObjectId, folder: String, lock: PartitionLock, isCurrent: Bool) {
    self.id = id
    self.folder = folder
    self.lock = Mutex(lock)
    progress = Mutex(Progress(isCurrent: isCurrent))
  }

  var path: String { "\(folder)/\(id).sqlite" }

  var logPath: String { path + "-wal" }

  var state: Progress { progress.withLock { $0 } }

  func update(_ body: (inout sending Progress) -> Void) { progress.withLock { body(&$0) } }

  /// Whether recording can still open what it needs besides this.
  var leavesRoom: Bool { lock.withLock { $0.map { !$0.isAmongLast } ?? true } }

  /// Lets others have it.
  func release() { lock.withLock { $0 = nil } }

  /// Deletes a partition that nothing is lost with.
  ///
  /// Connections to it are closed already.
  func delete() {
    update { $0.isGone = true }
    guard unsafe rename(path, Self.path(id, "done", in: folder)) == 0 else { return release() }
    Self.removeRemains(of: id, in: folder)
    release()
  }

  /// Keeps what can't be read under another name, for people to look at.
  ///
  /// Connections to it are closed already.
  func setAside() {
    update { $0.isGone = true }
    // SQLite finds the log by the name of the file, so all of them keep belonging together.
    for suffix in ["", "-wal", "-shm"] { unsafe rename(path + suffix, "\(path).damaged\(suffix)") }
    unsafe unlink(Self.path(id, "lock", in: folder))
    release()
  }

  /// Says that it can't be read, and why.
  func unreadable(_ error: any Error) -> EventError {
    EventError.unavailable(
      "the partition \(path) can't be read: \(EventError(wrapping: error).description)"
    )
  }

  /// - Throws: an error if not every event can be read, because the log of the partition is damaged.
  func refuseDamagedLog() throws(EventError) {
    guard let damage = try WriteAheadLog.damage(at: logPath) else { return }
    throw EventError.unavailable(
      "the partition \(path) can't be read to its end, because its log \(logPath) is damaged: \(damage). Keep a copy of "
        + "it; then `PRAGMA wal_checkpoint(TRUNCATE)` in sqlite3 takes over what can be read"
    )
  }

  /// Keeps a copy of a log that can't be read to its end, for people to look at: SQLite deletes the log itself.
  ///
  /// - Returns: where it is.
  func keepLog() throws -> String {
    let copy = "\(logPath).damaged"
    try? FileManager.default.removeItem(atPath: copy)
    try FileManager.default.copyItem(atPath: logPath, toPath: copy)
    return copy
  }

  static func path(_ id: ObjectId, _ ending: String, in folder: String) -> String {
    "\(folder)/\(id).\(ending)"
  }

  /// Removes what is left of a partition that was being made or deleted.
  ///
  /// Its lock is held.
  static func removeRemains(of id: ObjectId, in folder: String) {
    for ending in [
      "new", "new-journal", "new-wal", "new-shm", "sqlite-wal", "sqlite-shm", "done", "lock",
    ] {
      unsafe unlink(path(id, ending, in: folder))
    }
  }
}
