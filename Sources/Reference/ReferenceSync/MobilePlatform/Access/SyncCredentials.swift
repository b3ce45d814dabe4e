/// What identifies a user to a server when logging in.
package struct SyncCredentials: Sendable {
  enum Kind: Sendable {
    case password(username: String, Secret, register: Bool)
    case token(Secret)
    /// Is not shown to the server before a realm is opened.
    case accessToken(Secret, identity: Identity)
  }

  /// The name by which the server knows what vouches for the user.
  package let provider: String
  let kind: Kind

  private init(_ provider: String, _ kind: Kind) {
    self.provider = provider
    self.kind = kind
  }

  /// A token of Facebook.
  package static func facebook(token: Secret) -> SyncCredentials {
    SyncCredentials("facebook", .token(token))
  }

  /// A token of Google.
  package static func google(token: Secret) -> SyncCredentials {
    SyncCredentials("google", .token(token))
  }

  /// A token of CloudKit.
  package static func cloudKit(token: Secret) -> SyncCredentials {
    SyncCredentials("cloudkit", .token(token))
  }

  /// A name and password that the server keeps; with `register` a new account is made.
  package static func usernamePassword(
    username: String,
    password: Secret,
    register: Bool = false
  ) -> SyncCredentials {
    SyncCredentials("password", .password(username: username, password, register: register))
  }

  /// The token of an administrator, for whom no server is asked when logging in.
  package static func accessToken(_ token: Secret, identity: Identity) -> SyncCredentials {
    SyncCredentials("_access_token", .accessToken(token, identity: identity))
  }

  /// A token of a provider of one's own.
  package init(customToken: Secret, provider: String) {
    self.init(provider, .token(customToken))
  }
}
