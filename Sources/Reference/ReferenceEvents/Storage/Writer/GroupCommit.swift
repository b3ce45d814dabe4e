import Synchronization
import SystemSQLite

/// Stores jobs, as many in one transaction as it takes, so that many small ones do not wait for the disk once each.
///
/// Jobs of a transaction that failed are tried one at a time, so that one that can't be stored fails alone.
final class GroupCommit: JobCommitter {
  /// How much one transaction takes before it is committed; a larger job is committed alone.
  static let maximumCount = 2_000
  static let maximumBytes = 4 << 20

  private struct State {
    var isOpen = false
    var isClosed = false
    /// How many jobs are tried one at a time, because they failed together.
    var aloneCount = 0
  }

  private let state = Mutex(State())
  private let configuration: EventConfiguration
  private let keeper: PartitionKeeper
  private let uploader: Uploader?

  init(configuration: EventConfiguration, keeper: PartitionKeeper, uploader: Uploader?) {
    self.configuration = configuration
    self.keeper = keeper
    self.uploader = uploader
  }

  // MARK: Opening and closing

  /// Whether recording has begun, and what former runs left is ours.
  var isOpen: Bool { state.withLock { $0.isOpen } }

  /// Opens the event realm, if that has not happened yet.
  func open() throws(EventError) {
    try state.withLock { state throws(EventError) in try open(&state) }
  }

  private func open(_ state: inout State) throws(EventError) {
    if state.isOpen { return }
    if state.isClosed { throw EventError.closed }
    if let user = configuration.syncUser, configuration.server?.isRemoved(user) == true {
      throw EventError.unavailable("the event realm can't be opened: its user was removed")
    }
    try keeper.pool.prepareFolder()
    state.isOpen = true
    uploader?.start()
    keeper.takeOver(keeper.pool.found()) { [uploader] in uploader?.wake() }
  }

  func close() {
    state.withLock { state in
      state.isOpen = false
      state.isClosed = true
    }
    keeper.current.close()
  }

  // MARK: Storing

  /// What is returned is durable.
  func commit(_ jobs: [WriteJob]) -> [EventError?] {
    state.withLock { state in
      do throws(EventError) { try open(&state) } catch { return [error] }
      let outcomes = commit(jobs[..<min(jobs.count, state.aloneCount > 0 ? 1 : jobs.count)], &state)
      state.aloneCount = max(0, state.aloneCount - outcomes.count)
      return outcomes
    }
  }

  private func commit(_ jobs: ArraySlice<WriteJob>, _ state: inout State) -> [EventError?] {
    if jobs.allSatisfy(\.isEmpty) { return jobs.map { _ in nil } }
    let partitionBytes = configuration.maxPartitionBytes
    do {
      while true {
        let outcomes = try keeper.current.withAppender {
          try $0.append(jobs, partitionBytes: partitionBytes)
        }
        if !outcomes.isEmpty { return outcomes }
        rotate()
      }
    } catch let error as FailedTransaction where jobs.count > 1 {
      state.aloneCount = error.tried
      return commit(jobs.prefix(1), &state)
    } catch {
      let error = (error as? FailedTransaction)?.cause ?? error
      react(to: error)
      return [EventError(wrapping: error)]
    }
  }

  func completionsHaveRun() {
    uploader?.wake()
    keeper.current.checkpointIfLong()
  }

  /// Adds nothing more to the current partition, and lets it be uploaded and deleted.
  @discardableResult
  private func rotate() -> PartitionFile? {
    guard let file = keeper.current.close() else { return nil }
    keeper.deleteIfFinished(file)
    uploader?.wake()
    return file
  }

  /// Leaves a partition that SQLite could not write to, unless only the room for it was missing.
  private func react(to error: any Error) {
    guard let error = error as? SQLiteError else { return }
    if error.saysThatFileIsDamaged {
      if let file = rotate() { keeper.quarantine(file, because: EventError(wrapping: error)) }
    } else if error.saysThatFileIsOutOfReach {
      if let file = rotate() { keeper.recheck(file) }
    }
  }
}
