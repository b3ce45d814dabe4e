import ReferenceRealm
import ReferenceSync
import Testing

/// A schema that only grows.
struct AdditiveSchemaTests {
  private let sample: PlatformSample
  private let device: SampleDevice
  private let ana: SyncUser
  private static let priced = ObjectSchema(
    "Widget",
    primaryKey: "_id",
    properties: [
      "price": "int", "_id": "int", "name": "string", "note": "string?", "tags": "list<string>",
    ]
  )

  init() throws {
    sample = try PlatformSample()
    device = sample.device()
    ana = try device.logIn("ana")
    let realm = try device.open(ana)
    try realm.add(1)
    try device.synchronize(realm)
    device.manager.close(realm)
  }

  private func open(_ types: ObjectSchema...) throws -> Realm {
    try device.open(ana, PlatformSample.home, types)
  }

  @Test func `New properties have null or the empty value, and new classes no object`() throws {
    let realm = try open(
      Self.priced,
      ObjectSchema("Box", primaryKey: "_id", properties: ["_id": "int"])
    )
    let widget = try #require(try realm.object(ofType: "Widget", forPrimaryKey: 1))
    #expect(widget.price == 0 && widget.note == nil && widget.tags == [] && widget.name == "gear")
    #expect(try realm.objects("Box").count() == 0)
    try realm.write { widget.price = 5 }
    try device.synchronize(realm)
    #expect(sample.serverNames() == [1: "gear"])
  }

  @Test func `What a schema leaves out stays in the file and at the server`() throws {
    var realm = try open(Self.priced)
    try realm.write { try realm.object(ofType: "Widget", forPrimaryKey: 1)?.set("price", to: 5) }
    try device.synchronize(realm)
    device.manager.close(realm)
    realm = try open(PlatformSample.widget)
    #expect(throws: RealmError.self) {
      try realm.object(ofType: "Widget", forPrimaryKey: 1)?.value("price")
    }
    try realm.rename(1, to: "cog")
    try device.synchronize(realm)
    device.manager.close(realm)
    realm = try open(Self.priced)
    #expect(try realm.object(ofType: "Widget", forPrimaryKey: 1)?.price == 5)
    #expect(try realm.object(ofType: "Widget", forPrimaryKey: 1)?.name == "cog")
  }

  @Test func `A device with the old schema goes on, and hands on what it does not know`() throws {
    let other = sample.device("other")
    let there = try other.open(try other.logIn("ana"))
    try other.synchronize(there)
    let realm = try open(Self.priced)
    try realm.write { try realm.object(ofType: "Widget", forPrimaryKey: 1)?.set("price", to: 5) }
    try device.synchronize(realm)
    try there.rename(1, to: "cog")
    try other.synchronize(there)
    try there.add(2)
    try other.synchronize(there)
    try device.synchronize(realm)
    #expect(try realm.names == [1: "cog", 2: "gear"])
    #expect(try realm.object(ofType: "Widget", forPrimaryKey: 1)?.price == 5)
    #expect(try realm.object(ofType: "Widget", forPrimaryKey: 2)?.price == 0)
    #expect(other.errors.isEmpty)
  }

  @Test(
    arguments: [
      ["_id": "int", "name": "int"], ["_id": "int", "name": "string?"],
      ["_id": "string", "name": "string"],
    ] as [KeyValuePairs<String, PropertyType>]
  )
  func `Another type is refused, and nothing is changed by that`(
    _ properties: KeyValuePairs<String, PropertyType>
  ) throws {
    let changed = ObjectSchema("Widget", primaryKey: "_id", properties: properties)
    #expect { try open(changed) } throws: { error in
      (error as? SyncError)?.code == .incompatibleSchema
        && "\(error)".hasPrefix(
          "The following changes cannot be made in additive-only schema mode:\n- "
        )
    }
    #expect(try open(PlatformSample.widget).names == [1: "gear"])
  }

  @Test func `Another primary key is refused, less is not`() throws {
    #expect(throws: SyncError.self) {
      try open(
        ObjectSchema("Widget", primaryKey: "name", properties: ["_id": "int", "name": "string"])
      )
    }
    let less = try open(ObjectSchema("Widget", primaryKey: "_id", properties: ["_id": "int"]))
    #expect(try less.objects("Widget").count() == 1)
    try less.write { _ = try less.create("Widget", value: ["_id": 2]) }
    device.manager.close(less)
    #expect(try open(PlatformSample.widget).names == [1: "gear", 2: ""])
  }
}
