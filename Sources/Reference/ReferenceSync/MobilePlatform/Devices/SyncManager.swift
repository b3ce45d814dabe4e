import Foundation
package import ReferenceRealm

/// What an app on a device synchronizes with: its users, their local copies and sessions, for one run of the app.
package final class SyncManager {
  unowned let device: MobileDevice
  private(set) var users: [Identity: SyncUser] = [:]
  /// The copies that are open, or have something to upload still.
  var locals: [LocalRealm.Key: LocalRealm] = [:]
  private var sessions: [LocalRealm.Key: SyncSession] = [:]
  /// The client resets that are to be done.
  var resets: [LocalRealm.Key: ClientReset] = [:]

  init(_ device: MobileDevice) { self.device = device }

  deinit { for local in locals.values { local.detach() } }

  /// Is told of errors that no call returns, with the session if there is one.
  package var errorHandler: ((SyncError, SyncSession?) -> Void)? {
    get { device.errorHandler }
    set { device.errorHandler = newValue }
  }

  /// How much is logged.
  package var logLevel: SyncLogLevel {
    get { device.log.level }
    set { device.log.level = newValue }
  }

  /// Does what earlier runs left to do, before any realm is opened.
  func begin() {
    do {
      guard let bytes = try device.files.read(device.folder.users) else { return }
      let stored = try StoredUsers(bytes)
      for user in stored.users {
        let known = SyncUser(user.identity, user.token, hasAccessToken: false, self)
        known.state = user.isLoggedOut ? .loggedOut : .active
        users[user.identity] = known
      }
      for reset in stored.resets {
        let backup = device.folder.backups.appending(path: reset.backup)
        resets[reset.key] = ClientReset(key: reset.key, backup: backup)
      }
    } catch {
      report(error, of: nil)
      keepDamagedUsers()
    }
    for key in resets.keys.sorted(by: { $0.path < $1.path }) { reset(key) }
    for user in users.values.sorted(by: { $0.identity < $1.identity })
    where user.state == .loggedOut {
      beginDeletion(of: user)
    }
  }

  /// What can't be read is put aside, so that nothing is written over it.
  private func keepDamagedUsers() {
    let file = device.folder.users
    try? device.files.rename(file, file.appendingPathExtension("damaged"))
  }

  /// The process ends: every open realm is lost.
  func abandon() {
    for local in locals.values { local.detach() }
    for session in sessions.values { session.invalidate() }
  }

  /// Writes who is logged in and what is to be done.
  func saveUsers() {
    var stored = StoredUsers()
    stored.users = users.values.filter { !$0.hasAccessToken }
      .sorted { $0.identity < $1.identity }
      .map { .init(identity: $0.identity, isLoggedOut: $0.state == .loggedOut, token: $0.token) }
    stored.resets = resets.values.sorted { $0.key.path < $1.key.path }
      .map { .init(key: $0.key, backup: $0.backup.lastPathComponent) }
    do { try device.files.replace(device.folder.users, with: stored.bytes) } catch {
      report(error, of: nil)
    }
  }

  /// Tells the error handler.
  func report(_ error: any Error, of session: SyncSession?) {
    var told =
      error as? SyncError
      ?? SyncError(.clientInternal, "the device has failed: \(Self.cause(of: error))")
    if told.code == .incompatibleSchema { told.code = .clientSession }
    if told.code == .clientReset, let session { told.reset = noteReset(session.local.key) }
    if told.code == .clientUser, let session {
      session.user.state = .error
      for other in sessions(of: session.user.identity) { other.invalidate() }
    }
    device.log.add(.error, "\(told.code.rawValue)\(session.map { " of \($0.path)" } ?? "")")
    errorHandler?(told, session)
  }

  /// What is in files may be private, so only the kind of damage is told.
  private static func cause(of error: any Error) -> String {
    (error as? DiskError)?.description ?? "\(type(of: error))"
  }
}

/// Users.
extension SyncManager {
  /// - Throws: `noSuchUser`, `userExists`, `invalidCredentials`, `offline`; `invalidRealmURL` for the address of
  ///   another server.
  package func logIn(with credentials: SyncCredentials, server: String) throws(SyncError)
    -> SyncUser
  {
    guard
      ["realm://", "realms://", "http://", "https://"].contains(where: {
        server.hasSameBytes(as: "\($0)\(device.server.host)")
      })
    else { throw SyncError(.invalidRealmURL, "this is not the address of the server") }
    let user: SyncUser
    if case .accessToken(let token, let identity) = credentials.kind {
      guard RealmPath.isComponent(identity.text) else {
        throw SyncError(.invalidCredentials, "an identity can be a part of a path")
      }
      user = SyncUser(identity, token, hasAccessToken: true, self)
      users[identity] = user
    } else {
      guard device.isOnline else {
        throw SyncError(.offline, "the device is not connected")
      }
      let ticket = try device.server.authenticate(credentials)
      user = owner(ticket.identity)
      user.token = ticket.token
      user.state = .active
      users[ticket.identity] = user
      saveUsers()
    }
    for session in sessions(of: user.identity) { session.follow(.active) }
    device.log.add(.info, "logged in: user \(user.identity)")
    return user
  }

  /// The users who are active.
  package var allUsers: [SyncUser] {
    users.values.filter { $0.state == .active }.sorted { $0.identity < $1.identity }
  }

  /// The user of that identity; nil if none has logged in, or the device has forgotten it.
  package func user(_ identity: Identity) -> SyncUser? { users[identity] }

