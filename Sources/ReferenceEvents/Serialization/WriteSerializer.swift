import JSON
import OrderedCollections
import ReferenceRealm

/// Writes the payload of a write event: for each class what was inserted, modified and deleted (WRITE).
struct WriteSerializer {
  let transaction: CommittedTransaction
  let plan: SerializationPlan
  /// The state before: its links are keys, since nothing reads that version after the commit.
  var before: ObjectSerializer
  var after: ObjectSerializer

  /// The payload; nil if nothing changed that this edition lists.
  mutating func payload() throws(EventError) -> [UInt8]? {
    let changes = ListedChanges(transaction, rules: plan.edition.writes)
    let modifications = changes.modifications.filter {
      plan.edition.listsUnchangedModifications || plan.edition.writes.listsMore
        || !changedProperties(of: $0).isEmpty
    }
    let lists: [(name: String, objects: [ObjectReference])] = [
      ("insertions", changes.insertions), ("modifications", modifications),
      ("deletions", changes.deletions),
    ]
    let tables = Set(lists.flatMap(\.objects).map(\.table)).sorted()
    if tables.isEmpty && !plan.edition.writes.recordsEmptyTransactions { return nil }
    let byTable = lists.map {
      (name: $0.name, objects: Dictionary(grouping: $0.objects, by: \.table))
    }

    var bytes = [UInt8(ascii: "{")]
    for (index, table) in tables.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(contentsOf: plan.tables[table].nameLiteral)
      bytes.append(contentsOf: ":{".utf8)
      var isFirst = true
      for list in byTable {
        guard let objects = list.objects[table] else { continue }
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        bytes.append(contentsOf: "\"\(list.name)\":[".utf8)
        for (index, object) in objects.enumerated() {
          if index > 0 { bytes.append(UInt8(ascii: ",")) }
          switch list.name {
          case "insertions": try after.write(object, into: &bytes)
          case "deletions": try before.write(object, into: &bytes)
          default: try writeModification(of: object, into: &bytes)
          }
        }
        bytes.append(UInt8(ascii: "]"))
      }
      bytes.append(UInt8(ascii: "}"))
    }
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  /// The complete object before, and only what is different after.
  private mutating func writeModification(
    of object: ObjectReference,
    into bytes: inout [UInt8]
  ) throws(EventError) {
    bytes.append(contentsOf: #"{"newValue":"#.utf8)
    if let old = try before.representation(of: object),
      let new = try after.representation(of: object)
    {
      try writeDifference(from: old, to: new, into: &bytes)
    } else {
      let values = after.snapshot.values(of: object) ?? []
      bytes.append(UInt8(ascii: "{"))
      var isFirst = true
      for property in changedProperties(of: object) {
        guard
          let written = plan.tables[object.table].properties.first(where: { $0.column == property })
        else {
          continue
        }
        // Null would say that the property has no value (SERIAL-28).
        let isLeftOut = after.isLeftOut(values[property], of: written)
        let value =
          isLeftOut && !plan.edition.serialization.omitsInNewValue ? .null : values[property]
        try after.write(written, value, of: object, isFirst: &isFirst, into: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
    bytes.append(contentsOf: #","oldValue":"#.utf8)
    try before.write(object, into: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }

  /// The members of the new text that the old one had otherwise or not at all; a text that is no object counts
  /// as a whole.
  private func writeDifference(
    from old: CustomRepresentation,
    to new: CustomRepresentation,
    into bytes: inout [UInt8]
  ) throws(EventError) {
    let rules = plan.edition.representation
    if rules.comparesOnlyObjects && (old.json.object == nil || new.json.object == nil) {
      throw EventError(.serializationFailed, "only objects can be compared")
    }
    if !rules.comparesKeys {
      bytes.append(contentsOf: new.text.utf8)
    } else if case .object(let oldMembers) = old.json, case .object(let newMembers) = new.json {
      var changed = newMembers.filter { oldMembers[$0.key] != $0.value }
      if rules.listsLostKeys {
        changed += oldMembers.filter { newMembers[$0.key] == nil }.map { ($0.key, .null) }
      }
      JSON.object(JSONObject(uniqueMembers: changed.map { ($0.key, $0.value) })).write(into: &bytes)
    } else {
      bytes.append(contentsOf: new.text.utf8)
    }
  }

  /// The columns whose value came out different.
  private func changedProperties(of object: ObjectReference) -> [Int] {
    guard let old = before.snapshot.values(of: object), let new = after.snapshot.values(of: object)
    else {
      return []
    }
    let columns = before.snapshot.schema.tables[object.table].columns
    return columns.indices.filter { column in
      if columns[column].isEmbedded && plan.edition.writes.comparesEmbeddedContent {
        return !isSameEmbedded(old[column], new[column])
      }
      return old[column] != new[column] || (plan.edition.listsUnchangedNaN && new[column].isNaN)
    }
  }

  /// Whether embedded objects hold the same, be they the same objects or not.
  private func isSameEmbedded(_ old: Value, _ new: Value) -> Bool {
    switch (old, new) {
    case (.object(let a), .object(let b)):
      guard a.table == b.table, let a = before.snapshot.values(of: a),
        let b = after.snapshot.values(of: b)
      else { return false }
      let columns = before.snapshot.schema.tables[old.reference?.table ?? 0].columns
      return columns.indices.allSatisfy {
        columns[$0].isEmbedded ? isSameEmbedded(a[$0], b[$0]) : a[$0] == b[$0]
      }
    case (.list(let a), .list(let b)):
      return a.count == b.count && zip(a, b).allSatisfy { isSameEmbedded($0, $1) }
    case (.dictionary(let a), .dictionary(let b)):
      return a.count == b.count
        && a.allSatisfy { key, value in b[key].map { isSameEmbedded(value, $0) } ?? false }
    default:
      return old == new
    }
  }
}

extension Value {
  fileprivate var isNaN: Bool {
    switch self {
    case .float(let value): value.isNaN
    case .double(let value): value.isNaN
    default: false
    }
  }
}
