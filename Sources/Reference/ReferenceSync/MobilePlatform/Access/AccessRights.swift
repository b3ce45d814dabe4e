/// What a user may do with a realm.
package struct AccessRights: Sendable, Hashable {
  package var mayRead: Bool
  package var mayWrite: Bool
  package var mayManage: Bool

  package static let none = AccessRights(mayRead: false, mayWrite: false, mayManage: false)
  package static let all = AccessRights(mayRead: true, mayWrite: true, mayManage: true)

  /// The level in the server's words: who may manage has everything.
  var level: String {
    if mayManage { return "administrative access" }
    if mayRead { return mayWrite ? "read-write access" : "read-only access" }
    return "no access"
  }

  /// These rights with what a change says of each; what it does not mention stays.
  mutating func change(by grant: AccessGrant) {
    mayRead = grant.mayRead ?? mayRead
    mayWrite = grant.mayWrite ?? mayWrite
    mayManage = grant.mayManage ?? mayManage
  }
}

/// A change of rights that was carried out.
package struct AccessGrant: Sendable {
  /// The realms that it is about.
  package enum Realms: Sendable, Hashable {
    case one(RealmPath)
    /// All that this user manages.
    case managed(by: Identity)
  }

  /// The users that it is about.
  package enum Users: Sendable, Hashable {
    case one(Identity)
    case everyone
  }

  package var realms: Realms
  package var users: Users
  var mayRead: Bool?
  var mayWrite: Bool?
  var mayManage: Bool?
}
