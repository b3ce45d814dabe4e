import Foundation

/// Stores the events of one realm in files and uploads them from there.
///
/// It owns its parts, and none of them refers to it.
final class EventRealm: EventStorage {
  private let errors: ErrorReporter
  private let pool: PartitionPool
  private let keeper: PartitionKeeper
  private let uploader: Uploader?
  private let committer: GroupCommit
  private let queue: WriteQueue

  init(configuration: EventConfiguration) {
    errors = ErrorReporter(configuration: configuration)
    pool = PartitionPool(configuration)
    let current = CurrentPartition(edition: configuration.edition, pool: pool, errors: errors)
    keeper = PartitionKeeper(pool: pool, current: current, errors: errors)
    uploader = configuration.server.map { [keeper] in
      Uploader(
        keeper: keeper,
        server: $0,
        user: configuration.syncUser,
        upload: configuration.pipeline.upload
      )
    }
    committer = GroupCommit(configuration: configuration, keeper: keeper, uploader: uploader)
    queue = WriteQueue(committer: committer, configuration: configuration)
  }

  deinit { end(isAbandoned: false) }

  // MARK: Recording

  func openNow() throws(EventError) {
    do { try queue.afterDraining { try committer.open() } } catch {
      throw EventError(wrapping: error)
    }
  }

  func persist(isEmpty: Bool, completion: EventCompletion?, events: @escaping WriteJob.Events) {
    queue.add(WriteJob(isEmpty: isEmpty, realm: self, events: events, completion: completion))
  }

  // MARK: Reading

  func trail() throws(EventError) -> [AuditEvent] {
    var events: [AuditEvent] = []
    try forEachPartition { reader, _ in
      let count = events.count + reader.file.state.written
      try reader.forEachEvent(after: 0) { _, event in
        events.append(event)
        return true
      }
      guard events.count >= count else { throw EventError.missingAtEnd }
    }
    return events
  }

  func partitions() throws(EventError) -> [EventPartition] {
    var partitions: [EventPartition] = []
    try forEachPartition { reader, isOpen in
      let isNext = isOpen && uploader != nil && partitions.allSatisfy { $0.state == .open }
      partitions.append(try EventPartition(reader, isNext: isNext))
    }
    return partitions
  }

  private func forEachPartition(
    _ body: (_ reader: PartitionReader, _ isOpen: Bool) throws -> Void
  ) throws(EventError) {
    defer { errors.flush() }
    let isOpen = queue.afterDraining { committer.isOpen }
    do { try keeper.forEachPartition(isOpen: isOpen) { try body($0, isOpen) } } catch {
      throw EventError(wrapping: error)
    }
  }

  func waitForUploads(timeout: Duration) -> Bool {
    guard let uploader else { return false }
    defer { errors.flush() }
    let deadline = ContinuousClock.now + timeout
    // What former runs left is waited for as well, whether or not this one has recorded anything.
    guard queue.afterDraining({ (try? committer.open()) != nil }) else { return false }
    keeper.flush()
    while true {
      // Asked first: what is taken over from here on is part of the pool.
      let isWhole = keeper.waiting.isEmpty
      let goals = pool.partitions.map { ($0, $0.state.written) }
      guard uploader.wait(for: goals, until: deadline) else { return false }
      if isWhole { return true }
      if ContinuousClock.now >= deadline { return false }
      Thread.sleep(forTimeInterval: 0.002)
    }
  }

  // MARK: Closing

  func close() { end(isAbandoned: false) }

  func abandon() { end(isAbandoned: true) }

  private func end(isAbandoned: Bool) {
    guard queue.close(isAbandoned: isAbandoned) else { return }
    queue.afterDraining { committer.close() }
    uploader?.stop()
    keeper.close(deletesFinished: !isAbandoned)
    errors.flush()
    pool.removeTemporaryFolder()
  }
}

extension EventPartition {
  /// - Parameters:
  ///   - reader: what has it open.
  ///   - isNext: whether it is the next one to be sent, unless events are still added.
  /// - Throws: an error if it can't be read.
  fileprivate init(_ reader: PartitionReader, isNext: Bool) throws {
    let progress = reader.file.state
    self.init(
      partition: "\(reader.header.pool.prefix)-\(reader.file.id)",
      eventCount: try reader.count(),
      acknowledgedCount: max(reader.header.acknowledged, progress.acknowledged),
      byteCount: try reader.byteCount(),
      state: progress.isCurrent ? .open : isNext ? .uploading : .closed
    )
  }
}
