import ReferenceRealm
import Synchronization
import SystemSQLite

/// Looks after partitions once events are in them: takes over leftovers, passes events on for upload, deletes what is
/// acknowledged, and sets aside what is damaged.
///
/// Works on a queue of its own, so that neither recording nor storing waits for it.
final class PartitionKeeper: Sendable {
  let pool: PartitionPool
  let errors: ErrorReporter
  let current: CurrentPartition
  private let queue = SerialQueue("touchstone.events.keeper")
  /// The partition that is being sent, open from one batch to the next.
  private let sending = Mutex<PartitionReader?>(nil)
  /// Leftovers that could not be read so far.
  let postponed = Mutex<Set<ObjectId>>([])
  /// What was last said about partitions that can't be read for now.
  private let reported = Mutex<[ObjectId: String]>([:])

  init(pool: PartitionPool, current: CurrentPartition, errors: ErrorReporter) {
    self.pool = pool
    self.current = current
    self.errors = errors
  }

  /// Takes over what former runs have left, after a look at all of it.
  ///
  /// - Parameters:
  ///   - ids: what the folder held when recording began.
  ///   - completion: runs when they are ours.
  func takeOver(_ ids: [ObjectId], completion: @escaping @Sendable () -> Void) {
    queue.async { [self] in
      takeOverNow(ids)
      completion()
    }
  }

  // MARK: Upload

  /// What is next to be sent; nil if the server has all of it, or refused the rest.
  func nextBatch() -> UploadBatch? {
    queue.sync {
      if let batch = nextBatchOfPool() { return batch }
      let late = waiting
      if late.isEmpty { return nil }
      // What was sent has made room, perhaps.
      takeOverNow(late)
      return nextBatchOfPool()
    }
  }

  private func nextBatchOfPool() -> UploadBatch? {
    for file in pool.partitions {
      let state = file.state
      if state.isRefused || state.isDamaged { continue }
      guard state.acknowledged < state.written else {
        deleteNowIfFinished(file)
        continue
      }
      do { return try batch(of: file, after: state.acknowledged) } catch { reject(file, error) }
    }
    return nil
  }

  private func batch(of file: PartitionFile, after number: Int) throws -> UploadBatch {
    try sending.withLock { sending in
      if sending?.file !== file {
        try? sending?.close()
        sending = nil
        sending = try PartitionReader(file)
      }
      guard let batch = try sending?.batch(after: number) else { throw EventError.missingAtEnd }
      return batch
    }
  }

  /// Notes that the server has all events of the batch.
  func acknowledge(_ batch: UploadBatch) {
    queue.sync {
      do {
        try sending.withLock { sending in
          if sending?.file === batch.file { try sending?.acknowledge(upTo: batch.last) }
        }
        deleteNowIfFinished(batch.file)
      } catch {
        // The next batch is the same one; the server takes nothing twice.
        errors.report(EventError(wrapping: error))
        batch.file.update { $0.acknowledged = max($0.acknowledged, batch.last) }
      }
    }
  }

  /// Deletes a partition that nothing more comes to, if nothing of it is left to be sent.
  func deleteIfFinished(_ file: PartitionFile) {
    queue.async { [self] in deleteNowIfFinished(file) }
  }

  private func deleteNowIfFinished(_ file: PartitionFile) {
    let state = file.state
    guard !state.isCurrent, !state.isGone, state.acknowledged >= state.written else { return }
    close(file)
    file.delete()
    pool.remove(file)
  }

  /// Closes the partition, if it is the one that is being sent.
  private func close(_ file: PartitionFile) {
    sending.withLock { sending in
      guard sending?.file === file else { return }
      try? sending?.close()
      sending = nil
    }
  }

  // MARK: Damage

  /// Looks at a partition that something was wrong with, and keeps it if it is whole.
  func recheck(_ file: PartitionFile) {
    queue.async { [self] in
      if file.state.isGone { return }
      do { try verify(file) { _ in } } catch { reportUnreadable(file.id, error) }
    }
  }

