/// A user whom a server knows.
package struct Account: Sendable {
  package var identity: Identity
  package var username: String?
  package var password: Secret?
  /// What the providers know the account by.
  package var tokens: [String: Secret]
  /// Whether the account has all rights on all realms.
  package var isAdministrator: Bool

  /// An account that can log in with what is given.
  package init(
    identity: Identity,
    username: String? = nil,
    password: Secret? = nil,
    tokens: [String: Secret] = [:],
    isAdministrator: Bool = false
  ) {
    self.identity = identity
    self.username = username
    self.password = password
    self.tokens = tokens
    self.isAdministrator = isAdministrator
  }
}

/// The accounts of a server, by what people log in with.
struct Accounts: Sendable {
  private var byIdentity: [Identity: Account] = [:]
  /// Names are the same if their bytes are.
  private var byName: [[UInt8]: Identity] = [:]
  private var byToken: [String: [Secret: Identity]] = [:]
  private var registered = 0

  /// - Throws: `userExists` if identity or name is taken; `invalidCredentials` for an identity that is not part of a
  ///   path.
  mutating func add(_ account: Account) throws(SyncError) {
    guard RealmPath.isComponent(account.identity.text) else {
      throw SyncError(.invalidCredentials, "an identity can be a part of a path")
    }
    guard byIdentity[account.identity] == nil,
      account.username.map({ byName[Array($0.utf8)] == nil }) ?? true
    else { throw SyncError(.userExists, "the user exists already") }
    byIdentity[account.identity] = account
    if let name = account.username { byName[Array(name.utf8)] = account.identity }
    for (provider, token) in account.tokens {
      byToken[provider, default: [:]][token] = account.identity
    }
  }

  /// The account that credentials belong to; with `register` it is made.
  ///
  /// - Throws: `noSuchUser`, `userExists` or `invalidCredentials`.
  mutating func account(for credentials: SyncCredentials) throws(SyncError) -> Account {
    switch credentials.kind {
    case .password(let username, let password, register: true):
      return try register(username, password)
    case .password(let username, let password, register: false):
      guard let account = byName[Array(username.utf8)].flatMap({ byIdentity[$0] }) else {
        throw SyncError(.noSuchUser, "the user does not exist")
      }
      guard account.password == password else { throw Self.refused }
      return account
    case .token(let token), .accessToken(let token, _):
      guard let account = self.account(of: token, from: credentials.provider) else {
        throw Self.refused
      }
      return account
    }
  }

  private static let refused = SyncError(
    .invalidCredentials,
    "the provided credentials are invalid"
  )

  /// The account that a provider's token belongs to.
  func account(of token: Secret, from provider: String) -> Account? {
    byToken[provider]?[token].flatMap { byIdentity[$0] }
  }

  private mutating func register(_ username: String, _ password: Secret) throws(SyncError)
    -> Account
  {
    var identity: Identity
    repeat {
      registered += 1
      identity = Identity("\(1_000_000 + registered)")
    } while byIdentity[identity] != nil
    let account = Account(identity: identity, username: username, password: password)
    try add(account)
    return account
  }
}
