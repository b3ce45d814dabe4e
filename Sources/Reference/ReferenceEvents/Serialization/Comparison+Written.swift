import JSON
import OrderedCollections
import ReferenceRealm

/// Compares what events show of values: numbers by value, everything else that is not a collection by its text.
extension Comparison {
  /// Whether events show the same of a property; a NaN is never the same.
  func isWrittenAlike(_ old: Value, _ new: Value, isMixed: Bool) -> Bool {
    let wasLeftOut = edition.leavesOut(old, ofMixed: isMixed)
    let isLeftOut = edition.leavesOut(new, ofMixed: isMixed)
    return wasLeftOut || isLeftOut ? wasLeftOut == isLeftOut : isWrittenAlike(old, new)
  }

  private func isWrittenAlike(_ old: Value, _ new: Value) -> Bool {
    switch (old, new) {
    case (.list(let old), .list(let new)):
      return old.count == new.count && zip(old, new).allSatisfy(isElementWrittenAlike)
    case (.set(let old), .set(let new)):
      return old.count == new.count
        && old.allSatisfy { old in isIn(new, old, isElementWrittenAlike) }
        && new.allSatisfy { new in isIn(old, new) { isElementWrittenAlike($1, $0) } }
    case (.dictionary(let old), .dictionary(let new)):
      return old.count == new.count
        && old.allSatisfy { key, old in new[key].map { isElementWrittenAlike(old, $0) } ?? false }
    case (.object(let old), .object(let new)) where before.schema.tables[old.table].isEmbedded:
      return isWrittenAlike(old, new)
    // Of one type their texts are equal just when they are: none need be made.
    case (.string, .string), (.int, .int), (.objectId, .objectId), (.uuid, .uuid), (.date, .date):
      return old == new
    default:
      switch (scalar(old, in: before), scalar(new, in: after)) {
      case (.int(let integer), .double(let double)), (.double(let double), .int(let integer)):
        return Double(integer) == double
      case (.double(let old), .double(let new)): return old == new
      case (let old, let new): return old == new
      }
    }
  }

  private func isElementWrittenAlike(_ old: Value, _ new: Value) -> Bool {
    isWrittenAlike(edition.element(old), edition.element(new))
  }

  /// Most elements of a set that changed are in it as they are.
  private func isIn(_ set: OrderedSet<Value>, _ element: Value, _ isAlike: (Value, Value) -> Bool)
    -> Bool
  {
    set.contains(element) && isAlike(element, element) || set.contains { isAlike(element, $0) }
  }

  /// Whether embedded objects are shown alike, by their texts if their class represents one of them.
  private func isWrittenAlike(_ old: ObjectReference, _ new: ObjectReference) -> Bool {
    let table = before.schema.tables[old.table]
    let (wasShown, isShown) = (
      representation(of: old, in: before), representation(of: new, in: after)
    )
    if wasShown != nil || isShown != nil {
      // The usual object takes the place of a representation that there is not (REPR-3).
      return (wasShown ?? usualText(of: old, in: before))?.json
        == (isShown ?? usualText(of: new, in: after))?.json
    }
    guard let old = before.values(of: old), let new = after.values(of: new) else { return false }
    return table.columns.allSatisfy {
      isWrittenAlike(old[$0.index], new[$0.index], isMixed: $0.isMixed)
    }
  }

  private func representation(of object: ObjectReference, in snapshot: Snapshot)
    -> CustomRepresentation?
  {
    try? CustomRepresentation(of: FrozenObject(snapshot: snapshot, reference: object), edition)
  }

  private func usualText(of object: ObjectReference, in snapshot: Snapshot)
    -> CustomRepresentation?
  {
    let plan = SerializationPlan(snapshot.schema, pipeline: Pipeline(edition))
    var serializer = ObjectSerializer(snapshot: snapshot, plan: plan)
    return try? serializer.text(of: object)
  }

  /// What is written of a value that is not a collection: null, a bool, a number or a text.
  private func scalar(_ value: Value, in snapshot: Snapshot) -> Value {
    switch value {
    case .data: return .null
    case .decimal128 where edition.omitsDecimals: return .null
    case .float(let number): return .double(Double(number))
    case .date(let date):
      var text: [UInt8] = []
      date.write(into: &text, hasPlainYears: edition.writesPlainYears)
      return .string(String(decoding: text, as: UTF8.self))
    case .objectId, .uuid: return .string(value.description)
    case .object(let target):
      let table = snapshot.schema.tables[target.table]
      if table.isEmbedded {
        let own = representation(of: target, in: snapshot)?.json
        return own.map { $0 == .null } ?? edition.writesAsNull(table) ? .null : value
      }
      return scalar(snapshot.primaryKey(of: target) ?? .null, in: snapshot)
    default: return value
    }
  }
}
