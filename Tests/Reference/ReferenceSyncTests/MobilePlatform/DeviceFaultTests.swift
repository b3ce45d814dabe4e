import Foundation
import ReferenceSync
import Testing

/// What is left of a device whose process is killed at any point of a reset or of the deletion after logging out.
@Suite(.serialized)
struct DeviceFaultTests {
  /// Runs the device until the point; nil if it has fewer.
  private func left(of scenario: String, at point: Int) throws -> Remains? {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "fault-\(UUID().uuidString)"
    )
    let process = Process()
    process.executableURL = Self.products.appending(path: "DeviceProcess")
    process.arguments = [folder.path(), scenario, "\(point)"]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    if process.terminationReason == .exit {
      #expect(process.terminationStatus == 0)
      try? FileManager.default.removeItem(at: folder)
      return nil
    }
    #expect(process.terminationStatus == SIGKILL)
    return Remains(folder)
  }

  private static var products: URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    return bundle?.deletingLastPathComponent()
      ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
  }

  @Test(arguments: ["reset", "resetAtStart"])
  func `Killed at any point of a reset, all is in the realm or in the backup`(_ scenario: String)
    throws
  {
    var ends: Set<String> = []
    var point = 0
    while let remains = try left(of: scenario, at: point) {
      let place = "\(scenario) killed at \(point)"
      let backups = try remains.backups()
      let realm = try remains.names("ana1", "first")
      if backups.isEmpty {
        #expect(realm == [1, 2, 3], "\(place)")
        ends.insert("old")
      } else {
        #expect(backups == [[1, 2, 3]], "\(place)")
        #expect(realm == nil, "\(place)")
        ends.insert("new")
      }
      #expect(try remains.names("ana1", "second") == [1, 2, 3], "\(place)")
      #expect(try remains.names("ben1", "first") == [7], "\(place)")
      #expect(remains.errors.isEmpty, "\(place)")
      point += 1
    }
    #expect(point >= 15)
    #expect(ends == ["old", "new"])
  }

  @Test(arguments: ["logOut", "logOutAtStart"])
  func
    `Killed at any point of logging out, all copies are there or none, and no other user's is gone`(
      _ scenario: String
    ) throws
  {
    var ends: Set<Int> = []
    var point = 0
    while let remains = try left(of: scenario, at: point) {
      let place = "\(scenario) killed at \(point)"
      let names = try ["first", "second"].compactMap { try remains.names("ana1", $0) }
      #expect(names == [] || names == [[1, 2, 3], [1, 2, 3]], "\(place)")
      ends.insert(names.count)
      #expect(try remains.names("ben1", "first") == [7], "\(place)")
      #expect(remains.errors.isEmpty, "\(place)")
      point += 1
    }
    #expect(point >= 4)
    #expect(ends == (scenario == "logOut" ? [0, 2] : [0]))
  }

  @Test(arguments: ["users.json", "realm"])
  func `A damaged file is an error at the handler, and nothing is deleted`(_ kind: String) throws {
    for length in [0, 1, 40] {
      let sample = try PlatformSample()
      let device = sample.device()
      let ana = try device.logIn("ana")
      let realm = try device.open(ana)
      try realm.add(1)
      device.manager.close(realm)
      let folder = sample.folder.appending(path: "main")
      let file =
        kind == "realm"
        ? folder.appending(path: "realms/ana1/%2fana1%2fwidgets.realm.json")
        : folder.appending(path: kind)
      let bytes = try Data(contentsOf: file)
      try bytes.prefix(length).write(to: file)
      device.device.restart()
      if kind == "realm" {
        let user = try #require(device.manager.user("ana1"))
        #expect(throws: SyncError.self) { try device.open(user) }
        user.logOut()
        device.device.restart()
        #expect(device.manager.localRealms(of: "ana1").count == 1)
        #expect(try Data(contentsOf: file) == bytes.prefix(length))
      } else {
        #expect(device.manager.allUsers.isEmpty)
        #expect(device.manager.localRealms(of: "ana1").count == 1)
        let again = try device.open(try device.logIn("ana"))
        #expect(try again.names == [1: "gear"])
      }
      #expect(device.kinds.allSatisfy { $0 == "internal-error -" })
      #expect(!device.kinds.isEmpty)
    }
  }

  @Test func `A full disk is an error at the handler, and nothing is deleted`() throws {
    let sample = try PlatformSample()
    let disk = FullDisk()
    let device = sample.device("main", files: disk.files)
    let ana = try device.logIn("ana")
    let realm = try device.open(ana)
    try realm.add(1)
    try device.synchronize(realm)
    let backup = sample.server.backUp()
    try realm.add(2)
    try device.synchronize(realm)
    sample.server.restore(backup)
    disk.isFull = true
    #expect(throws: SyncError.self) { try device.synchronize(realm) }
    try realm.add(3)
    device.manager.close(realm)
    let info = try #require(
      device.errors.compactMap { $0.error.clientResetInfo(on: device.manager) }.first
    )
    info.startReset()
    #expect(device.manager.localRealms(of: "ana1").count == 1)
    #expect(!FileManager.default.fileExists(atPath: info.backup.path()))
    #expect(
      Set(device.kinds) == [
        "client-reset /ana1/widgets", "internal-error -", "internal-error /ana1/widgets",
      ]
    )
    disk.isFull = false
    info.startReset()
    #expect(device.manager.localRealms(of: "ana1").isEmpty)
    #expect(try device.manager.openBackup(info.backup).names.keys.sorted() == [1, 2])
  }
}

/// A disk that has no room when it is told so.
private final class FullDisk {
  nonisolated(unsafe) var isFull = false

  var files: DeviceFiles {
    let real = DeviceFiles()
    var files = real
    nonisolated(unsafe) let disk = self
    files.write = { bytes, file in
      guard disk.isFull else { return try real.write(bytes, file) }
      try real.write(Array(bytes.prefix(10)), file)
      throw POSIXError(.ENOSPC)
    }
    return files
  }
}

/// What a killed process has left, seen by the next one, which knows no server.
private final class Remains {
  private let folder: URL
  private let device: SampleDevice
  private let server = ObjectServer()

  init(_ folder: URL) {
    self.folder = folder
    device = SampleDevice(MobileDevice(folder: folder, server: server))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var errors: [String] { device.kinds }

  /// The keys in a local copy; nil if there is none.
  func names(_ identity: Identity, _ name: String) throws -> [Int64]? {
    let path = "/\(identity)/\(name)"
    guard device.manager.localRealms(of: identity).contains(where: { "\($0)" == path }) else {
      return nil
    }
    let user = try #require(device.manager.user(identity))
    let realm = try device.open(user, "realm://server\(path)")
    defer { device.manager.close(realm) }
    return try realm.names.keys.sorted()
  }

  /// The keys in each backup.
  func backups() throws -> [[Int64]] {
    _ = device.manager
    let backups = folder.appending(path: "io.realm.object-server-recovered-realms")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: backups.path())) ?? []
    return try names.filter { !$0.hasSuffix(".new") }.map {
      try device.manager.openBackup(backups.appending(path: $0)).names.keys.sorted()
    }
  }
}
