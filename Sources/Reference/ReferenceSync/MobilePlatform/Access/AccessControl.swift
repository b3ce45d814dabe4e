/// The rights to realms: every change of them in its order; the last one counts.
package struct AccessControl: Sendable {
  private var grants: [AccessGrant] = []
  /// The identities of those who have all rights on all realms.
  package var administrators: Set<Identity> = []

  /// What a user may do with a realm.
  ///
  /// Realms in which permissions are changed are never shared: a write to one acts as its owner.
  package func rights(of identity: Identity, on path: RealmPath) -> AccessRights {
    if isMaster(identity, of: path) { return .all }
    if path.isManagement { return .none }
    var rights = AccessRights.none
    for grant in grants where isAbout(grant, identity, path) { rights.change(by: grant) }
    return rights.mayManage ? .all : rights
  }

  /// Carries out a change.
  ///
  /// - Returns: the rights that the users of the change have afterwards on its realms.
  mutating func add(_ grant: AccessGrant) -> AccessRights {
    grants.append(grant)
    if case (.one(let path), .one(let identity)) = (grant.realms, grant.users) {
      return rights(of: identity, on: path)
    }
    var rights = AccessRights.none
    for other in grants where other.realms == grant.realms && other.users == grant.users {
      rights.change(by: other)
    }
    return rights
  }

  /// Whether nothing can take a user's rights on a realm away.
  private func isMaster(_ identity: Identity, of path: RealmPath) -> Bool {
    path.owner == identity || administrators.contains(identity)
  }

  private func isAbout(_ grant: AccessGrant, _ identity: Identity, _ path: RealmPath) -> Bool {
    if case .one(let other) = grant.users, other != identity { return false }
    switch grant.realms {
    case .one(let other): return other == path
    case .managed(let manager): return isMaster(manager, of: path) || isManager(manager, of: path)
    }
  }

  /// Whether a user was made a manager of that very realm.
  private func isManager(_ identity: Identity, of path: RealmPath) -> Bool {
    var rights = AccessRights.none
    for grant in grants where grant.realms == .one(path) && grant.users.contains(identity) {
      rights.change(by: grant)
    }
    return rights.mayManage
  }
}

extension AccessGrant.Users {
  fileprivate func contains(_ identity: Identity) -> Bool {
    switch self {
    case .one(let other): other == identity
    case .everyone: true
    }
  }
}
