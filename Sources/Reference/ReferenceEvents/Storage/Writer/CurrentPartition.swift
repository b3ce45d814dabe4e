import Synchronization

/// The partition that events are added to: begun when there is none, left when it is full, damaged or gone.
///
/// Closing it waits for the transaction that is being written.
final class CurrentPartition: Sendable {
  private let edition: Edition
  private let pool: PartitionPool
  private let errors: ErrorReporter
  private let open = Mutex<PartitionAppender?>(nil)

  init(edition: Edition, pool: PartitionPool, errors: ErrorReporter) {
    self.edition = edition
    self.pool = pool
    self.errors = errors
  }

  /// Runs the body with what adds events to it; a partition is begun if there is none.
  ///
  /// - Throws: what keeps one from being begun, or what the body throws.
  func withAppender<Result: Sendable>(
    _ body: @Sendable (PartitionAppender) throws -> Result
  ) throws -> Result {
    try open.withLock { open in
      if let appender = open, !appender.isInPlace {
        Self.close(&open)
        leaveBehind(appender.file)
      }
      if open == nil { open = try begin() }
      guard let appender = open else { throw EventError.closed }
      return try body(appender)
    }
  }

  private func begin() throws -> sending PartitionAppender {
    try pool.prepareFolder()
    let file = try pool.begin(edition: edition)
    do {
      let appender = try PartitionAppender(
        file,
        partition: "\(pool.identity.prefix)-\(file.id)",
        edition: edition,
        isTemporary: pool.isTemporary
      )
      pool.add(file)
      return appender
    } catch {
      file.delete()
      throw error
    }
  }

  /// Forgets a partition whose file is no longer where it was.
  private func leaveBehind(_ file: PartitionFile) {
    file.update {
      $0.isGone = true
      $0.isDamaged = true
    }
    pool.remove(file)
    errors.report(
      .unavailable("the partition \(file.path) was taken away while events were written to it")
    )
  }

  /// Moves what is in its log to its file if the log has become long.
  func checkpointIfLong() { open.withLock { $0?.checkpointIfLong() } }

  /// Adds nothing more to it.
  ///
  /// - Parameter file: which one to close; nil for whichever it is.
  /// - Returns: which it was, if there was one.
  @discardableResult
  func close(_ file: PartitionFile? = nil) -> PartitionFile? {
    open.withLock { open in
      guard let current = open?.file, file == nil || file === current else { return nil }
      Self.close(&open)
      return current
    }
  }

  private static func close(_ open: inout PartitionAppender?) {
    // Nothing is lost if closing fails: every commit is on disk already.
    try? open?.close()
    open?.file.update { $0.isCurrent = false }
    open = nil
  }
}