  /// The user of that identity, also one whom the device has forgotten: such a user is logged out, and nothing that is written
  /// then belongs to what logging out has started.
  package func owner(_ identity: Identity) -> SyncUser {
    if let user = users[identity] ?? sessions(of: identity).first?.user { return user }
    let user = SyncUser(identity, Secret(""), hasAccessToken: false, self)
    user.state = .loggedOut
    return user
  }

  /// The only active user; nil if there is none.
  ///
  /// - Throws: `severalUsers`.
  package func currentUser() throws(SyncError) -> SyncUser? {
    guard allUsers.count < 2 else {
      throw SyncError(.severalUsers, "more than one user is logged in")
    }
    return allUsers.first
  }

  /// Forgets a user.
  func forget(_ user: SyncUser) {
    if users[user.identity] === user { users[user.identity] = nil }
  }
}

/// Realms and their sessions.
extension SyncManager {
  /// Which copy an address means to a user.
  func key(_ user: SyncUser, _ url: String) throws(SyncError) -> LocalRealm.Key {
    let url = try RealmURL(url)
    guard url.host == device.server.host else {
      throw SyncError(.invalidRealmURL, "the realm is on another server than its user")
    }
    return LocalRealm.Key(
      identity: user.identity,
      path: try device.stages.path(url, user.identity)
    )
  }

  /// The address of a realm.
  func url(of path: RealmPath) -> String { "realm://\(device.server.host)\(path)" }

  /// Opens a realm.
  ///
  /// - Throws: `invalidRealmURL`, `incompatibleSchema`; `clientInternal`, which the error handler is told, too, if the
  ///   disk is in the way.
  package func open(_ configuration: MobileConfiguration) throws -> Realm {
    guard let sync = configuration.syncConfiguration else {
      return try Realm(
        configuration: Realm.Configuration(objectTypes: configuration.objectTypes)
      )
    }
    return try open(key(sync.user, sync.realmURL), sync.user, configuration.objectTypes)
  }

  /// Opens the realm in which a user changes permissions.
  package func openManagementRealm(of user: SyncUser) throws -> Realm {
    let url = "realm://\(device.server.host)/~/__management"
    return try open(key(user, url), user, ManagementRequest.types)
  }

  private func open(_ key: LocalRealm.Key, _ user: SyncUser, _ types: [ObjectSchema]) throws
    -> Realm
  {
    let local: LocalRealm
    let realm: Realm
    do {
      local = try self.local(key)
      realm = try local.open(types)
    } catch let error as SyncError {
      throw error
    } catch let error as RealmError {
      throw error
    } catch {
      report(error, of: nil)
      throw SyncError(.clientInternal, "the device has failed: \(Self.cause(of: error))")
    }
    locals[key] = local
    if session(key) == nil { beginSession(of: user, local) }
    return realm
  }

  /// A copy as it is open, or as its file has it.
  func local(_ key: LocalRealm.Key) throws -> LocalRealm {
    if let local = locals[key] { return local }
    let local = try LocalRealm(
      key,
      file: device.folder.realm(key),
      device.files,
      clock: device.clock
    )
    local.onCommit = { [weak self] result in
      guard let self else { return }
      let session = sessions[key]
      switch result {
      case .success(let size): session?.didCommit(size: size)
      case .failure(let error): report(error, of: session)
      }
    }
    return local
  }

  @discardableResult
  func beginSession(of user: SyncUser, _ local: LocalRealm) -> SyncSession {
    let isResetPending = resets[local.key] != nil
    let session = SyncSession(user, local, isResetPending ? .invalid : .active, device.stages)
    session.follow(user.state)
    sessions[local.key] = session
    device.log.add(.detail, "session of \(local.key.path): \(session.state.rawValue)")
    return session
  }

  /// Closes a realm; the session lives on until all is uploaded.
  package func close(_ realm: Realm) {
    guard let local = locals.values.first(where: { $0.realm === realm }), local.close() else {
      return
    }
    endIfDone(local)
  }

  /// Ends the session of a copy that is not open and has nothing to upload.
  func endIfDone(_ local: LocalRealm) {
    guard !local.isOpen else { return }
    let session = sessions[local.key]
    guard local.isUploaded || session?.state == .invalid else { return }
    session?.invalidate()
    sessions[local.key] = nil
    locals[local.key] = nil
  }

  /// The session of a copy, if it is valid.
  func session(_ key: LocalRealm.Key) -> SyncSession? {
    sessions[key].flatMap { $0.state == .invalid ? nil : $0 }
  }

  /// The valid sessions of a user, by path.
  func sessions(of identity: Identity) -> [SyncSession] {
    sessions.values.filter { $0.user.identity == identity && $0.state != .invalid }
      .sorted { $0.path < $1.path }
  }

  /// The session of an open realm, also if it has failed; nil for a realm that is not synced.
  package func session(of realm: Realm) -> SyncSession? {
    locals.values.first { $0.realm === realm }.flatMap { sessions[$0.key] }
  }

  /// The paths of a user's local copies.
  package func localRealms(of identity: Identity) -> [RealmPath] {
    device.files.names(device.folder.realms(of: identity))
      .compactMap(DeviceFolder.path(ofFile:)).sorted()
  }

  /// Gives up a copy whose file goes.
  func drop(_ key: LocalRealm.Key) {
    locals[key]?.detach()
    locals[key] = nil
    sessions[key]?.invalidate()
    sessions[key] = nil
  }
}
