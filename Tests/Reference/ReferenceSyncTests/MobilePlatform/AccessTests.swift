import ReferenceRealm
import ReferenceSync
import Testing

/// Who may do what with which realm.
struct AccessTests {
  private static let hers = "realm://server/ana1/widgets"

  private let sample: PlatformSample
  private let (anas, bens): (SampleDevice, SampleDevice)
  private let (ana, ben): (SyncUser, SyncUser)
  private let realm: Realm

  init() throws {
    sample = try PlatformSample()
    anas = sample.device("anas")
    bens = sample.device("bens")
    ana = try anas.logIn("ana")
    ben = try bens.logIn("ben")
    realm = try anas.open(ana)
    try realm.add(1)
    try anas.synchronize(realm)
  }

  /// What ben gets to see; nil if his session fails.
  private func seenByBen(_ url: String = hers) throws -> [Int64: String]? {
    let realm = try bens.open(ben, url)
    defer { bens.manager.close(realm) }
    do { try bens.synchronize(realm) } catch { return nil }
    return try realm.names
  }

  @Test func `Until permissions are changed only the owner and administrators have access`() throws
  {
    #expect(try seenByBen() == nil)
    #expect(bens.kinds == ["session-error /ana1/widgets"])
    let root = try bens.logIn("root")
    let admins = try bens.open(root, Self.hers)
    try bens.synchronize(admins)
    #expect(try admins.names == [1: "gear"])
    try admins.add(2)
    try bens.synchronize(admins)
    #expect(sample.serverNames().count == 2)
    #expect(try bens.grant(root, realm: Self.hers, to: "ben1", read: true).code == 0)
    #expect(try seenByBen()?.count == 2)
  }

  @Test func `A reader reads, and what a reader writes does not arrive`() throws {
    #expect(
      try anas.grant(ana, to: "ben1", read: true).message == "the users have read-only access now"
    )
    let copy = try bens.open(ben, Self.hers)
    try bens.synchronize(copy)
    #expect(try copy.names == [1: "gear"])
    #expect(bens.errors.isEmpty)
    try copy.add(2)
    #expect(throws: SyncError.self) { try bens.synchronize(copy) }
    #expect(sample.serverNames() == [1: "gear"])
    #expect(try copy.names.count == 2)
    #expect(bens.kinds == ["session-error /ana1/widgets"])
    bens.manager.close(copy)
    try anas.grant(ana, to: "ben1", write: true)
    #expect(try seenByBen()?.count == 2)
    #expect(sample.serverNames().count == 2)
  }

  @Test(arguments: [
    (false, false, false, "no access"), (true, false, false, "read-only access"),
    (true, true, false, "read-write access"), (false, false, true, "administrative access"),
    (true, true, true, "administrative access"),
  ])
  func `The level follows from the rights, for one user and for all`(
    read: Bool,
    write: Bool,
    manage: Bool,
    level: String
  ) throws {
    for user in ["ben1", "*"] {
      for url in [PlatformSample.home, "*"] {
        let status = try anas.grant(
          ana,
          realm: url,
          to: user,
          read: read,
          write: write,
          manage: manage
        )
        #expect(status.message == .string("the users have \(level) now"))
        #expect(try anas.grant(ana, realm: url, to: user).message == status.message)
      }
    }
    #expect(try seenByBen() != nil || !read && !manage)
  }

  @Test func `A user who may not manage changes nothing`() throws {
    let status = try bens.grant(ben, realm: Self.hers, to: "ben1", read: true)
    #expect(status.code == 614)
    #expect(try seenByBen() == nil)
    try anas.grant(ana, to: "ben1", read: true, write: true)
    #expect(try bens.grant(ben, realm: Self.hers, to: "ben1", manage: true).code == 614)
    try anas.grant(ana, to: "ben1", manage: true)
    #expect(try bens.grant(ben, realm: Self.hers, to: "ben1", manage: true).code == 0)
  }

  @Test func `* is about the realms of the manager, now and later, and of no other user`() throws {
    try anas.grant(ana, realm: "*", to: "ben1", read: true)
    #expect(try seenByBen() == [1: "gear"])
    #expect(try seenByBen("realm://server/ana1/later") == [:])
    #expect(try seenByBen("realm://server/root1/widgets") == nil)
    try bens.grant(ben, realm: "*", to: "*", read: true, write: true, manage: true)
    try anas.grant(ana, realm: "*", to: "ben1", read: false)
    #expect(try seenByBen() == nil)
  }

  @Test func `A realm in which permissions are changed is never shared`() throws {
    let url = "realm://server/ana1/__management"
    #expect(try anas.grant(ana, realm: url, to: "ben1", read: true, write: true).code == 614)
    try anas.grant(ana, realm: "*", to: "*", read: true, write: true, manage: true)
    #expect(try seenByBen(url) == nil)
    #expect(try seenByBen() != nil)
  }

  @Test func `Once access is taken away nothing more arrives, and what is here stays`() throws {
    try anas.grant(ana, to: "ben1", read: true)
    let copy = try bens.open(ben, Self.hers)
    try bens.synchronize(copy)
    try anas.grant(ana, to: "ben1", read: false)
    try realm.add(2)
    try anas.synchronize(realm)
    #expect(throws: SyncError.self) { try bens.synchronize(copy) }
    #expect(try copy.names == [1: "gear"])
  }

  @Test func `A change says nothing of what it leaves open`() throws {
    try anas.grant(ana, to: "ben1", read: true, write: true)
    #expect(
      try anas.grant(ana, to: "ben1", write: false).message == "the users have read-only access now"
    )
    #expect(try seenByBen() == [1: "gear"])
  }
}
