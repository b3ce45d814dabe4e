import Foundation
import OrderedCollections
import ReferenceRealm
import ReferenceSync
import Testing

/// Sessions, and what they exchange.
struct SyncSessionTests {
  private let sample: PlatformSample
  private let device: SampleDevice
  private let ana: SyncUser

  init() throws {
    sample = try PlatformSample()
    device = sample.device()
    ana = try device.logIn("ana")
  }

  @Test func `Each open realm has a session, which lives until all is uploaded`() throws {
    #expect(try ana.session(for: PlatformSample.home) == nil)
    let realm = try device.open(ana)
    let session = try #require(try ana.session(for: "realm://server/ana1/widgets"))
    #expect(session === (try ana.session(for: PlatformSample.home)))
    #expect(ana.allSessions().map(\.path).map { "\($0)" } == ["/ana1/widgets"])
    try realm.add(1)
    device.manager.close(realm)
    #expect(session.state == .active)
    // Nothing is sent for a user who is logged in.
    try device.manager.waitForUploads()
    #expect(session.state == .active)
    #expect(sample.serverNames() == [:])
    let again = try device.open(ana)
    try device.session(again).synchronize()
    #expect(sample.serverNames() == [1: "gear"])
    device.manager.close(again)
    #expect(session.state == .invalid)
    #expect(session.configuration() == nil)
    #expect(ana.allSessions().isEmpty)
  }

  @Test func `The configuration of a session opens the same realm, which stays open for the other`()
    throws
  {
    let realm = try device.open(ana)
    let configuration = try #require(try device.session(realm).configuration())
    let again = try device.open(configuration.user, configuration.realmURL)
    try realm.add(1)
    #expect(try again.names == [1: "gear"])
    device.manager.close(realm)
    #expect(try device.session(again).state == .active)
  }

