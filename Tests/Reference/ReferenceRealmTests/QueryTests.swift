import ReferenceRealm
import Testing

struct QueryTests {
  let realm: Realm

  init() throws {
    realm = try Sample.realm()
    try realm.write {
      let office = try realm.create("Office", value: ["_id": "o", "city": "Scranton"])
      try realm.create(
        "Person",
        value: ["_id": 1, "name": "Ada", "age": 36, "office": .object(office.reference)]
      )
      try realm.create("Person", value: ["_id": 2, "name": "Bob", "anything": 2.5])
      try realm.create(
        "Person",
        value: ["_id": 3, "name": "Cy", "age": 20, "anything": .decimal128(Decimal128(36))]
      )
    }
  }

  private func names(_ filter: Filter, _ order: [SortDescriptor] = []) throws -> [Value] {
    let results = try realm.objects("Person").filter(filter).sorted(by: order)
    return try (0..<results.evaluate()).map { try results.element(at: $0).name }
  }

  @Test func `Null equals null and is never less or greater`() throws {
    #expect(try names(.property("age", [.equal(nil)])) == ["Bob"])
    #expect(try names(.property("age", [.less(100)])) == ["Ada", "Cy"])
    #expect(try names(.property("age", [.greaterOrEqual(nil)])) == ["Bob"])
    #expect(try names(.property("age", [.not([.less(100)])])) == ["Bob"])
  }

  @Test func `Numbers compare across their types`() throws {
    #expect(try names(.property("age", [.equal(.double(36))])) == ["Ada"])
    #expect(try names(.property("anything", [.greater(2)])) == ["Bob", "Cy"])
    #expect(try names(.property("anything", [.equal(36)])) == ["Cy"])
  }

  @Test func `Strings have no order in a filter`() throws {
    #expect(try names(.property("name", [.greater("A")])).isEmpty)
    #expect(try names(.property("name", [.in(["Ada", "Cy"])])) == ["Ada", "Cy"])
  }

  @Test func `Links are compared by their object`() throws {
    let office = try #require(try realm.object(ofType: "Office", forPrimaryKey: "o"))
    #expect(try names(.property("office", [.equal(.object(office.reference))])) == ["Ada"])
    #expect(try names(.property("office", [.equal(nil)])) == ["Bob", "Cy"])
  }

  @Test func `Filters are joined with and, or and not`() throws {
    let grown = Filter.property("age", [.greaterOrEqual(20), .lessOrEqual(36)])
    #expect(try names(.and([grown, .property("name", [.notEqual("Ada")])])) == ["Cy"])
    #expect(
      try names(.or([.property("name", [.equal("Bob")]), .property("age", [.equal(20)])])) == [
        "Bob", "Cy",
      ]
    )
    #expect(try names(.or([])).isEmpty)
    #expect(try names(.all).count == 3)
  }

  @Test func `A filter on what has no value to compare is refused`() throws {
    #expect(Sample.code { _ = try names(.property("nothing", [.equal(1)])) } == .unknownProperty)
    #expect(Sample.code { _ = try names(.property("tags", [.equal(1)])) } == .typeMismatch)
    #expect(Sample.code { _ = try names(.property("home", [.equal(nil)])) } == .typeMismatch)
  }

  @Test func `Sorting puts null first and keeps the order of creation among equals`() throws {
    #expect(try names(.all, [SortDescriptor("age")]) == ["Bob", "Cy", "Ada"])
    #expect(try names(.all, [SortDescriptor("age", ascending: false)]) == ["Ada", "Cy", "Bob"])
    #expect(Sample.code { _ = try names(.all, [SortDescriptor("anything")]) } == .typeMismatch)
  }

  @Test func `An evaluated query is a snapshot, an unfiltered class is not`() throws {
    let all = try realm.objects("Person")
    let query = all.filter(.all)
    try query.evaluate()
    try realm.write { try realm.delete(#require(all.first)) }
    #expect(try query.count() == 3)
    #expect(try all.count() == 2)
    #expect(Sample.code { _ = try query.element(at: 0) } == .objectInvalidated)
    #expect(Sample.code { _ = try all.element(at: 2) } == .indexOutOfRange)
  }

  @Test func `Doubles are compared with large integers without rounding`() throws {
    try realm.write {
      try realm.create("Person", value: ["_id": 4, "name": "Big", "age": 9_007_199_254_740_993])
    }
    #expect(try names(.property("age", [.greater(.double(9_007_199_254_740_992))])) == ["Big"])
    #expect(try names(.property("age", [.equal(.double(9_007_199_254_740_992))])).isEmpty)
  }
}
