import Foundation
import ReferenceRealm
import Synchronization

/// Looks after partitions once events are in them: takes over leftovers, hands events out for upload, and deletes what
/// is acknowledged.
///
/// Works on a queue of its own, so that neither recording nor persisting waits for it.
final class PartitionKeeper: Sendable {
  /// Events of one partition on their way to the server.
  struct Batch: Sendable {
    let file: PartitionFile
    let events: [AuditEvent]
    let activityField: String
    /// The number of the last one.
    let last: Int
  }

  /// How much is sent at once; a single larger event is sent alone.
  private static let batchBytes = 1 << 20
  private static let batchCount = 200

  private static let missingAtEnd = EventError(
    .eventRealmUnavailable,
    "events are missing at its end"
  )

  let pool: PartitionPool
  private let queue = SerialQueue("touchstone.events.keeper")
  /// The one that is being read for upload; touched on the queue only, and the lock tells the compiler so.
  private let reader = Mutex<PartitionReader?>(nil)
  private let rules: UploadRules
  private let errors: ErrorReporter
  /// Leftovers that are to be taken over as soon as they can be read.
  private let postponed = Mutex<Set<ObjectId>>([])
  /// What was last said about partitions that can't be read for now.
  private let complaints = Mutex<[ObjectId: String]>([:])
  /// Has the writer let go of a current partition that is damaged.
  private let abandonCurrent = Mutex<(@Sendable (PartitionFile, EventError) -> Void)?>(nil)

  init(pool: PartitionPool, rules: UploadRules = UploadRules(), errors: ErrorReporter) {
    self.pool = pool
    self.rules = rules
    self.errors = errors
  }

  func whenCurrentIsDamaged(_ body: @escaping @Sendable (PartitionFile, EventError) -> Void) {
    abandonCurrent.withLock { $0 = body }
  }

  /// Takes over what former runs have left, after a look at all of it.
  ///
  /// - Parameters:
  ///   - leftovers: what the folder held when recording began.
  ///   - completion: runs when they are ours.
  func takeOver(_ leftovers: [ObjectId], completion: @escaping @Sendable () -> Void) {
    queue.async { [self] in
      for id in leftovers { takeOver(id) }
      completion()
    }
  }

  /// Takes over a leftover, now or as soon as it can be read.
  private func takeOver(_ id: ObjectId) {
    var taken: PartitionFile?
    do {
      taken = try pool.takeOver(id)
      if let file = taken {
        guard file.leavesRoom else {
          throw EventError(.eventRealmUnavailable, "too few more files can be opened")
        }
        try saveLog(of: file)
        try check(file) { reader in
          if reader.header.pool == pool.identity { return pool.add(file) }
          file.release()
          errors.report(
            EventError(
              .eventRealmUnavailable,
              "\(file.path) belongs to another app, user or prefix, and is left alone"
            )
          )
        }
      }
      postponed.withLock { _ = $0.remove(id) }
    } catch {
      taken?.release()
      postponed.withLock { _ = $0.insert(id) }
      complain(of: id, error)
    }
  }

  /// Whether leftovers wait until they can be read.
  var hasPostponed: Bool { postponed.withLock { !$0.isEmpty } }

  /// Says why a partition can't be read for now, unless that was said before.
  private func complain(of id: ObjectId, _ error: any Error) {
    let reason = EventError(wrapping: error).description
    let former = complaints.withLock { $0.updateValue(reason, forKey: id) }
    if former == reason { return }
    let path = PartitionFile.path(id, "sqlite", in: pool.folder)
    errors.report(
      EventError(
        .eventRealmUnavailable,
        "the partition \(path) can't be read for now, and is tried again later: \(reason)"
      )
    )
  }

