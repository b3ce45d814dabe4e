import ReferenceRealm

/// What synchronizes one local copy with the server.
package final class SyncSession {
  /// Whether it does.
  package enum State: String, Sendable {
    case active
    /// The user is logged out.
    case inactive
    /// It failed for good, or has ended.
    case invalid
  }

  package private(set) var state: State
  package let user: SyncUser
  let local: LocalRealm
  private var progress: ProgressNotifications
  private var counters = TransferCounters()
  /// Whether the engine was made to report numbers, which stand in place of those of transfers.
  private var isInjected = false

  init(_ user: SyncUser, _ local: LocalRealm, _ state: State, _ stages: MobilePlatformStages) {
    self.user = user
    self.local = local
    self.state = state
    progress = ProgressNotifications(stages)
    counters.uploadable = local.stored.pending.reduce(0) { $0 + $1.size }
  }

  /// Whether all that was written is at the server.
  package var isUploaded: Bool { local.isUploaded }

  /// The path of the realm.
  package var path: RealmPath { local.key.path }

  /// With what the same realm can be opened again; nil if the session is not valid.
  package func configuration() -> SyncConfiguration? {
    guard state != .invalid, let manager = user.manager else { return nil }
    return SyncConfiguration(user: user, realmURL: manager.url(of: path))
  }

  /// The user logs out, or in again.
  func follow(_ state: SyncUser.State) {
    guard self.state != .invalid else { return }
    self.state = state == .active ? .active : state == .loggedOut ? .inactive : .invalid
  }

  /// Ends it.
  func invalidate() { state = .invalid }
}

/// Progress.
extension SyncSession {
  /// Registers a block.
  ///
  /// - Returns: nil if it will not be called again.
  package func addProgressNotification(
    for direction: SyncProgressDirection,
    mode: SyncProgressMode,
    block: @escaping (SyncProgress) -> Void
  ) -> ProgressNotificationToken? {
    guard state != .invalid else { return nil }
    let (number, now) = progress.add(ProgressWatch(direction: direction, mode: mode), block)
    if let now { block(now) }
    return number.map { ProgressNotificationToken(self, $0) }
  }

  func stopProgress(_ number: Int) { progress.remove(number) }

  /// Takes numbers in place of those of transfers, from now on, and calls every block.
  package func reportProgress(_ counters: TransferCounters) {
    isInjected = true
    report(counters)
  }

  private func reportTransfer() { if !isInjected { report(counters) } }

  private func report(_ counters: TransferCounters) {
    for call in progress.update(counters) { call() }
  }

  /// There is something more to upload.
  func didCommit(size: Int) {
    counters.uploadable += size
    // Nothing is called before there was any information.
    if progress.counters != nil { reportTransfer() }
  }
}

/// Exchange with the server.
extension SyncSession {
  /// Uploads and downloads all there is.
  ///
  /// - Throws: `offline`; `sessionInvalid`, when the error handler was told why.
  package func synchronize() throws { try exchange() }

  /// Uploads or downloads so many transactions.
  ///
  /// - Throws: as `synchronize()` does.
  package func transfer(_ direction: SyncProgressDirection, _ count: Int) throws {
    switch direction {
    case .upload: try exchange(uploading: count, downloading: 0)
    case .download: try exchange(uploading: 0, downloading: count)
    }
  }

  private func exchange(uploading: Int = .max, downloading: Int = .max) throws {
    guard state == .active else {
      throw SyncError(.sessionInvalid, "the session of \(path) is \(state.rawValue)")
    }
    try exchange(uploading, downloading)
  }

  /// Uploads what is left after logging out.
  func finishUploads() throws { try exchange(.max, 0) }

  private func exchange(_ uploading: Int, _ downloading: Int) throws {
    guard let manager = user.manager else {
      throw SyncError(.sessionInvalid, "the process of the session of \(path) has ended")
    }
    guard manager.device.isOnline else {
      throw SyncError(.offline, "the device is not connected")
    }
    guard local.realm?.isInWriteTransaction != true else {
      throw SyncError(.clientInternal, "a realm is not synchronized while it is written to")
    }
    do {
      try exchange(on: manager.device, uploading, downloading)
      try local.saveExchange()
    } catch {
      // What was exchanged before it failed stays so.
      try? local.saveExchange()
      invalidate()
      manager.report(error, of: self)
      throw SyncError(.sessionInvalid, "the session of \(path) has failed")
    }
  }

  private func exchange(on device: MobileDevice, _ uploading: Int, _ downloading: Int) throws {
    let server = device.server
    local.bind(
      as: try server.bind(
        path,
        user.token,
        origin: local.stored.origin,
        lastKnown: local.stored.lastKnown
      )
    )
    let foreign = try foreignCommits(at: server)
    counters.downloadable = counters.downloaded + foreign.reduce(0) { $0 + $1.size }
    reportTransfer()
    var refusal: (any Error)?
    do { try upload(from: device, uploading) } catch { refusal = error }
    try download(to: device, downloading)
    if let refusal { throw refusal }
  }

  private func upload(from device: MobileDevice, _ count: Int) throws {
    let commits = local.stored.pending.prefix(count)
    guard let origin = local.stored.origin, !commits.isEmpty else { return }
    let mark = try device.server.upload(
      commits,
      of: local.stored.types,
      to: path,
      user.token,
      origin: origin
    )
    local.didUpload(commits.count, mark)
    device.log.add(.debug, "uploaded \(commits.count) transactions of \(path)")
    for commit in commits {
      counters.uploaded += commit.size
      reportTransfer()
    }
    try device.server.processManagementRealm(path)
  }

  /// The commits of others that were not downloaded yet.
  private func foreignCommits(at server: ObjectServer) throws -> [ServerRealm.Commit] {
    try server.download(path, user.token, after: local.stored.downloaded).commits
      .filter { $0.origin != local.stored.origin }
  }

  private func download(to device: MobileDevice, _ count: Int) throws {
    if count == 0 { return }
    let (types, commits) = try device.server.download(
      path,
      user.token,
      after: local.stored.downloaded
    )
    // Own commits come along: with them the copy learns what became of them.
    var foreign: [ServerRealm.Commit] = []
    var end = commits.startIndex
    while end < commits.endIndex {
      if commits[end].origin != local.stored.origin {
        if foreign.count == count { break }
        foreign.append(commits[end])
      }
      end += 1
    }
    if end == commits.startIndex { return }
    try local.receive(commits[..<end], of: types, device.stages)
    device.log.add(.debug, "downloaded \(foreign.count) transactions of \(path)")
    for commit in foreign {
      counters.downloaded += commit.size
      counters.downloadable = max(counters.downloadable, counters.downloaded)
      reportTransfer()
    }
  }
}
