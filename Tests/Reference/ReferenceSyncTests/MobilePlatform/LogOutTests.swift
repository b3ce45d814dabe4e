import ReferenceSync
import Testing

/// What becomes of pending changes and of local copies.
struct LogOutTests {
  private static func prepared(_ rule: LogOutRule) throws -> (
    PlatformSample, SampleDevice, SyncUser
  ) {
    let sample = try PlatformSample(rule)
    let device = sample.device()
    let ana = try device.logIn("ana")
    let realm = try device.open(ana)
    try realm.add(1)
    device.manager.close(realm)
    return (sample, device, ana)
  }

  @Test func `What is pending arrives, and then the copies are gone`() throws {
    let (sample, device, ana) = try Self.prepared(.afterUpload)
    let ben = try device.logIn("ben")
    let other = try device.open(ben)
    ana.logOut()
    #expect(device.manager.localRealms(of: "ana1").map { "\($0)" } == ["/ana1/widgets"])
    #expect(sample.serverNames() == [:])
    try device.manager.waitForUploads()
    #expect(sample.serverNames() == [1: "gear"])
    #expect(device.manager.localRealms(of: "ana1").isEmpty)
    #expect(device.manager.localRealms(of: "ben1").map { "\($0)" } == ["/ben1/widgets"])
    try other.add(1)
    try device.synchronize(other)
    #expect(device.errors.isEmpty)
  }

  @Test func `Offline the copies stay until there is a connection, also over a restart`() throws {
    let (sample, device, ana) = try Self.prepared(.afterUpload)
    device.device.isOnline = false
    ana.logOut()
    #expect(throws: SyncError.self) { try device.manager.waitForUploads() }
    device.device.restart()
    #expect(device.manager.allUsers.isEmpty)
    #expect(device.manager.localRealms(of: "ana1").count == 1)
    device.device.isOnline = true
    try device.manager.waitForUploads()
    #expect(sample.serverNames() == [1: "gear"])
    #expect(device.manager.localRealms(of: "ana1").isEmpty)
  }

  @Test func `In edition core nothing is uploaded any more, and the copies go with the next start`()
    throws
  {
    let (sample, device, ana) = try Self.prepared(.atNextStart)
    ana.logOut()
    try device.manager.waitForUploads()
    #expect(sample.serverNames() == [:])
    #expect(device.manager.localRealms(of: "ana1").count == 1)
    device.device.restart()
    #expect(device.manager.localRealms(of: "ana1").isEmpty)
    #expect(sample.serverNames() == [:])
  }

  @Test(arguments: [LogOutRule.afterUpload, .atNextStart])
  func `A user who logs in again before that goes on where it was`(_ rule: LogOutRule) throws {
    let (sample, device, ana) = try Self.prepared(rule)
    let realm = try device.open(ana)
    let session = try device.session(realm)
    ana.logOut()
    #expect(session.state == .inactive)
    #expect(throws: SyncError.self) { try session.synchronize() }
    let later = try device.open(ana, "realm://server/~/later")
    #expect(try device.session(later).state == .inactive)
    #expect(try device.logIn("ana") === ana)
    #expect(session.state == .active)
    try device.synchronize(realm)
    try device.synchronize(later)
    #expect(sample.serverNames() == [1: "gear"])
    device.device.restart()
    #expect(device.manager.localRealms(of: "ana1").count == 2)
  }

  @Test func `A realm that was open when its copy was deleted says so when it is written to`()
    throws
  {
    let (_, device, ana) = try Self.prepared(.afterUpload)
    let realm = try device.open(ana)
    ana.logOut()
    try device.manager.waitForUploads()
    #expect(try realm.names == [1: "gear"])
    try realm.add(2)
    #expect(device.kinds == ["internal-error -"])
    #expect(device.manager.localRealms(of: "ana1").isEmpty)
  }

  @Test
  func `What may not be written any more is refused with an error, and does not keep the copies`()
    throws
  {
    let sample = try PlatformSample()
    let (mine, hers) = (sample.device("mine"), sample.device("hers"))
    let ana = try hers.logIn("ana")
    try hers.grant(ana, to: "ben1", read: true, write: true)
    let ben = try mine.logIn("ben")
    let realm = try mine.open(ben, "realm://server/ana1/widgets")
    try realm.add(1)
    mine.manager.close(realm)
    try hers.grant(ana, to: "ben1", write: false)
    ben.logOut()
    try mine.manager.waitForUploads()
    #expect(mine.kinds == ["session-error /ana1/widgets"])
    #expect(mine.manager.localRealms(of: "ben1").isEmpty)
    #expect(sample.serverNames() == [:])
  }

  @Test func `What a restored server lacks is in a backup before the copies go`() throws {
    let (sample, device, ana) = try Self.prepared(.afterUpload)
    try device.manager.waitForUploads()
    let realm = try device.open(ana)
    try device.synchronize(realm)
    let monday = sample.server.backUp()
    try realm.add(2)
    try device.synchronize(realm)
    sample.server.restore(monday)
    #expect(throws: SyncError.self) { try device.synchronize(realm) }
    ana.logOut()
    try device.manager.waitForUploads()
    #expect(device.manager.localRealms(of: "ana1").isEmpty)
    let info = try #require(device.errors.first?.error.clientResetInfo(on: device.manager))
    #expect(try device.manager.openBackup(info.backup).names.keys.sorted() == [1, 2])
  }
}