  /// Keeps the log of a leftover if SQLite would pass over some of it, and takes over what can be read.
  private func saveLog(of file: PartitionFile) throws {
    guard let damage = try WriteAheadLog.damage(at: file.logPath) else { return }
    let copy = try file.keepLog()
    errors.report(
      EventError(
        .eventRealmUnavailable,
        "the last events of the partition \(file.path) can't be read, because its log is damaged or power was lost while "
          + "they were written: \(damage). It was kept as \(copy)"
      )
    )
  }

  /// Looks at a partition that something was wrong with, and keeps it if it is whole.
  func recheck(_ file: PartitionFile) {
    queue.async { [self] in
      do { try check(file) { _ in } } catch { complain(of: file.id, error) }
    }
  }

  /// Verifies a partition and notes how far it is, or sets it aside.
  ///
  /// - Throws: what keeps it from being read for now.
  private func check(_ file: PartitionFile, then body: (PartitionReader) throws -> Void) throws {
    do {
      try PartitionReader.read(file) { reader in
        try reader.verify()
        let count = try reader.count()
        guard count >= file.state.written else { throw Self.missingAtEnd }
        file.update {
          $0.written = count
          $0.acknowledged = reader.header.acknowledged
        }
        try body(reader)
      }
    } catch {
      if error.isPassing { throw error }
      setAside(file, because: error)
    }
  }

  /// What is next to be sent; nil if the server has all of it, or refused the rest.
  func nextBatch() -> Batch? {
    queue.sync {
      if let batch = nextBatchOfPool() { return batch }
      let late = postponed.withLock { $0.sorted() }
      if late.isEmpty { return nil }
      // What was sent has made room, perhaps.
      for id in late { takeOver(id) }
      return nextBatchOfPool()
    }
  }

  private func nextBatchOfPool() -> Batch? {
    let partitions = pool.partitions
    for file in rules.sendsOldestFirst ? partitions : partitions.reversed() {
      let state = file.state
      if state.isRefused || state.isDamaged { continue }
      guard state.acknowledged < state.written else {
        tidyNow(file)
        continue
      }
      do { return try batch(of: file, after: state.acknowledged) } catch {
        if error.isPassing { complain(of: file.id, error) } else { setAside(file, because: error) }
      }
    }
    return nil
  }

  private func batch(of file: PartitionFile, after number: Int) throws -> Batch {
    try reader.withLock { current in
      if current?.file !== file {
        try? current?.close()
        current = nil
        current = try PartitionReader(file)
      }
      guard let reader = current else {
        throw EventError(.eventRealmUnavailable, "it can't be read")
      }
      var events: [AuditEvent] = []
      var bytes = 0
      var last = number
      try reader.forEachEvent(after: number) { number, event in
        events.append(event)
        last = number
        bytes += (event.data?.utf8.count ?? 0) + (event.compressedData?.count ?? 0)
        return bytes < Self.batchBytes && events.count < Self.batchCount
      }
      guard !events.isEmpty else { throw Self.missingAtEnd }
      return Batch(
        file: file,
        events: events,
        activityField: reader.header.activityField,
        last: last
      )
    }
  }

  /// Notes that the server has all events of the batch.
  func acknowledge(_ batch: Batch) {
    queue.sync {
      do {
        try reader.withLock { reader in
          guard let reader, reader.file === batch.file else { return }
          try reader.acknowledge(upTo: batch.last)
        }
        tidyNow(batch.file)
      } catch {
        // The next batch is the same one; the server takes nothing twice.
        errors.report(EventError(wrapping: error))
        batch.file.update { $0.acknowledged = max($0.acknowledged, batch.last) }
      }
    }
  }

  /// Deletes a partition that nothing more comes to, if nothing of it is left to be sent.
  func tidy(_ file: PartitionFile) { queue.async { [self] in tidyNow(file) } }

  private func tidyNow(_ file: PartitionFile) {
    let state = file.state
    guard !state.isCurrent, !state.isGone, state.acknowledged >= state.written,
      rules.deletesPartitions
    else { return }
    closeReader(of: file)
    file.delete()
    pool.remove(file)
  }

