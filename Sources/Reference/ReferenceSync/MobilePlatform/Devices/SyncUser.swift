/// An account that has logged in on a device.
package final class SyncUser {
  /// Whether realms are synchronized for a user.
  package enum State: String, Sendable {
    case active
    case loggedOut = "logged-out"
    /// The server does not know the token any more.
    case error
  }

  /// What the server calls the user.
  package let identity: Identity
  /// Whether the user logged in with the token of an administrator: such users are gone with the process, and can't be
  /// logged out.
  package let hasAccessToken: Bool
  package internal(set) var state = State.active
  var token: Secret
  /// Nil once the process has ended in which the user was used.
  private(set) weak var manager: SyncManager?

  init(_ identity: Identity, _ token: Secret, hasAccessToken: Bool, _ manager: SyncManager) {
    self.identity = identity
    self.token = token
    self.hasAccessToken = hasAccessToken
    self.manager = manager
  }

  /// Logs a user in, and calls the completion once.
  package static func logIn(
    with credentials: SyncCredentials,
    server: String,
    on manager: SyncManager,
    onCompletion: (SyncUser?, SyncError?) -> Void
  ) {
    do {
      onCompletion(try manager.logIn(with: credentials, server: server), nil)
    } catch {
      onCompletion(nil, error)
    }
  }

  /// Logs the user out; does nothing where that was done.
  package func logOut() { manager?.logOut(self) }

  /// The session of the realm of that address; nil if there is none.
  package func session(for url: String) throws(SyncError) -> SyncSession? {
    guard let manager else { return nil }
    return manager.session(try manager.key(self, url))
  }

  /// All sessions that are valid.
  package func allSessions() -> [SyncSession] { manager?.sessions(of: identity) ?? [] }
}

extension SyncUser: CustomStringConvertible {
  package var description: String { "user \(identity), \(state.rawValue)" }
}
