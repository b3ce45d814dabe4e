/// What client and server of the mobile platform do step by step, each replaceable alone.
package struct MobilePlatformStages: Sendable {
  /// What becomes of the local copies of a user who logs out.
  package enum Leaving: Sendable {
    case deletedNow, deletedAfterUpload, deletedAtNextStart
  }

  /// Which realm an address means to a user.
  package var path: @Sendable (RealmURL, Identity) throws(SyncError) -> RealmPath = {
    url,
    identity throws(SyncError) in
    try url.path(for: identity)
  }
  /// What a user may do with a realm.
  package var rights: @Sendable (Identity, RealmPath, AccessControl) -> AccessRights = {
    identity,
    path,
    access in
    access.rights(of: identity, on: path)
  }
  /// What comes of a change of rights that a user asks for.
  package var process:
    @Sendable (PermissionChange, Identity, inout AccessControl) -> PermissionChange.Outcome = {
      change,
      user,
      access in
      change.process(as: user, &access)
    }
  /// What a change would make of its object at the server.
  package var merge:
    @Sendable (Changeset.Change, Changeset, DocumentStore) -> DocumentStore.Outcome = {
      change,
      changeset,
      store in
      store.merging(change, of: changeset)
    }
  /// What is done at the server with links of objects that a transaction wrote to.
  package var settleLinks: @Sendable (inout DocumentStore, Changeset) -> Void = {
    store,
    changeset in
    store.settleLinks(of: changeset)
  }
  /// What a device is told.
  package var deliver: @Sendable ([Delivery]) -> [Delivery] = { $0 }
  /// What a block is told of the progress of a session, and whether it is unregistered then.
  package var report:
    @Sendable (inout ProgressWatch, TransferCounters) -> (SyncProgress, isLast: Bool) = {
      watch,
      counters in
      watch.report(counters)
    }
  /// Whether a block ends, where the one of that number is stopped.
  package var isStopped: @Sendable (_ number: Int, _ stopped: Int) -> Bool = { $0 == $1 }
  /// What becomes of the local copies of a user who logs out.
  package var leave: @Sendable (LogOutRule, _ isUploaded: Bool) -> Leaving = { rule, isUploaded in
    switch rule {
    case .afterUpload: isUploaded ? .deletedNow : .deletedAfterUpload
    case .atNextStart: .deletedAtNextStart
    }
  }
  /// Whether a local copy goes when its user logs out.
  package var isDeleted: @Sendable (_ copyOf: Identity, _ loggedOut: Identity) -> Bool = {
    $0 == $1
  }

  /// The right ones.
  package init() {}
}