  private func closeReader(of file: PartitionFile) {
    reader.withLock { reader in
      guard reader?.file === file else { return }
      try? reader?.close()
      reader = nil
    }
  }

  /// Sets a partition aside that the writer can't write to.
  func giveUp(_ file: PartitionFile, because error: EventError) {
    queue.async { [self] in setAside(file, because: error) }
  }

  /// Keeps a partition that can't be read out of the way.
  private func setAside(_ file: PartitionFile, because error: any Error) {
    if file.state.isGone { return }
    file.update { $0.isDamaged = true }
    closeReader(of: file)
    let error = EventError(wrapping: error)
    if file.state.isCurrent, let body = abandonCurrent.withLock({ $0 }) {
      // Comes back here once the writer has closed it.
      return body(file, error)
    }
    file.setAside()
    pool.remove(file)
    errors.report(
      EventError(
        .eventRealmUnavailable,
        "the partition \(file.path) is damaged and was set aside as \(file.path).damaged: "
          + error.description
      )
    )
  }

  /// Reads all events of the pool.
  ///
  /// - Parameter isOpen: whether leftovers were taken over already; otherwise they are looked at for the moment.
  /// - Returns: the events in the order of their commits.
  /// - Throws: an error if a partition can't be read.
  func events(isOpen: Bool) throws -> [AuditEvent] {
    var events: [AuditEvent] = []
    try forEachPartition(isOpen: isOpen) { reader in
      let count = events.count + reader.file.state.written
      try reader.forEachEvent(after: 0) { _, event in
        events.append(event)
        return true
      }
      guard events.count >= count else { throw Self.missingAtEnd }
    }
    return events
  }

  /// Describes all partitions of the pool.
  func descriptions(isOpen: Bool, uploads: Bool) throws -> [EventPartition] {
    var all: [EventPartition] = []
    var isFirst = true
    try forEachPartition(isOpen: isOpen) { reader in
      let isCurrent = reader.file.state.isCurrent
      all.append(
        EventPartition(
          partition: "\(reader.header.pool.prefix)-\(reader.file.id)",
          eventCount: try reader.count(),
          acknowledgedCount: max(reader.header.acknowledged, reader.file.state.acknowledged),
          byteCount: try reader.byteCount(),
          state: isCurrent ? .open : uploads && isOpen && isFirst ? .uploading : .closed
        )
      )
      if !isCurrent { isFirst = false }
    }
    return all
  }

  private func forEachPartition(isOpen: Bool, _ body: (PartitionReader) throws -> Void) throws {
    try queue.sync {
      var held: [ObjectId: PartitionFile] = [:]
      if isOpen { for file in pool.partitions { held[file.id] = file } }
      let others = isOpen ? postponed.withLock { $0 } : Set(pool.found(endings: ["sqlite"]))
      for id in (Array(held.keys) + others).sorted() {
        if let file = held[id] {
          do { try PartitionReader.read(file, body) } catch {
            if !error.isPassing { setAside(file, because: error) }
            throw file.unreadable(error)
          }
        } else if let file = try pool.takeOver(id) {
          defer { file.release() }
          try file.refuseDamagedLog()
          do {
            try PartitionReader.read(file) { reader in
              guard reader.header.pool == pool.identity else { return }
              try reader.verifyPages()
              try body(reader)
            }
          } catch { throw file.unreadable(error) }
        }
      }
    }
  }

  /// Waits for what is being done, closes files and leaves them to others.
  ///
  /// - Parameter deletesFinished: whether partitions that nothing is lost with are deleted before.
  func close(deletesFinished: Bool) {
    queue.sync {
      for file in pool.partitions {
        if deletesFinished { tidyNow(file) }
        closeReader(of: file)
      }
      pool.releaseAll()
    }
  }

  /// Waits until everything that was asked for so far is done.
  func flush() { queue.sync {} }
}
