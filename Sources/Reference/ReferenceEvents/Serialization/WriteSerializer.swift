import JSON
import ReferenceRealm

/// Writes the payload of a write event: for each class what was inserted, modified and deleted (WRITE).
struct WriteSerializer {
  private let transaction: WriteTransaction
  private let comparison: Comparison
  private let plan: SerializationPlan
  /// The state before: its links are keys, since nothing reads that version after the commit.
  private var before: ObjectSerializer
  private var after: ObjectSerializer

  init(
    _ transaction: WriteTransaction,
    plan: SerializationPlan,
    before: ObjectSerializer,
    after: ObjectSerializer
  ) {
    self.transaction = transaction
    comparison = Comparison(of: transaction, edition: plan.edition)
    self.plan = plan
    self.before = before
    self.after = after
  }

  /// The payload, which is expected to have about so many bytes; nil if nothing is listed.
  mutating func payload(expectedSize: Int) throws(EventError) -> [UInt8]? {
    let changes = plan.pipeline.list(transaction)
    // Classes and lists in the order of their names' bytes, as the properties are: edition core has it so (SERIAL-30).
    let lists: [(list: List, objects: [ObjectReference])] = [
      (.deletions, changes.deletions), (.insertions, changes.insertions),
      (.modifications, changes.modifications),
    ]
    let tables = lists.reduce(into: Set<Int>()) { $0.formUnion($1.objects.lazy.map(\.table)) }
      .sorted {
        let (one, other) = (plan.schema.tables[$0].name, plan.schema.tables[$1].name)
        return one.utf8.lexicographicallyPrecedes(other.utf8)
      }
    if tables.isEmpty { return nil }
    // Most transactions change objects of one class.
    let byTable = lists.filter { !$0.objects.isEmpty }.map {
      (
        list: $0.list,
        objects: tables.count == 1
          ? [tables[0]: $0.objects] : Dictionary(grouping: $0.objects, by: \.table)
      )
    }

    var bytes: [UInt8] = []
    bytes.reserveCapacity(expectedSize)
    bytes.append(UInt8(ascii: "{"))
    for table in tables {
      bytes.separate()
      bytes.append(contentsOf: plan.tables[table].nameLiteral)
      bytes.append(contentsOf: ":{".utf8)
      for (list, objects) in byTable {
        guard let objects = objects[table] else { continue }
        bytes.separate()
        bytes.append(contentsOf: "\"\(list.rawValue)\":[".utf8)
        for object in objects {
          bytes.separate()
          switch list {
          case .insertions: try after.write(object, into: &bytes)
          case .deletions: try before.write(object, into: &bytes)
          case .modifications: try writeModification(of: object, into: &bytes)
          }
        }
        bytes.append(UInt8(ascii: "]"))
      }
      bytes.append(UInt8(ascii: "}"))
    }
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  /// The lists of a class, named as in payloads.
  private enum List: String { case deletions, insertions, modifications }

  /// The complete object before, and only what is different after.
  private mutating func writeModification(
    of object: ObjectReference,
    into bytes: inout [UInt8]
  ) throws(EventError) {
    let old = before.snapshot.values(of: object)
    bytes.append(contentsOf: Self.newValue)
    if let (old, new) = try representations(of: object) {
      Self.writeDifference(from: old, to: new, into: &bytes)
    } else {
      bytes.append(UInt8(ascii: "{"))
      if let old, let new = after.snapshot.values(of: object) {
        // In the order of the properties, which is that of their names.
        for property in plan.tables[object.table].properties {
          let isChanged = comparison.isChanged(
            from: old[property.column],
            to: new[property.column],
            isMixed: property.isMixed,
            isEmbedded: property.isEmbedded
          )
          if isChanged { try after.write(property, new[property.column], of: object, into: &bytes) }
        }
      }
      bytes.append(UInt8(ascii: "}"))
    }
    bytes.append(contentsOf: Self.oldValue)
    try before.write(object, holding: old, into: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }

  private static let newValue = Array(#"{"newValue":"#.utf8)
  private static let oldValue = Array(#","oldValue":"#.utf8)

  /// What the class of an object represents it by before and after, the usual text where one of them is missing (REPR-3);
  /// nil if both are.
  private mutating func representations(
    of object: ObjectReference
  ) throws(EventError) -> (old: CustomRepresentation, new: CustomRepresentation)? {
    guard plan.tables[object.table].isRepresented else { return nil }
    switch (try before.representation(of: object), try after.representation(of: object)) {
    case (nil, nil): return nil
    case (let old?, let new?): return (old, new)
    case (let old?, nil): return (old, try after.text(of: object))
    case (nil, let new?): return (try before.text(of: object), new)
    }
  }

  /// The members of the new text that the old one had otherwise or not at all; a text that is not an object counts
  /// as a whole.
  private static func writeDifference(
    from old: CustomRepresentation,
    to new: CustomRepresentation,
    into bytes: inout [UInt8]
  ) {
    if case .object(let oldMembers) = old.json, case .object(let newMembers) = new.json {
      let changed = newMembers.filter { oldMembers[$0.key] != $0.value }
      JSON.object(JSONObject(uniqueMembers: changed.map { ($0.key, $0.value) })).write(into: &bytes)
    } else {
      bytes.append(contentsOf: new.text.utf8)
    }
  }
}
