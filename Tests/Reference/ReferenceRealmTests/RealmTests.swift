import OrderedCollections
import ReferenceRealm
import Testing

/// Factories that the suites of the realm share.
enum Sample {
  static let classes = [
    ObjectSchema(
      "Person",
      primaryKey: "_id",
      properties: [
        "_id": "int", "name": "string", "age": "int?", "office": "Office?",
        "friends": "list<Person>",
        "tags": "set<string>", "scores": "dictionary<double?>", "rooms": "dictionary<Office>",
        "home": "Address?",
        "homes": "list<Address>", "anything": "mixed", "fans": "linkingObjects<Person.friends>",
      ]
    ),
    ObjectSchema("Office", primaryKey: "_id", properties: ["_id": "string", "city": "string"]),
    ObjectSchema("Address", isEmbedded: true, properties: ["city": "string", "inner": "Room?"]),
    ObjectSchema("Room", isEmbedded: true, properties: ["number": "int", "owner": "Person?"]),
  ]

  static func realm() throws -> Realm { try Realm(configuration: .init(objectTypes: classes)) }

  static func code(_ body: () throws -> Void) -> RealmError.Code? {
    do { try body() } catch let error as RealmError { return error.code } catch {}
    return nil
  }
}

struct RealmTests {
  let realm: Realm

  init() throws { realm = try Sample.realm() }

  @discardableResult
  private func person(_ id: Int64, _ name: String = "Ada") throws -> Object {
    try realm.write { try realm.create("Person", value: ["_id": .int(id), "name": .string(name)]) }
  }

  @Test func `What create does not mention is null or empty`() throws {
    let person = try person(1)
    #expect(person.age == nil)
    #expect(person.friends == .list([]))
    #expect(person.tags == .set([]))
    #expect(person.scores == [:])
    #expect(person.home == nil)
    #expect(person.anything == nil)
  }

  @Test func `A property that is not optional must be given`() throws {
    try realm.beginWrite()
    #expect(Sample.code { try realm.create("Person", value: ["_id": 1]) } == .missingValue)
    #expect(Sample.code { try realm.create("Person", value: ["name": "Ada"]) } == .missingValue)
  }

