import OrderedCollections
import ReferenceRealm
import ReferenceSync
import Testing

/// Merging at a server without any rules: which of two changes wins that do not know of each other.
struct MergingTests {
  private var store: DocumentStore
  private let id = DocumentID(table: 0, key: 1)

  init() throws {
    let type = ObjectSchema(
      "A",
      primaryKey: "_id",
      properties: ["_id": "int", "n": "int", "m": "int"]
    )
    store = DocumentStore(schema: try Schema([type]))
    apply(.create([.plain(1), .plain(0), .plain(0)]), origin: 1, time: 0)
  }

  private mutating func apply(
    _ kind: Changeset.Change.Kind,
    origin: Int,
    time: Int64,
    base: Int = 1
  ) {
    let change = Changeset.Change(id, kind)
    let changeset = Changeset(
      time: Timestamp(milliseconds: time),
      origin: origin,
      base: base,
      changes: [change]
    )
    store.take(changeset)
  }

  private var values: [Value]? { store[id]?.contents.map(\.plainValue) }

  @Test(arguments: [[1, 2], [2, 1]])
  mutating func `The later commit wins in any order of arrival`(_ order: [Int]) {
    for origin in order {
      apply(.assigning([1: .plain(.int(Int64(origin)))]), origin: origin, time: Int64(origin) * 10)
    }
    #expect(values == [1, 2, 0])
  }

  @Test(arguments: [[1, 2], [2, 1]])
  mutating func `Of commits at the same time that of the higher device wins`(_ order: [Int]) {
    for origin in order {
      apply(.assigning([1: .plain(.int(Int64(origin)))]), origin: origin, time: 10)
    }
    #expect(values == [1, 2, 0])
  }

  @Test mutating func `Different properties both stay`() {
    apply(.assigning([1: .plain(7)]), origin: 1, time: 10)
    apply(.assigning([2: .plain(8)]), origin: 2, time: 5)
    #expect(values == [1, 7, 8])
  }

  @Test mutating func `A device that knows of the other change wins with an earlier clock`() {
    apply(.assigning([1: .plain(7)]), origin: 1, time: 10)
    apply(.assigning([1: .plain(8)]), origin: 2, time: 5, base: 2)
    #expect(values == [1, 8, 0])
  }

  @Test mutating func `A deletion wins over changes and creations that do not know of it`() {
    apply(.delete, origin: 1, time: 5)
    apply(.assigning([1: .plain(7)]), origin: 2, time: 10)
    apply(.create([.plain(1), .plain(9), .plain(9)]), origin: 2, time: 10)
    #expect(values == nil)
  }

  @Test mutating func `An object that was deleted can be created again by those who know`() {
    apply(.delete, origin: 1, time: 5)
    apply(.create([.plain(1), .plain(9), .plain(9)]), origin: 2, time: 1, base: 2)
    #expect(values == [1, 9, 9])
    apply(.delete, origin: 1, time: 5, base: 3)
    apply(.create([.plain(1), .plain(8), .plain(8)]), origin: 1, time: 1, base: 3)
    #expect(values == [1, 8, 8])
  }

  @Test func `A deletion clears the links to the object at the server`() throws {
    let type = ObjectSchema(
      "A",
      primaryKey: "_id",
      properties: ["_id": "int", "next": "A?", "list": "list<A>", "map": "dictionary<A?>"]
    )
    var store = DocumentStore(schema: try Schema([type]))
    let other = DocumentID(table: 0, key: 2)
    let gone = Changeset.Change(other, .delete)
    let changes = [
      Changeset.Change(other, .create([.plain(2), .null, .list([]), .dictionary([:])])),
      Changeset.Change(
        id,
        .create([
          .plain(1), .link(other), .list([.link(id), .link(other)]),
          .dictionary(["a": .link(other)]),
        ])
      ),
      gone,
    ]
    store.take(Changeset(time: .now(), origin: 1, base: 0, changes: changes))
    #expect(
      store[id]?.contents == [.plain(1), .null, .list([.link(id)]), .dictionary(["a": .null])]
    )
    #expect(store.holders(of: other).isEmpty)
    #expect(store.log.count == 4)
  }
}
