import Foundation
package import ReferenceRealm

/// A server of the mobile platform: accounts, realms by path, and who may do what with them.
///
/// It asks for the token and the rights anew with every call, so that there is no connection to be mistaken about.
package final class ObjectServer {
  /// A copy of all that a server holds.
  package struct Backup: Sendable {
    fileprivate let accounts: Accounts
    fileprivate let access: AccessControl
    fileprivate let offers: PermissionOffers
    fileprivate let realms: [RealmPath: ServerRealm]
  }

  /// The name in its address.
  package let host: String
  private var accounts = Accounts()
  package private(set) var access = AccessControl()
  private var realms: [RealmPath: ServerRealm] = [:]
  private var offers = PermissionOffers()
  /// The user that a token stands for; tokens stay valid when the server is restored.
  private var tickets: [Secret: Identity] = [:]
  private var commitCount = 0
  private var copyCount = 0
  private let stages: MobilePlatformStages

  /// A server without accounts.
  package init(host: String = "server", stages: MobilePlatformStages = MobilePlatformStages()) {
    self.host = host
    self.stages = stages
  }

  // MARK: For those who run it

  /// Makes an account.
  ///
  /// - Throws: `userExists`, or `invalidCredentials` for an identity that can't be part of a path.
  package func add(_ account: Account) throws(SyncError) {
    try accounts.add(account)
    if account.isAdministrator || account.tokens[SyncCredentials.accessProvider] != nil {
      access.administrators.insert(account.identity)
    }
  }

  /// Makes a realm with these objects, or adds them to it.
  package func create(
    _ path: RealmPath,
    _ types: [ObjectSchema],
    changes: (Schema) throws -> [Changeset.Change]
  ) throws {
    try changeRealm(path) { realm in
      try realm.extend(by: types)
      let changes = try changes(realm.store.schema)
      let changeset = Changeset(
        time: Timestamp(milliseconds: 0),
        origin: 0,
        base: realm.store.log.count,
        changes: changes
      )
      realm.take(changeset, size: changes.size, by: nil, number: nextCommit(), stages)
    }
  }

  /// A realm; nil if nothing was written to that path.
  package subscript(path: RealmPath) -> ServerRealm? { realms[path] }

  /// A copy of all that the server holds.
  package func backUp() -> Backup {
    Backup(accounts: accounts, access: access, offers: offers, realms: realms)
  }

  /// Makes the server what it was.
  package func restore(_ backup: Backup) {
    (accounts, access) = (backup.accounts, backup.access)
    (offers, realms) = (backup.offers, backup.realms)
  }

  private func nextCommit() -> Int {
    commitCount += 1
    return commitCount
  }

  private func changeRealm<Result>(
    _ path: RealmPath,
    _ body: (inout ServerRealm) throws -> Result
  ) throws -> Result {
    // What fails changes nothing.
    var realm = try realms[path] ?? ServerRealm()
    let result = try body(&realm)
    realms[path] = realm
    return result
  }
}

/// What devices ask for.
extension ObjectServer {
  /// What a user is known by after logging in.
  struct Ticket {
    let identity: Identity
    let token: Secret
  }

  /// - Throws: `noSuchUser`, `userExists` or `invalidCredentials`.
  func authenticate(_ credentials: SyncCredentials) throws(SyncError) -> Ticket {
    let account = try accounts.account(for: credentials)
    let token = Secret(UUID().uuidString)
    tickets[token] = account.identity
    return Ticket(identity: account.identity, token: token)
  }

  /// What a token lets its owner do with a realm.
  ///
  /// - Throws: `clientUser` for a token that no user has; `clientSession` if the owner may not read the realm.
  private func admit(_ token: Secret, to path: RealmPath) throws(SyncError) -> (
    identity: Identity, rights: AccessRights
  ) {
    let administrator = accounts.account(of: token, from: SyncCredentials.accessProvider)
    guard let identity = tickets[token] ?? administrator?.identity else {
      throw SyncError(.clientUser, "bad user authentication: the token is not known")
    }
    let rights = stages.rights(identity, path, access)
    guard rights.mayRead else { throw Self.denied(path) }
    return (identity, rights)
  }

