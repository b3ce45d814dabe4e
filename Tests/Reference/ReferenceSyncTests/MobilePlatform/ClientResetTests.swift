import Foundation
import ReferenceRealm
import ReferenceSync
import Testing

/// What becomes of a copy that knows more than the server.
struct ClientResetTests {
  private let sample: PlatformSample
  private let device: SampleDevice
  private let ana: SyncUser
  private let realm: Realm

  /// The server has lost widget 2, and the device was told of it.
  init() throws {
    sample = try PlatformSample()
    device = sample.device()
    ana = try device.logIn("ana")
    realm = try device.open(ana)
    try realm.add(1)
    try device.synchronize(realm)
    let monday = sample.server.backUp()
    try realm.add(2)
    try device.synchronize(realm)
    sample.server.restore(monday)
    #expect(throws: SyncError.self) { try device.synchronize(realm) }
  }

  private func info() throws -> (backup: URL, startReset: () -> Void) {
    try #require(device.errors.first?.error.clientResetInfo(on: device.manager))
  }

  @Test func `The handler is told once, with the path of a backup that is not there yet`() throws {
    #expect(device.kinds == ["client-reset /ana1/widgets"])
    #expect(try !FileManager.default.fileExists(atPath: info().backup.path()))
    #expect(try device.session(realm).state == .invalid)
    #expect(sample.serverNames() == [1: "gear"])
  }

  @Test func `By hand: the copy has all, the realm what the server has`() throws {
    try realm.add(3)
    device.manager.close(realm)
    try info().startReset()
    #expect(device.manager.localRealms(of: "ana1").isEmpty)
    let new = try device.open(ana)
    try new.add(4)
    try device.synchronize(new)
    #expect(try new.names.keys.sorted() == [1, 4])
    #expect(try device.manager.openBackup(info().backup).names.keys.sorted() == [1, 2, 3])
    try info().startReset()
    #expect(try new.names.count == 2)
    #expect(device.kinds.count == 1)
  }

  @Test func `Meanwhile the realm is read and written, and nothing is synchronized`() throws {
    try realm.add(3)
    #expect(throws: SyncError.self) { try device.synchronize(realm) }
    device.manager.close(realm)
    let again = try device.open(ana)
    #expect(try again.names.keys.sorted() == [1, 2, 3])
    #expect(throws: SyncError.self) { try device.synchronize(again) }
    #expect(sample.serverNames().count == 1)
    #expect(device.kinds.count == 1)
  }

  @Test func `Otherwise at the next start`() throws {
    try realm.add(3)
    device.device.restart()
    #expect(device.manager.localRealms(of: "ana1").isEmpty)
    #expect(try device.manager.openBackup(info().backup).names.keys.sorted() == [1, 2, 3])
    let user = try #require(device.manager.allUsers.first)
    let new = try device.open(user)
    try device.synchronize(new)
    #expect(try new.names.keys.sorted() == [1])
  }

  @Test func `A copy that knows no more than the server is left alone`() throws {
    let other = sample.device("other")
    let there = try other.open(try other.logIn("ana"))
    try other.synchronize(there)
    sample.server.restore(sample.server.backUp())
    try there.add(7)
    try other.synchronize(there)
    #expect(other.errors.isEmpty)
  }

  @Test func `A server that has caught up by other changes is another one all the same`() throws {
    let other = sample.device("other")
    let there = try other.open(try other.logIn("ana"))
    for key in Int64(10)...15 { try there.add(key) }
    try other.synchronize(there)
    device.manager.close(realm)
    try info().startReset()
    let new = try device.open(ana)
    try device.synchronize(new)
    #expect(try new.names.count == 7)
  }

  @Test func `If the copy can't be made nothing is deleted, and it is tried again`() throws {
    try realm.add(3)
    device.manager.close(realm)
    let backups = try info().backup.deletingLastPathComponent()
    try Data().write(to: backups)
    try info().startReset()
    #expect(device.kinds.last == "internal-error -")
    #expect(device.manager.localRealms(of: "ana1").count == 1)
    try FileManager.default.removeItem(at: backups)
    device.device.restart()
    _ = device.manager
    #expect(try device.manager.openBackup(info().backup).names.keys.sorted() == [1, 2, 3])
    #expect(device.manager.localRealms(of: "ana1").isEmpty)
  }
}
