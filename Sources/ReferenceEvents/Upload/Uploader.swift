import Foundation
import ReferenceRealm
import Synchronization

/// Takes the events of a pool to the server, partition by partition and in order, for as long as they get through.
///
/// What is not acknowledged is sent again; the server takes no document twice.
final class Uploader: Sendable {
  private struct State {
    var isRunning = false
    /// Whether something has changed since the last look for events.
    var isWoken = false
    var isStopped = false
    /// Whether a transfer broke off, so that what follows may have arrived already.
    var hasBrokenOff = false
    var listener: Int?
  }

  private static let shortestPause = Duration.milliseconds(5)
  private static let longestPause = Duration.milliseconds(500)

  private let keeper: PartitionKeeper
  private let server: EventServer
  private let user: User?
  private let rules: UploadRules
  private let errors: ErrorReporter
  private let queue = SerialQueue("touchstone.events.uploader")
  private let state = Mutex(State())

  init(
    keeper: PartitionKeeper,
    server: EventServer,
    user: User?,
    rules: UploadRules = UploadRules(),
    errors: ErrorReporter
  ) {
    self.keeper = keeper
    self.server = server
    self.user = user
    self.rules = rules
    self.errors = errors
  }

  /// Listens to what happens to the server.
  func start() {
    let listener = server.addListener { [weak self] hasNewSchema in
      guard let self else { return }
      if hasNewSchema {
        for file in keeper.pool.partitions { file.update { $0.isRefused = false } }
      }
      wake()
    }
    state.withLock { $0.listener = listener }
  }

  /// Looks for events to send.
  func wake() {
    let begins = state.withLock { state in
      state.isWoken = true
      if state.isRunning || state.isStopped { return false }
      state.isRunning = true
      return true
    }
    if begins { queue.async { [self] in run() } }
  }

  /// Ends, also in the middle of a transfer.
  func stop() {
    let listener = state.withLock { state in
      state.isStopped = true
      return state.listener
    }
    if let listener { server.removeListener(listener) }
    queue.sync {}
  }

  private var isStopped: Bool { state.withLock { $0.isStopped } }

  private func run() {
    var pause = Self.shortestPause
    while true {
      state.withLock { $0.isWoken = false }
      while !isStopped, server.isReachable(by: user), let batch = keeper.nextBatch() {
        do {
          try server.receive(
            inOrder(batch.events),
            activityField: batch.activityField,
            from: user,
            isStopped: { [self] in isStopped }
          )
          keeper.acknowledge(batch)
          pause = Self.shortestPause
        } catch .refused(let reason) {
          batch.file.update { $0.isRefused = true }
          let partition = batch.events.first?.partition ?? ""
          errors.reportFatal(
            EventError(
              .uploadFailed,
              "the server refuses events of the partition \(partition), which are kept: \(reason)"
            )
          )
        } catch {
          if isStopped { break }
          state.withLock { $0.hasBrokenOff = true }
          if !rules.repeatsWhatBrokeOff { keeper.acknowledge(batch) }
          Thread.sleep(forTimeInterval: pause / .seconds(1))
          pause = min(pause * 2, Self.longestPause)
        }
      }
      let isDone = state.withLock { state in
        if state.isWoken && !state.isStopped { return false }
        state.isRunning = false
        return true
      }
      if isDone { return }
    }
  }

  /// Events as they are sent: in their order and under their ids, unless the rules are broken on purpose.
  private func inOrder(_ events: [AuditEvent]) -> [AuditEvent] {
    var events = events
    if !rules.keepsOrder { events.reverse() }
    if !rules.keepsIds, state.withLock({ $0.hasBrokenOff }) {
      for index in events.indices { events[index].id = ObjectId() }
    }
    return events
  }

  /// Waits until so many events of these partitions are acknowledged.
  ///
  /// - Returns: false if one can't be, or not in time.
  func wait(for goals: [(file: PartitionFile, count: Int)], until deadline: ContinuousClock.Instant)
    -> Bool
  {
    while true {
      let states = goals.map { ($0.file.state, $0.count) }
      if states.contains(where: { $0.0.isDamaged || $0.0.isRefused }) { return false }
      if states.allSatisfy({ $0.0.acknowledged >= $0.1 }) { return true }
      if ContinuousClock.now >= deadline { return false }
      Thread.sleep(forTimeInterval: 0.002)
    }
  }
}
