import Formats
import OrderedCollections
import ReferenceRealm
import ReferenceSync

/// A server with some clients that do whatever comes to mind, and what must be true of them at any time.
///
/// The rules are simple on purpose, so that what a client is to have can be told without the code that is tested: an
/// object is in view if its owner is the user or is "all", and its number is within the range of a subscription.
final class RandomProgram {
  final class Device {
    /// What one transaction made of an object: its mark, nil if it is deleted, and whether it belongs to a stranger.
    struct Write {
      var key: Int64
      var mark: Int64?
      var isIllegal: Bool
    }

    let user: String
    let client: FlexibleSyncClient
    var realm: Realm
    /// The range of the last subscriptions.
    var range: ClosedRange<Int64>
    /// Writes that were committed since the last synchronization: object, mark, and whether it can't be legal.
    var pending: [Write] = []

    init(
      user: String,
      server: FlexibleSyncServer,
      range: ClosedRange<Int64>,
      time: @escaping () -> Int64
    )
      throws
    {
      self.user = user
      self.range = range
      var configuration = User(id: user).flexibleSyncConfiguration(server: server) {
        Timestamp(milliseconds: time())
      }
      configuration.objectTypes = RandomProgram.types
      realm = try Realm(configuration: configuration)
      client = try Self.client(of: realm)
      try subscribe(to: range)
    }

    private static func client(of realm: Realm) throws -> FlexibleSyncClient {
      guard let client = realm.syncClient else { throw Disagreement(description: "no client") }
      return client
    }

    func subscribe(to range: ClosedRange<Int64>) throws {
      self.range = range
      let number = Filter.property(
        "n",
        [.greaterOrEqual(.int(range.lowerBound)), .lessOrEqual(.int(range.upperBound))]
      )
      try client.update {
        try $0.append(QuerySubscription("A", name: "range", where: number))
      }
    }

    /// The process ends and starts again.
    func restart() throws {
      client.abandon()
      realm = try Realm(reopening: realm, configuration: realm.configuration)
    }
  }

  static let types = [
    ObjectSchema(
      "A",
      primaryKey: "_id",
      properties: [
        "_id": "int", "owner": "string", "n": "int", "mark": "int", "place": "P?", "next": "A?",
        "list": "list<A>", "set": "set<A>", "map": "dictionary<A?>",
      ]
    ),
    ObjectSchema("P", isEmbedded: true, properties: ["city": "int", "of": "A?"]),
  ]

  var generator: SplitMix64
  let server: FlexibleSyncServer
  private(set) var devices: [Device] = []
  /// Marks of writes that must have been refused.
  private var forbidden: Set<Int64> = []
  private var mark: Int64 = 0
  private var time: Int64 = 0
  /// The keys that a device writes to: its own, or anybody's.
  private let ownKeysOnly: Bool
  private let keyCount: Int64 = 6

  init(seed: UInt64, ownKeysOnly: Bool = false, users: [String]? = nil) throws {
    generator = SplitMix64(seed: seed)
    self.ownKeysOnly = ownKeysOnly
    let role = Role(
      "own",
      readable: .property("owner", [.in(["%%user.id", "all"])]),
      writable: .property("owner", [.equal("%%user.id")])
    )
    server = FlexibleSyncServer(
      rules: AppRules(roles: [role], queryableFields: ["n", "owner"]),
      schema: try Schema(Self.types)
    )
    let count = generator.chance(50) ? 2 : 3
    for number in 0..<count {
      let user = users?[number] ?? (generator.chance(60) ? "u0" : "u\(number)")
      devices.append(
        try Device(user: user, server: server, range: range()) { [unowned self] in time }
      )
    }
  }

  private func range() -> ClosedRange<Int64> {
    let low = Int64.random(in: 0...6, using: &generator)
    return low...Int64.random(in: low...9, using: &generator)
  }

  // MARK: What happens

