import ReferenceRealm
import Synchronization

/// What former runs have left: it is taken over when recording begins, or as soon as it can be read.
extension PartitionKeeper {
  /// Leftovers that wait until they can be read.
  var waiting: [ObjectId] { postponed.withLock { $0.sorted() } }

  /// Takes leftovers over, now or later; nothing happens to those that someone has.
  func takeOverNow(_ ids: [ObjectId]) {
    for id in ids {
      do {
        try takeOver(id)
        postponed.withLock { _ = $0.remove(id) }
      } catch {
        postponed.withLock { _ = $0.insert(id) }
        reportUnreadable(id, error)
      }
    }
  }

  /// - Throws: why it has to be tried again.
  private func takeOver(_ id: ObjectId) throws {
    guard let file = try pool.takeOver(id) else { return }
    do {
      guard file.leavesRoom else {
        throw EventError.unavailable("too few more files can be opened")
      }
      try saveLog(of: file)
      try verify(file) { reader in
        if reader.header.pool == pool.identity { pool.add(file) } else { leave(file) }
      }
    } catch {
      file.release()
      throw error
    }
  }

  private func leave(_ file: PartitionFile) {
    file.release()
    errors.report(
      .unavailable("\(file.path) belongs to another app, user or prefix, and is left alone")
    )
  }

  /// Keeps the log of a leftover if SQLite would pass over some of it, and takes over what can be read.
  private func saveLog(of file: PartitionFile) throws {
    guard let damage = try WriteAheadLog.damage(at: file.logPath) else { return }
    let copy = try file.keepLog()
    errors.report(
      .unavailable(
        "the last events of the partition \(file.path) can't be read, because its log is damaged or power was lost while "
          + "they were written: \(damage). It was kept as \(copy)"
      )
    )
  }
}
