/// Logging out, and what becomes of the local copies.
extension SyncManager {
  func logOut(_ user: SyncUser) {
    guard !user.hasAccessToken, user.state != .loggedOut, users[user.identity] === user else {
      return
    }
    user.state = .loggedOut
    saveUsers()
    for session in sessions(of: user.identity) { session.follow(.loggedOut) }
    device.log.add(.info, "logged out: user \(user.identity)")
    if leaving(user) == .deletedNow { delete(localRealms(of: user.identity), of: user) }
  }

  /// At the start of an app, for a user who has logged out in an earlier run.
  func beginDeletion(of user: SyncUser) {
    if leaving(user) == .deletedAfterUpload { return }
    delete(localRealms(of: user.identity), of: user)
  }

  /// Brings to an end what users who have logged out still have to upload.
  ///
  /// - Throws: `offline`.
  package func waitForUploads() throws {
    for user in users.values.sorted(by: { $0.identity < $1.identity })
    where user.state == .loggedOut {
      try finishLoggingOut(user)
    }
  }

  /// Uploads what a user who has logged out left, and deletes the local copies then.
  ///
  /// - Throws: `offline`.
  func finishLoggingOut(_ user: SyncUser) throws {
    guard leaving(user) != .deletedAtNextStart else { return }
    for path in localRealms(of: user.identity) {
      let key = LocalRealm.Key(identity: user.identity, path: path)
      guard resets[key] == nil, let local = readable(key), !local.isUploaded else { continue }
      try upload(session(key) ?? beginSession(of: user, local))
      // What the server refuses was told to the error handler, and won't arrive; a reset keeps it in a backup.
      if resets[key] != nil { reset(key) }
    }
    delete(localRealms(of: user.identity).filter { readableIsDone($0, user) }, of: user)
  }

  private func upload(_ session: SyncSession) throws {
    do { try session.finishUploads() } catch let error as SyncError
      where error.code == .sessionInvalid
    {}
  }

  private func readableIsDone(_ path: RealmPath, _ user: SyncUser) -> Bool {
    readable(LocalRealm.Key(identity: user.identity, path: path)) != nil
  }

  private func leaving(_ user: SyncUser) -> MobilePlatformStages.Leaving {
    let isUploaded = localRealms(of: user.identity).allSatisfy { path in
      readable(LocalRealm.Key(identity: user.identity, path: path))?.isUploaded ?? false
    }
    return device.stages.leave(device.logOutRule, isUploaded)
  }

  /// A copy; nil if it is damaged, which the error handler is told: what is lost with it cannot be known.
  private func readable(_ key: LocalRealm.Key) -> LocalRealm? {
    do { return try local(key) } catch {
      report(error, of: nil)
      return nil
    }
  }

  private func delete(_ paths: [RealmPath], of user: SyncUser) {
    do {
      for other in users.keys.sorted() where device.stages.isDeleted(other, user.identity) {
        for path in other == user.identity ? paths : localRealms(of: other) {
          let key = LocalRealm.Key(identity: other, path: path)
          // What a restored server lacks is nowhere but here.
          reset(key)
          guard resets[key] == nil else { continue }
          drop(key)
          try device.files.remove(device.folder.realm(key))
        }
      }
      guard localRealms(of: user.identity).isEmpty else { return }
      forget(user)
      saveUsers()
    } catch {
      // It is tried again when the app starts the next time.
      report(error, of: nil)
    }
  }
}
