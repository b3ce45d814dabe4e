import OrderedCollections
import ReferenceRealm
import ReferenceSync
import Testing

/// Whatever three devices put into one mixed property without knowing of each other, it does not matter whose changes
/// arrive first (MERGE-5).
struct MixedOrderTests {
  private static let id = DocumentID(table: 0, key: 1)

  /// What a device puts there: nothing, a text, or a collection, which may be empty.
  enum Put: CaseIterable {
    case null, text, emptyList, list, emptyDictionary, dictionary

    /// No two devices put the same.
    func value(of device: Int) -> Value {
      let number = Value.int(Int64(device))
      return switch self {
      case .null: .null
      case .text: .string("text \(device)")
      case .emptyList: .list([])
      case .list: .list([number])
      case .emptyDictionary: .dictionary([:])
      case .dictionary: .dictionary(["\(device)": number])
      }
    }
  }

  /// Whether the devices create the object, or find it with nothing in the property.
  enum Start: CaseIterable { case nothing, null }

  private static let orders = [
    [0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0],
  ]

  /// What a server holds in the end.
  private func outcome(_ start: Start, _ puts: [Put], in order: [Int], _ schema: Schema)
    -> [Content]?
  {
    var store = DocumentStore(schema: schema)
    func take(_ kind: Changeset.Change.Kind, by device: Int) {
      store.take(
        Changeset(
          time: Timestamp(milliseconds: Int64(device * 10)),
          origin: device,
          base: start == .null && device > 0 ? 1 : 0,
          changes: [.init(Self.id, kind)]
        )
      )
    }
    if start == .null { take(.create([.plain(1), .null]), by: 0) }
    for index in order {
      let value = Content.plain(puts[index].value(of: index + 1))
      let isFresh = ![.null, .text].contains(puts[index])
      take(
        start == .nothing
          ? .create([.plain(1), value])
          : .update([Edit([.column(1)], .assign(value, isFresh: isFresh))]),
        by: index + 1
      )
    }
    return store[Self.id]?.contents
  }

  @Test(arguments: Start.allCases)
  func `Of three devices any may be first`(_ start: Start) throws {
    let schema = try Schema([
      ObjectSchema("Widget", primaryKey: "_id", properties: ["_id": "int", "any": "mixed"])
    ])
    let all = Put.allCases
    let threes = all.flatMap { one in all.flatMap { other in all.map { [one, other, $0] } } }
    var differences: [String] = []
    for puts in threes {
      let outcomes = Self.orders.map { outcome(start, puts, in: $0, schema) }
      if Set(outcomes).count > 1 { differences.append("\(puts): \(outcomes)") }
    }
    #expect(
      differences.isEmpty,
      "\(differences.count) of 216 differ, such as \(differences.last ?? "")"
    )
  }
}
