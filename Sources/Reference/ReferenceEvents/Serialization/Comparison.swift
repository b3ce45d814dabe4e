import OrderedCollections
import ReferenceRealm

/// Compares the objects of a transaction with what they were before (WRITE).
struct Comparison {
  let before: Snapshot
  let after: Snapshot
  let edition: Edition

  init(of transaction: WriteTransaction, edition: Edition) {
    before = transaction.before
    after = transaction.after
    self.edition = edition
  }

  /// Whether any value of an object came out different; not one that was not there before or is gone.
  func isChanged(_ object: ObjectReference) -> Bool {
    guard let old = before.values(of: object), let new = after.values(of: object) else {
      return false
    }
    let columns = before.schema.tables[object.table].columns
    return columns.indices.contains {
      isChanged(
        from: old[$0],
        to: new[$0],
        isMixed: columns[$0].isMixed,
        isEmbedded: columns[$0].isEmbedded
      )
    }
  }

  /// Whether the value of a property came out different.
  func isChanged(from old: Value, to new: Value, isMixed: Bool, isEmbedded: Bool) -> Bool {
    if edition.comparesAsWritten { return !isWrittenAlike(old, new, isMixed: isMixed) }
    return isEmbedded ? !isSameEmbedded(old, new) : old != new
  }

  /// Whether embedded objects hold the same, be they the same objects or not.
  private func isSameEmbedded(_ old: Value, _ new: Value) -> Bool {
    switch (old, new) {
    case (.object(let a), .object(let b)):
      guard a.table == b.table, let a = before.values(of: a), let b = after.values(of: b)
      else { return false }
      let columns = before.schema.tables[old.reference?.table ?? 0].columns
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