  @Test func `Nothing changes outside a write transaction`() throws {
    let ada = try person(1)
    #expect(Sample.code { try ada.set("name", to: "B") } == .notInWriteTransaction)
    #expect(
      Sample.code { try realm.create("Office", value: ["_id": "a", "city": "b"]) }
        == .notInWriteTransaction
    )
    #expect(Sample.code { try realm.delete(ada) } == .notInWriteTransaction)
    #expect(Sample.code { try realm.deleteAll("Person") } == .notInWriteTransaction)
    #expect(Sample.code { try ada.collection("tags").add("x") } == .notInWriteTransaction)
    #expect(Sample.code { try realm.commitWrite() } == .notInWriteTransaction)
    #expect(ada.name == "Ada")
  }

  @Test func `There is one write transaction at a time`() throws {
    try realm.beginWrite()
    #expect(Sample.code { try realm.beginWrite() } == .alreadyInWriteTransaction)
    try realm.commitWrite()
    #expect(realm.committed.version == 1)
  }

  @Test func `A primary key is taken once, and free again after a deletion`() throws {
    let ada = try person(1)
    #expect(Sample.code { _ = try person(1) } == .duplicatePrimaryKey)
    try realm.write {
      try realm.delete(ada)
      try realm.create("Person", value: ["_id": 1, "name": "Eve"])
    }
    #expect(try realm.object(ofType: "Person", forPrimaryKey: 1)?.name == "Eve")
    #expect(ada.isInvalidated)
  }

  @Test func `A primary key never changes`() throws {
    let ada = try person(1)
    #expect(Sample.code { try realm.write { try ada.set("_id", to: 2) } } == .primaryKeyChange)
  }

  @Test func `Unknown names and wrong types are told apart`() throws {
    let ada = try person(1)
    #expect(Sample.code { _ = try realm.objects("Nobody") } == .unknownClass)
    #expect(Sample.code { _ = try ada.value("nothing") } == .unknownProperty)
    try realm.beginWrite()
    #expect(Sample.code { try ada.set("name", to: 1) } == .typeMismatch)
    #expect(Sample.code { try ada.set("name", to: nil) } == .typeMismatch)
    #expect(Sample.code { try ada.set("fans", to: []) } == .typeMismatch)
    #expect(Sample.code { try ada.set("tags", to: "x") } == .typeMismatch)
    #expect(
      Sample.code { try realm.create("Person", value: ["_id": 2, "name": "B", "x": 1]) }
        == .unknownProperty
    )
    #expect(Sample.code { try realm.create("Address", value: ["city": "x"]) } == .typeMismatch)
  }

  @Test func `A refused value leaves nothing behind, not even what it embeds`() throws {
    let ada = try person(1)
    try realm.write {
      #expect(
        Sample.code { try ada.set("homes", to: [["city": "a"], ["city": 1]]) } == .typeMismatch
      )
    }
    #expect(ada.homes == .list([]))
    #expect(try realm.objects("Address").count() == 0)
  }

  @Test func `A cancelled transaction takes everything back and its handles with it`() throws {
    let ada = try person(1)
    try realm.beginWrite()
    let eve = try realm.create("Person", value: ["_id": 2, "name": "Eve"])
    try ada.set("name", to: "Changed")
    try realm.cancelWrite()
    #expect(ada.name == "Ada")
    #expect(eve.isInvalidated)
    try person(3)
    #expect(eve.isInvalidated, "its key is not used again")
    #expect(realm.committed.version == 2)
  }

  @Test func `A snapshot keeps its version while the realm moves on`() throws {
    let ada = try person(1)
    let before = FrozenObject(snapshot: realm.committed, reference: ada.reference)
    try realm.write { try ada.set("name", to: "Tony") }
    #expect(before.name == "Ada")
    #expect(ada.name == "Tony")
  }

  @Test func `Deleting an object clears every link to it`() throws {
    let ada = try person(1)
    let eve = try person(2, "Eve")
    let office = try realm.write {
      let office = try realm.create("Office", value: ["_id": "o", "city": "Scranton"])
      try ada.set("office", to: .object(office.reference))
      try ada.set(
        "friends",
        to: [.object(eve.reference), .object(ada.reference), .object(eve.reference)]
      )
      try ada.set("rooms", to: ["a": .object(office.reference)])
      try ada.set("anything", to: .object(eve.reference))
      return office
    }
    try realm.write {
      try realm.delete(office)
      try realm.delete(eve)
    }
    #expect(ada.office == nil)
    #expect(ada.friends == .list([.object(ada.reference)]))
    #expect(ada.rooms == ["a": nil])
    #expect(ada.anything == nil)
  }

  @Test func `Embedded objects go with what holds them`() throws {
    let ada = try person(1)
    try realm.write { try ada.set("home", to: ["city": "Paris", "inner": ["number": 1]]) }
    let home = try #require(try ada.follow("home"))
    let room = try #require(try home.follow("inner"))
    try realm.write { try ada.set("home", to: ["city": "Rome"]) }
    #expect(home.isInvalidated && room.isInvalidated)
    #expect(try ada.follow("home")?.city == "Rome")
    try realm.write { try realm.delete(#require(try ada.follow("home"))) }
    #expect(ada.home == nil)
  }

  @Test func `Back links are computed`() throws {
    let ada = try person(1)
    let eve = try person(2)
    try realm.write { try eve.collection("friends").add(.object(ada.reference)) }
    #expect(ada.fans == .list([.object(eve.reference)]))
    let fans = try ada.collection("fans")
    #expect(try fans.count() == 1)
    try realm.write {
      #expect(Sample.code { try fans.add(.object(ada.reference)) } == .typeMismatch)
    }
    #expect(try fans.objects().count() == 1)
    try realm.write { try eve.collection("friends").remove(at: 0) }
    #expect(ada.fans == .list([]))
  }

  @Test func `Collections change element by element and refuse what is not there`() throws {
    let ada = try person(1)
    try realm.beginWrite()
    let tags = try ada.collection("tags")
    try tags.add("a")
    try tags.add("a")
    #expect(try tags.count() == 1)
    try tags.remove("b")
    #expect(try tags.count() == 1)
    let scores = try ada.collection("scores")
    try scores.put(1, key: "x")
    #expect(ada.scores == ["x": .double(1)])
    #expect(Sample.code { try scores.remove(key: "y") } == .noSuchKey)
    #expect(Sample.code { try scores.put(1, key: "$a") } == .typeMismatch)
    #expect(Sample.code { try scores.put(1, key: "a.b") } == .typeMismatch)
    let homes = try ada.collection("homes")
    try homes.add(["city": "a"])
    try homes.put(["city": "b"], at: 0)
    #expect(Sample.code { try homes.put(["city": "b"], at: 1) } == .indexOutOfRange)
    #expect(Sample.code { _ = try homes.element(at: -1) } == .indexOutOfRange)
    try homes.clear()
    #expect(try homes.count() == 0)
  }

  @Test func `A mixed value holds neither a float nor an embedded object`() throws {
    let ada = try person(1)
    try realm.write {
      try ada.set("home", to: ["city": "x"])
      let home = try #require(try ada.follow("home"))
      #expect(Sample.code { try ada.set("anything", to: .float(1)) } == .typeMismatch)
      #expect(Sample.code { try ada.set("anything", to: .object(home.reference)) } == .typeMismatch)
      try ada.set("anything", to: ["list": [1, "a", nil]])
    }
    #expect(ada.anything == ["list": [1, "a", nil]])
  }

  @Test func `Ten thousand links are cleared in one deletion without walking each list again`()
    throws
  {
    let hub = try person(0)
    try realm.write {
      let friends = try hub.collection("friends")
      for id in 1...10_000 as ClosedRange<Int64> {
        let object = try realm.create("Person", value: ["_id": .int(id), "name": "x"])
        try friends.add(.object(object.reference))
      }
    }
    #expect(try hub.collection("friends").count() == 10_000)
    try realm.write { try realm.deleteAll("Person") }
    #expect(try realm.objects("Person").count() == 0)
  }
}