  func step() throws {
    let device = devices[Int.random(in: devices.indices, using: &generator)]
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<60: try write(on: device)
    case 60..<66: try device.subscribe(to: range())
    case 66..<70: try device.restart()
    case 70..<74: device.client.isOnline.toggle()
    case 74..<78: serverWrite()
    default: if device.client.isOnline { try synchronize(device) }
    }
  }

  func write(on device: Device) throws {
    let number = Int64(devices.firstIndex { $0 === device } ?? 0)
    time += Int64.random(in: -5...20, using: &generator)
    var keys: Set<Int64> = []
    try device.realm.write {
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        var key = Int64.random(in: 0..<keyCount, using: &generator)
        if ownKeysOnly { key = key * 3 + number }
        try change(key, on: device)
        keys.insert(key)
      }
    }
    // Only the state that the transaction leaves is judged.
    for key in keys.sorted() {
      let object = try device.realm.object(ofType: "A", forPrimaryKey: .int(key))
      let mark: Int64? = if case .int(let mark)? = object?.mark { mark } else { nil }
      let isIllegal = object?.owner == "stranger"
      device.pending.append(.init(key: key, mark: mark, isIllegal: isIllegal))
    }
  }

  private func change(_ key: Int64, on device: Device) throws {
    mark += 1
    let owner = generator.chance(15) ? "stranger" : device.user
    guard let object = try device.realm.object(ofType: "A", forPrimaryKey: .int(key)) else {
      let object = try device.realm.create(
        "A",
        value: [
          "_id": .int(key), "owner": .string(owner),
          "n": .int(.random(in: 0...9, using: &generator)),
          "mark": .int(mark), "place": generator.chance(40) ? place(on: device) : nil,
        ]
      )
      return try link(object, on: device)
    }
    if generator.chance(15) { return try device.realm.delete(object) }
    // The mark goes with every change, so that a device that has seen one has seen it.
    object.mark = .int(mark)
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: object.n = .int(.random(in: 0...9, using: &generator))
    case 1: object.owner = .string(owner)
    case 2: object.place = generator.chance(70) ? place(on: device) : nil
    case 3:
      if let place = try object.follow("place") { place.city = .int(mark) }
    default: try link(object, on: device)
    }
  }

  private func place(on device: Device) -> Value {
    ["city": .int(mark), "of": target(on: device).map(Value.object) ?? nil]
  }

  private func target(on device: Device) -> ObjectReference? {
    guard let all = try? device.realm.objects("A"), let count = try? all.count(), count > 0 else {
      return nil
    }
    return try? all.element(at: .random(in: 0..<count, using: &generator)).reference
  }

  private func link(_ object: Object, on device: Device) throws {
    guard let target = target(on: device) else { return }
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: object.next = .object(target)
    case 1: try object.collection("list").add(.object(target))
    case 2: try object.collection("set").add(.object(target))
    case 3: try object.collection("map").put(.object(target), key: "k\(mark % 3)")
    case 4:
      let list = try object.collection("list")
      if try list.count() > 0 { try list.remove(at: 0) }
    default: break
    }
  }

  private func serverWrite() {
    let id = DocumentID(table: 0, key: .int(.random(in: 0..<keyCount, using: &generator)))
    mark += 1
    let change: Changeset.Change.Kind =
      switch (server.store[id], generator.chance(20)) {
      case (nil, _):
        .create([
          .plain(id.key), .plain(generator.chance(30) ? "all" : "u0"),
          .plain(.int(.random(in: 0...9, using: &generator))), .plain(.int(mark)), .null, .null,
          .list([]), .set([]), .dictionary([:]),
        ])
      case (_?, true): .delete
      case (_?, false): .assigning([2: .plain(.int(.random(in: 0...9, using: &generator)))])
      }
    server.write(.init(id, change), at: Timestamp(milliseconds: time))
  }

  /// - Throws: if a write that can't be legal was not refused, or is seen anywhere else.
  func synchronize(_ device: Device) throws {
    let refused = try device.client.synchronize(device.realm)
    forbidden.formUnion(
      ownKeysOnly
        ? marksAfterIllegalWrites(device.pending)
        : lastMarks(device.pending, of: Set(refused.map(\.primaryKey)))
    )
    device.pending = []
    guard Set(refused.map(\.primaryKey)).count == refused.count else {
      throw Disagreement(description: "an object was reported twice")
    }
    for id in server.store.ids(of: 0) {
      if case .int(let mark)? = server.store[id]?.contents[3].plainValue, forbidden.contains(mark) {
        throw Disagreement(description: "object \(id.key) shows the refused write \(mark)")
      }
    }
  }

  /// Where no other device writes to the same objects, a write that gives one to a stranger is refused, and what follows it
  /// is lost.
  private func marksAfterIllegalWrites(_ pending: [Device.Write]) -> [Int64] {
    var illegal: Set<Int64> = []
    return pending.compactMap { write in
      if write.isIllegal { illegal.insert(write.key) }
      return illegal.contains(write.key) ? write.mark : nil
    }
  }

  /// Otherwise an illegal write may become a legal one by merging; but the last write of an object is always lost of which
  /// something was refused.
  private func lastMarks(_ pending: [Device.Write], of refused: Set<Value>) -> [Int64] {
    let last = Dictionary(pending.map { ($0.key, $0.mark) }) { _, later in later }
    return last.compactMap { key, mark in refused.contains(.int(key)) ? mark : nil }
  }

  // MARK: What must be true at the end

  /// Everybody synchronizes until nothing is on its way.
  func settle() throws {
    for device in devices { device.client.isOnline = true }
    for _ in 0..<2 { for device in devices { try synchronize(device) } }
  }

  /// - Throws: a `Disagreement` if a device has not exactly what it is to have.
  func checkAgreement() throws {
    for (number, device) in devices.enumerated() {
      let expected = view(of: device)
      let actual = try contents(of: device)
      if expected != actual {
        throw Disagreement(description: "device \(number) has \(actual), not \(expected)")
      }
    }
  }

  private func isInView(_ contents: [Content], of device: Device) -> Bool {
    guard case .string(let owner) = contents[1].plainValue,
      case .int(let n) = contents[2].plainValue
    else { return false }
    return (owner == device.user || owner == "all") && device.range.contains(n)
  }

  private func view(of device: Device) -> [Value: [Content]] {
    var all: [Value: [Content]] = [:]
    for id in server.store.ids(of: 0) {
      guard let contents = server.store[id]?.contents, isInView(contents, of: device) else {
        continue
      }
      all[id.key] = contents
    }
    return all.mapValues { contents in
      contents.map { $0.removingLinks { all[$0.key] == nil } }
    }
  }

  private func contents(of device: Device) throws -> [Value: [Content]] {
    let all = try device.realm.objects("A")
    var found: [Value: [Content]] = [:]
    for index in 0..<(try all.count()) {
      let object = try all.element(at: index)
      found[object._id] = device.realm.current.contents(of: object.reference)
    }
    return found
  }

  /// What the server holds, to be compared.
  var serverState: [Value: [Content]] {
    var all: [Value: [Content]] = [:]
    for id in server.store.ids(of: 0) { all[id.key] = server.store[id]?.contents }
    return all
  }
}

/// Something that a program shows and must not.
struct Disagreement: Error, CustomStringConvertible {
  var description: String
}