  /// Verifies a partition and notes how far it is, or sets it aside.
  ///
  /// - Throws: what keeps it from being read for now.
  func verify(_ file: PartitionFile, then body: (PartitionReader) -> Void) throws {
    do {
      try PartitionReader.read(file) { reader in
        try reader.verify()
        let count = try reader.count()
        guard count >= file.state.written else { throw EventError.missingAtEnd }
        file.update {
          $0.written = count
          $0.acknowledged = reader.header.acknowledged
        }
        body(reader)
      }
    } catch {
      if error.isTransient { throw error }
      quarantineNow(file, because: error)
    }
  }

  /// Says that a partition can't be read for now, or sets it aside if it never will be.
  private func reject(_ file: PartitionFile, _ error: any Error) {
    if error.isTransient {
      reportUnreadable(file.id, error)
    } else {
      quarantineNow(file, because: error)
    }
  }

  /// Says why a partition can't be read for now, unless that was said before.
  func reportUnreadable(_ id: ObjectId, _ error: any Error) {
    let reason = EventError(wrapping: error).description
    let former = reported.withLock { $0.updateValue(reason, forKey: id) }
    if former == reason { return }
    let path = PartitionFile.path(id, "sqlite", in: pool.folder)
    errors.report(
      .unavailable(
        "the partition \(path) can't be read for now, and is tried again later: \(reason)"
      )
    )
  }

  /// Sets a partition aside that can't be written to.
  func quarantine(_ file: PartitionFile, because error: any Error) {
    queue.async { [self] in quarantineNow(file, because: error) }
  }

  /// Keeps a partition that can't be read out of the way.
  private func quarantineNow(_ file: PartitionFile, because error: any Error) {
    if file.state.isGone { return }
    file.update { $0.isDamaged = true }
    close(file)
    current.close(file)
    file.setAside()
    pool.remove(file)
    errors.report(
      .unavailable(
        "the partition \(file.path) is damaged and was set aside as \(file.path).damaged: "
          + EventError(wrapping: error).description
      )
    )
  }

  // MARK: Reading

  /// Calls the body with each partition of the pool, in the order of their beginning.
  ///
  /// - Parameters:
  ///   - isOpen: whether leftovers were taken over already; otherwise they are looked at for the moment.
  ///   - body: what reads.
  /// - Throws: an error if a partition can't be read.
  func forEachPartition(isOpen: Bool, _ body: (PartitionReader) throws -> Void) throws {
    try queue.sync {
      var held: [ObjectId: PartitionFile] = [:]
      if isOpen { for file in pool.partitions { held[file.id] = file } }
      let others = isOpen ? waiting : pool.found(endings: ["sqlite"])
      for id in Set(held.keys).union(others).sorted() {
        if let file = held[id] {
          do { try PartitionReader.read(file, body) } catch {
            if !error.isTransient { quarantineNow(file, because: error) }
            throw file.unreadable(error)
          }
        } else if let file = try pool.takeOver(id) {
          defer { file.release() }
          try PartitionReader.readUnused(file) { reader in
            if reader.header.pool == pool.identity { try body(reader) }
          }
        }
      }
    }
  }

  // MARK: Closing

  /// Waits for what is being done, closes files and leaves them to others.
  ///
  /// - Parameter deletesFinished: whether partitions that nothing is lost with are deleted before.
  func close(deletesFinished: Bool) {
    queue.sync {
      for file in pool.partitions {
        if deletesFinished { deleteNowIfFinished(file) }
        close(file)
      }
      pool.releaseAll()
    }
  }

  /// Waits until everything that was asked for so far is done.
  func flush() { queue.sync {} }
}

extension Error {
  /// Whether a file may be as it should, and can only not be read or written just now.
  ///
  /// A partition stays where it is then, and is tried again.
  fileprivate var isTransient: Bool { (self as? SQLiteError)?.isTransient ?? false }
}
