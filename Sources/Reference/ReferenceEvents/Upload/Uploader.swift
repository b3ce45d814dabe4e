import Foundation
import ReferenceRealm
import Synchronization

/// Takes the events of a pool to the server, partition by partition and in order, for as long as they get through.
///
/// What is not acknowledged is sent again; the server takes no document twice.
final class Uploader: Sendable {
  private struct State {
    /// Whether a look for events is due.
    var isWoken = false
    var isStopped = false
    var listener: Int?
  }

  private static let shortestPause = Duration.milliseconds(5)
  private static let longestPause = Duration.milliseconds(500)

  private let keeper: PartitionKeeper
  private let server: EventServer
  private let user: User?
  private let upload: UploadStage
  private let queue = SerialQueue("touchstone.events.uploader")
  private let state = Mutex(State())

  init(
    keeper: PartitionKeeper,
    server: EventServer,
    user: User?,
    upload: @escaping UploadStage
  ) {
    self.keeper = keeper
    self.server = server
    self.user = user
    self.upload = upload
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
    let isFirst = state.withLock { state in
      defer { state.isWoken = true }
      return !state.isWoken && !state.isStopped
    }
    if isFirst { queue.async { [self] in run() } }
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
    state.withLock { $0.isWoken = false }
    var pause = Self.shortestPause
    while !isStopped, server.isReachable(by: user), let batch = keeper.nextBatch() {
      let connection = ServerConnection(
        server: server,
        user: user,
        activityField: batch.activityField,
        isStopped: { [self] in isStopped }
      )
      do throws(TransferError) {
        try upload(batch.events, connection)
        keeper.acknowledge(batch)
        pause = Self.shortestPause
      } catch .refused(let reason) {
        refuse(batch, because: reason)
      } catch {
        if isStopped { return }
        Thread.sleep(forTimeInterval: pause / .seconds(1))
        pause = min(pause * 2, Self.longestPause)
      }
    }
  }

  private func refuse(_ batch: UploadBatch, because reason: String) {
    batch.file.update { $0.isRefused = true }
    let partition = batch.events.first?.partition ?? ""
    keeper.errors.reportFatal(
      EventError(
        .uploadFailed,
        "the server refuses events of the partition \(partition), which are kept: \(reason)"
      )
    )
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
