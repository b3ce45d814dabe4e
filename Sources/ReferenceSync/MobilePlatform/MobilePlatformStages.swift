/// What client and server of the mobile platform do step by step, each replaceable alone.
package struct MobilePlatformStages: Sendable {
  /// What a user may do with a realm.
  package var rights: @Sendable (_ identity: String, RealmPath, AccessControl) -> AccessRights = {
    identity,
    path,
    access in
    access.rights(of: identity, on: path)
  }
  /// What comes of a change of rights.
  package var process:
    @Sendable (PermissionChange, _ user: String, inout AccessControl) -> PermissionChange.Outcome =
      { change, user, access in
        change.process(as: user, &access)
      }
  /// Which realm an address means to a user.
  package var path: @Sendable (RealmURL, _ identity: String) throws(SyncError) -> RealmPath = {
    url,
    identity throws(SyncError) in
    try url.path(for: identity)
  }

  /// What a block is told of the progress of a session, and whether it is unregistered then.
  package var report:
    @Sendable (inout ProgressWatch, TransferCounters) -> (SyncProgress, isLast: Bool) = {
      watch,
      counters in
      watch.report(counters)
    }
  /// Whether a block ends, where the one of that number is stopped.
  package var isStopped: @Sendable (_ number: Int, _ stopped: Int) -> Bool = { $0 == $1 }

  /// The right ones.
  package init() {}
}