  @Test func `A copy holds after a restart what it held before`() throws {
    let types = [
      PlatformSample.widget,
      ObjectSchema(
        "All",
        primaryKey: "_id",
        properties: [
          "_id": "string", "float": "float", "double": "double", "date": "date", "data": "data",
          "bool": "bool?", "any": "mixed", "link": "Widget?", "list": "list<Widget>",
          "numbers": "list<int>", "set": "set<string>", "map": "dictionary<Widget?>",
          "part": "Part?",
          "decimal": "decimal128", "uuid": "uuid", "oid": "objectId",
        ]
      ),
      ObjectSchema("Part", isEmbedded: true, properties: ["n": "int", "of": "Widget?"]),
      ObjectSchema("Note", properties: ["text": "string"]),
    ]
    var realm = try device.open(ana, PlatformSample.home, types)
    try realm.add(1)
    try realm.write {
      let widget =
        try realm.object(ofType: "Widget", forPrimaryKey: 1).map { Value.object($0.reference) }
        ?? nil
      try realm.create(
        "All",
        value: [
          "_id": "ä\u{0}", "float": .float(.nan), "double": .double(-.infinity),
          "date": .date(.init(milliseconds: -1)), "data": .data([0, 255]),
          "any": .decimal128(Decimal128(7)),
          "link": widget, "list": .list([widget, widget]), "numbers": [3, 1],
          "set": .set(["b", "a"]),
          "map": ["k": widget, "null": nil], "part": ["n": 5, "of": widget],
          "decimal": .decimal128(Decimal128("1.50") ?? Decimal128(0)), "uuid": .uuid(.init()),
          "oid": .objectId(ObjectId()),
        ]
      )
      for _ in 0..<2 { try realm.create("Note", value: ["text": "same"]) }
    }
    let before = realm.current
    device.device.restart()
    let again = try #require(device.manager.allUsers.first)
    realm = try device.open(again, PlatformSample.home, types)
    for table in types.indices {
      let old = before.keys(of: table).compactMap {
        before.contents(of: .init(table: table, key: $0))
      }
      let new = realm.current.keys(of: table)
        .compactMap { realm.current.contents(of: .init(table: table, key: $0)) }
      #expect(old == new)
    }
    try device.synchronize(realm)
    let other = sample.device("other")
    let there = try other.open(try other.logIn("ana"), PlatformSample.home, types)
    try other.synchronize(there)
    #expect(try there.objects("Note").count() == 2)
    #expect(
      try there.object(ofType: "All", forPrimaryKey: "ä\u{0}")?.follow("link")?.name == "gear"
    )
  }

  @Test func `Objects without a primary key are always two, and each is changed alone`() throws {
    let note = ObjectSchema("Note", properties: ["text": "string"])
    let realm = try device.open(ana, PlatformSample.home, [note])
    let other = sample.device("other")
    let there = try other.open(try other.logIn("ana"), PlatformSample.home, [note])
    let mine = try realm.write { try realm.create("Note", value: ["text": "same"]) }
    try there.write { _ = try there.create("Note", value: ["text": "same"]) }
    try device.synchronize(realm)
    try other.synchronize(there)
    try device.synchronize(realm)
    #expect(try realm.objects("Note").count() == 2)
    try realm.write { mine.text = "mine" }
    try device.synchronize(realm)
    try other.synchronize(there)
    let all = try there.objects("Note")
    #expect(try [all.element(at: 0).text, all.element(at: 1).text] == ["same", "mine"])
  }

  @Test func `So many transactions are transferred, the oldest first`() throws {
    let realm = try device.open(ana)
    for key in 1...3 { try realm.add(Int64(key)) }
    let session = try device.session(realm)
    try session.transfer(.upload, 2)
    #expect(sample.serverNames().keys.sorted() == [1, 2])
    let other = sample.device("other")
    let there = try other.open(try other.logIn("ana"))
    try other.session(there).transfer(.download, 1)
    #expect(try there.names.keys.sorted() == [1])
    try session.transfer(.upload, 5)
    try other.session(there).transfer(.download, 5)
    #expect(try there.names.keys.sorted() == [1, 2, 3])
  }

  @Test func `What was not uploaded yet stays visible while others' changes arrive`() throws {
    let realm = try device.open(ana)
    try realm.add(1)
    try device.synchronize(realm)
    let other = sample.device("other")
    let there = try other.open(try other.logIn("ana"))
    try other.synchronize(there)
    sample.time = 10
    try there.rename(1, to: "theirs")
    try other.synchronize(there)
    sample.time = 20
    try realm.rename(1, to: "mine")
    try device.session(realm).transfer(.download, 9)
    #expect(try realm.names == [1: "mine"])
    try device.synchronize(realm)
    #expect(sample.serverNames() == [1: "mine"])
  }

  @Test func `Offline nothing is exchanged, and no error is reported`() throws {
    let realm = try device.open(ana)
    device.device.isOnline = false
    #expect { try device.synchronize(realm) } throws: { ($0 as? SyncError)?.code == .offline }
    #expect(device.errors.isEmpty)
    #expect(try device.session(realm).state == .active)
  }

  @Test func `The option that is set last wins`() {
    var configuration = MobileConfiguration()
    configuration.syncConfiguration = SyncConfiguration(user: ana, realmURL: PlatformSample.home)
    configuration.inMemoryIdentifier = "memory"
    #expect(configuration.syncConfiguration == nil)
    configuration.fileURL = sample.folder
    #expect(configuration.inMemoryIdentifier == nil)
    configuration.fileURL = nil
    configuration.syncConfiguration = SyncConfiguration(user: ana, realmURL: PlatformSample.home)
    #expect(configuration.fileURL == nil && configuration.inMemoryIdentifier == nil)
  }

  @Test func `Levels above that of the manager are not logged, and no secret is`() throws {
    device.manager.logLevel = .off
    let realm = try device.open(ana)
    try realm.add(1)
    try device.synchronize(realm)
    #expect(device.device.log.lines.count(where: { $0.level > .info }) == 0)
    let before = device.device.log.lines.count
    device.manager.logLevel = .all
    try realm.add(2)
    try device.synchronize(realm)
    #expect(device.device.log.lines.count > before)
  }
}