  private static func denied(_ path: RealmPath) -> SyncError {
    SyncError(.clientSession, "permission denied: \(path)")
  }

  /// Begins to synchronize a copy.
  ///
  /// - Returns: what the copy is called.
  /// - Throws: `clientUser`, `clientSession`; `clientReset` if the copy knows of commits that the server does not have.
  func bind(
    _ path: RealmPath,
    _ token: Secret,
    origin: Int?,
    lastKnown: ServerRealm.Mark?
  ) throws(SyncError) -> Int {
    _ = try admit(token, to: path)
    if let lastKnown, !(realms[path]?.contains(lastKnown) ?? false) {
      throw SyncError(.clientReset, "the server was restored to a state before that of \(path)")
    }
    if let origin { return origin }
    copyCount += 1
    return copyCount
  }

  /// Takes transactions of a copy in their order.
  ///
  /// - Returns: how far the realm is then.
  /// - Throws: `clientUser`; `clientSession` if the user may not write, or the classes don't fit. Nothing is taken then.
  func upload(
    _ commits: ArraySlice<StoredRealm.PendingCommit>,
    of types: [ObjectSchema],
    to path: RealmPath,
    _ token: Secret,
    origin: Int
  ) throws -> ServerRealm.Mark? {
    let (identity, rights) = try admit(token, to: path)
    guard rights.mayWrite else { throw Self.denied(path) }
    let schema = try Schema(types)
    return try changeRealm(path) { realm in
      do {
        if path.isManagement { try realm.extend(by: ManagementRequest.types) }
        try realm.extend(by: types)
      } catch let error as SyncError {
        throw SyncError(.clientSession, "bad changeset: \(error.description)")
      }
      let mapping = SchemaMapping(from: schema, to: realm.store.schema)
      for commit in commits {
        let changeset = Changeset(
          time: commit.time,
          origin: origin,
          base: commit.base,
          changes: commit.changes.compactMap(mapping.change)
        )
        realm.take(changeset, size: commit.size, by: identity, number: nextCommit(), stages)
      }
      return realm.mark
    }
  }

  /// The classes of a realm, and its commits after so many.
  ///
  /// - Throws: `clientUser`, `clientSession`.
  func download(
    _ path: RealmPath,
    _ token: Secret,
    after count: Int
  ) throws(SyncError) -> (types: [ObjectSchema], commits: ArraySlice<ServerRealm.Commit>) {
    _ = try admit(token, to: path)
    guard let realm = realms[path], count <= realm.commits.count else { return ([], []) }
    return (realm.types, realm.commits[count...])
  }

  /// Carries out the permission changes that were added to a management realm.
  func processManagementRealm(_ path: RealmPath) throws {
    guard path.isManagement, let owner = path.owner, realms[path] != nil else { return }
    try changeRealm(path) { realm in
      let answers = ManagementRequest.unprocessed(in: &realm).map { request in
        request.answer(process(request, of: owner))
      }
      if answers.isEmpty { return }
      let changeset = Changeset(
        time: realm.commits.last?.time ?? Timestamp(milliseconds: 0),
        origin: 0,
        base: realm.store.log.count,
        changes: answers
      )
      realm.take(changeset, size: answers.size, by: nil, number: nextCommit(), stages)
      realm.processed = realm.store.log.count
    }
  }
}

extension ObjectServer {
  /// Does what is asked for in the management realm of a user.
  ///
  /// - Returns: what is written to the request.
  private func process(_ request: ManagementRequest, of user: Identity) -> [String: Value] {
    switch request.kind {
    case .change:
      let outcome = stages.process(PermissionChange(request), user, &access)
      return [
        "statusCode": .int(outcome.statusCode), "statusMessage": .string(outcome.statusMessage),
      ]
    case .offer: return offers.add(request, of: user, access)
    case .response: return offers.take(request, by: user, host: host, &access)
    }
  }
}

extension SyncCredentials {
  /// The provider that vouches for administrators.
  static let accessProvider = "_access_token"
}
