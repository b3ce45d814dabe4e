/// Why a realm can't be synchronized or subscribe, or a user not log in: a code that programs can tell apart and a
/// sentence for people.
package struct SyncError: Error, Sendable, CustomStringConvertible {
  /// What went wrong; the raw value is the error code of the wire protocol.
  package enum Code: String, Sendable {
    // Flexible sync.
    case subscriptionFailed = "subscription-failed"
    case subscriptionExists = "subscription-exists"
    case offline
    case multipleSyncAgents = "multiple-sync-agents"
    // Calls of the mobile platform.
    case invalidCredentials = "invalid-credentials"
    case noSuchUser = "no-such-user"
    case userExists = "user-exists"
    case severalUsers = "several-users"
    case sessionInvalid = "session-invalid"
    case invalidRealmURL = "invalid-realm-url"
    case incompatibleSchema = "incompatible-schema"
    // What the error handler of the mobile platform is told.
    case clientSession = "session-error"
    case clientUser = "user-error"
    case clientInternal = "internal-error"
    case clientReset = "client-reset"
  }

  package var code: Code
  package var description: String
  /// What can be done about a client reset.
  var reset: ClientReset?

  init(_ code: Code, _ description: String, reset: ClientReset? = nil) {
    self.code = code
    self.description = description
    self.reset = reset
  }
}
