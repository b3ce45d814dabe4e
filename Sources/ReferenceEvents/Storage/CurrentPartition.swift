import GRDB

/// The partition that events are added to: begun when there is none, left when it is full, damaged or gone.
///
/// Lives on the queue of the writer.
struct CurrentPartition {
  private let edition: Edition
  private let pool: PartitionPool
  private let keeper: PartitionKeeper
  private let uploader: Uploader?
  private let errors: ErrorReporter
  private var open: PartitionAppender?

  init(
    edition: Edition,
    pool: PartitionPool,
    keeper: PartitionKeeper,
    uploader: Uploader?,
    errors: ErrorReporter
  ) {
    self.edition = edition
    self.pool = pool
    self.keeper = keeper
    self.uploader = uploader
    self.errors = errors
  }

  /// What adds events to it; a partition is begun if there is none.
  ///
  /// - Throws: what keeps one from being begun.
  mutating func appender() throws -> PartitionAppender {
    if let open {
      if open.isInPlace { return open }
      leaveBehind(open.file)
    }
    try pool.prepareFolder()
    let file = try pool.begin(edition: edition)
    do {
      let appender = try PartitionAppender(
        file,
        pool: pool.identity,
        edition: edition,
        isTemporary: pool.isTemporary
      )
      pool.add(file)
      open = appender
      return appender
    } catch {
      file.delete()
      throw error
    }
  }

  /// Forgets a partition whose file is no longer where it was.
  private mutating func leaveBehind(_ file: PartitionFile) {
    file.update {
      $0.isGone = true
      $0.isDamaged = true
    }
    close()
    pool.remove(file)
    errors.report(
      EventError(
        .eventRealmUnavailable,
        "the partition \(file.path) was taken away while events were written to it"
      )
    )
  }

  /// Does what is better done when nobody waits.
  func tidy() { open?.tidy() }

  /// Adds nothing more to it, and lets it be uploaded and deleted.
  mutating func close() {
    guard let file = letGo() else { return }
    keeper.tidy(file)
    uploader?.kick()
  }

  /// Adds nothing more to it.
  ///
  /// - Returns: which it was, if there was one.
  @discardableResult
  mutating func letGo() -> PartitionFile? {
    guard let appender = open else { return nil }
    // Nothing is lost if closing fails: every commit is on disk already.
    try? appender.close()
    open = nil
    appender.file.update { $0.isCurrent = false }
    return appender.file
  }

  /// Leaves a partition that SQLite could not write to, unless there only was no room.
  mutating func react(to error: any Error) {
    guard let error = error as? DatabaseError, let file = open?.file else { return }
    switch error.resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB:
      close()
      keeper.giveUp(file, because: EventError(wrapping: error))
    case .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_PROTOCOL:
      close()
      keeper.recheck(file)
    default: break
    }
  }

  /// Sets a partition aside that was found damaged when it was read.
  mutating func giveUp(_ file: PartitionFile, because error: EventError) {
    if open?.file === file { close() }
    file.update { $0.isCurrent = false }
    keeper.giveUp(file, because: error)
  }
}
