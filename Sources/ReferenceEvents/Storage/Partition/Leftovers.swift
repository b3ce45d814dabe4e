import ReferenceRealm
import Synchronization

/// What former runs have left: it is taken over when recording begins, or as soon as it can be read.
final class Leftovers: Sendable {
  private let pool: PartitionPool
  private let errors: ErrorReporter
  /// Those that are tried again.
  private let postponed = Mutex<Set<ObjectId>>([])

  init(pool: PartitionPool, errors: ErrorReporter) {
    self.pool = pool
    self.errors = errors
  }

  /// Those that wait until they can be read.
  var waiting: [ObjectId] { postponed.withLock { $0.sorted() } }

  /// Takes a leftover over, now or later.
  ///
  /// - Parameters:
  ///   - id: which one; nothing happens if someone has it.
  ///   - verify: looks at all of it; throws what keeps it from being read for now.
  /// - Throws: why it has to be tried again.
  func takeOver(
    _ id: ObjectId,
    verify: (PartitionFile, (PartitionReader) -> Void) throws -> Void
  ) throws {
    var taken: PartitionFile?
    do {
      taken = try pool.takeOver(id)
      if let file = taken {
        guard file.leavesRoom else {
          throw EventError.unavailable("too few more files can be opened")
        }
        try saveLog(of: file)
        try verify(file) { reader in
          if reader.header.pool == pool.identity { pool.add(file) } else { leave(file) }
        }
      }
      postponed.withLock { _ = $0.remove(id) }
    } catch {
      taken?.release()
      postponed.withLock { _ = $0.insert(id) }
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
