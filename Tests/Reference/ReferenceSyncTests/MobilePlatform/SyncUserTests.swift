import ReferenceRealm
import ReferenceSync
import Testing

/// Logging in, who is logged in, and logging out.
struct SyncUserTests {
  private static func code(_ body: () throws -> Void) -> SyncError.Code? {
    do { try body() } catch { return (error as? SyncError)?.code }
    return nil
  }

  private let sample: PlatformSample
  private let device: SampleDevice

  init() throws {
    sample = try PlatformSample()
    device = sample.device()
  }

  private func logIn(_ name: String, _ password: String, register: Bool = false) throws -> SyncUser
  {
    try device.manager.logIn(
      with: .usernamePassword(username: name, password: Secret(password), register: register),
      server: "realm://server"
    )
  }

  @Test func `An account that was registered can log in on any device, with its password only`()
    throws
  {
    let zoe = try logIn("zoe", "z", register: true)
    #expect(zoe.identity != "ana1")
    let other = sample.device("other")
    let again = try other.manager.logIn(
      with: .usernamePassword(username: "zoe", password: Secret("z")),
      server: "realm://server"
    )
    #expect(again.identity == zoe.identity)
    #expect(Self.code { _ = try logIn("zoe", "y") } == .invalidCredentials)
    #expect(Self.code { _ = try logIn("zoe", "z", register: true) } == .userExists)
    #expect(Self.code { _ = try logIn("yan", "z") } == .noSuchUser)
    #expect(device.manager.allUsers.map(\.identity) == [zoe.identity])
    #expect(device.errors.isEmpty)
  }

  @Test func `The completion is called once, with a user or an error`() {
    var calls: [String] = []
    for password in ["p", "wrong"] {
      SyncUser.logIn(
        with: .usernamePassword(username: "ana", password: Secret(password)),
        server: "realm://server",
        on: device.manager
      ) { user, error in
        calls.append("\(user?.identity.text ?? "-") \(error?.code.rawValue ?? "-")")
      }
    }
    #expect(calls == ["ana1 -", "- invalid-credentials"])
  }

  @Test func `A token of a provider logs in to its account`() throws {
    try sample.server.add(Account(identity: "g1", tokens: ["google": Secret("gt")]))
    #expect(
      try device.manager.logIn(with: .google(token: Secret("gt")), server: "realm://server")
        .identity == "g1"
    )
    #expect(
      Self.code {
        _ = try device.manager.logIn(with: .facebook(token: Secret("gt")), server: "realm://server")
      }
        == .invalidCredentials
    )
  }

  @Test func `The only active user is the current one`() throws {
    #expect(try device.manager.currentUser() == nil)
    let ana = try device.logIn("ana")
    #expect(try device.manager.currentUser() === ana)
    _ = try device.logIn("ben")
    #expect(Self.code { _ = try device.manager.currentUser() } == .severalUsers)
    ana.logOut()
    #expect(try device.manager.currentUser()?.identity == "ben1")
    #expect(ana.state == .loggedOut)
  }

  @Test func `Users outlive the process, administrators with an access token do not`() throws {
    let root = try device.logIn("root")
    _ = try device.logIn("ana")
    root.logOut()
    #expect(device.manager.allUsers.map(\.identity) == ["ana1", "root1"])
    device.device.restart()
    #expect(device.manager.allUsers.map(\.identity) == ["ana1"])
  }

  @Test func `Offline only an administrator with an access token logs in`() throws {
    device.device.isOnline = false
    #expect(Self.code { _ = try device.logIn("ana") } == .offline)
    #expect(try device.logIn("root").state == .active)
  }

  @Test func `A wrong access token is found out by the first session`() throws {
    let user = try device.manager.logIn(
      with: .accessToken(Secret("wrong"), identity: "ana1"),
      server: "realm://server"
    )
    let realm = try device.open(user)
    #expect(Self.code { try device.synchronize(realm) } == .sessionInvalid)
    #expect(device.kinds == ["user-error /ana1/widgets"])
    #expect(user.state == .error)
    #expect(device.manager.allUsers.isEmpty)
  }
}
