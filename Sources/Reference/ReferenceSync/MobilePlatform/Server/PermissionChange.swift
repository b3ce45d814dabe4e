/// A change of rights that a user asks for.
package struct PermissionChange: Sendable {
  /// What came of it.
  package struct Outcome: Sendable {
    /// 0 if it was carried out.
    package var statusCode: Int64
    package var statusMessage: String
  }

  /// The address of the realm, or `*`.
  package var realmURL: String
  /// The identity of a user, or `*`.
  package var userID: String
  package var mayRead: Bool?
  package var mayWrite: Bool?
  package var mayManage: Bool?

  init(_ request: ManagementRequest) {
    realmURL = request.text("realmUrl")
    userID = request.text("userId")
    mayRead = request.flag("mayRead")
    mayWrite = request.flag("mayWrite")
    mayManage = request.flag("mayManage")
  }

  /// Carries the change out as a user.
  package func process(as user: Identity, _ access: inout AccessControl) -> Outcome {
    let realms: AccessGrant.Realms
    if realmURL == "*" {
      realms = .managed(by: user)
    } else {
      guard let path = try? RealmURL(realmURL).path(for: user) else {
        return Outcome(statusCode: 601, statusMessage: "realmUrl is not the address of a realm")
      }
      guard access.mayManage(user, path) else {
        return Outcome(
          statusCode: 614,
          statusMessage: "access denied: the user may not change the permissions of the realm"
        )
      }
      realms = .one(path)
    }
    let rights = access.add(
      AccessGrant(
        realms: realms,
        users: userID == "*" ? .everyone : .one(Identity(userID)),
        mayRead: mayRead,
        mayWrite: mayWrite,
        mayManage: mayManage
      )
    )
    return Outcome(statusCode: 0, statusMessage: "the users have \(rights.level) now")
  }
}

extension AccessControl {
  /// Whether a user may change who has access to a realm; no user may for realms in which that is asked for.
  func mayManage(_ user: Identity, _ path: RealmPath) -> Bool {
    rights(of: user, on: path).mayManage && !path.isManagement
  }
}
