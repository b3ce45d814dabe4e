import OrderedCollections
import ReferenceRealm

/// What a transaction of a device is to a server.
extension WriteTransaction {
  /// The net changes object by object: embedded objects belong to the object that holds them, and a link that was
  /// cleared because its target was deleted is not a change of its own, as long as the target is not created again.
  func changes(hidden: inout HiddenLinks, keyless: inout KeylessObjects) -> [Changeset.Change] {
    let deleted = deletions.compactMap { before.documentID(of: $0) ?? keyless[$0] }
    var changes: [Changeset.Change] = []
    var created: Set<DocumentID> = []
    for object in insertions {
      guard let contents = after.contents(of: object),
        let id = after.documentID(of: object) ?? keyless.name(object)
      else { continue }
      created.insert(id)
      hidden.forget(id)
      changes.append(.init(id, .create(contents)))
    }
    let gone = Set(deleted).subtracting(created)
    let clearings = clearingsByOwner
    for object in modified {
      guard let id = after.documentID(of: object) ?? keyless[object] else { continue }
      let columns = changedColumns(of: object, id, gone, clearings[object] ?? [], &hidden)
      if !columns.isEmpty { changes.append(.init(id, .update(columns))) }
    }
    for id in deleted where !created.contains(id) {
      hidden.forget(id)
      changes.append(.init(id, .delete))
    }
    return changes
  }

  /// The objects that were there before and after, and in which something was assigned to.
  private var modified: OrderedSet<ObjectReference> {
    var objects: OrderedSet<ObjectReference> = []
    for object in touched.subtracting(deleted).sortedByCreation {
      guard let owner = after.owner(of: object), before.contains(owner) else { continue }
      objects.append(owner)
    }
    return objects
  }

  /// For each object the deletions that cleared links in it.
  private var clearingsByOwner: [ObjectReference: [LinkClearing]] {
    var byOwner: [ObjectReference: [LinkClearing]] = [:]
    for clearing in clearings {
      for owner in Set(clearing.holders.compactMap(clearing.before.owner)) {
        byOwner[owner, default: []].append(clearing)
      }
    }
    return byOwner
  }

  /// What was assigned before and after each deletion counts, and what the deletions cleared does not.
  private func changedColumns(
    of object: ObjectReference,
    _ id: DocumentID,
    _ gone: Set<DocumentID>,
    _ clearings: [LinkClearing],
    _ hidden: inout HiddenLinks
  ) -> [Int: Content] {
    guard let old = before.contents(of: object), let new = after.contents(of: object) else {
      return [:]
    }
    let states = clearings.compactMap { clearing in
      clearing.before.contents(of: object).flatMap { before in
        clearing.after.contents(of: object).map { (before: before, after: $0) }
      }
    }
    var columns: [Int: Content] = [:]
    for column in new.indices where !states.isEmpty || old[column] != new[column] {
      var edit = hidden.edit(of: id, column, shown: old[column])
      for state in states {
        edit.show(state.before[column])
        edit.clear(state.after[column], keeping: gone)
      }
      edit.show(new[column])
      columns[column] = hidden.finish(edit, of: id, column, gone)
    }
    return columns
  }
}

extension Set<ObjectReference> {
  fileprivate var sortedByCreation: [ObjectReference] {
    sorted { ($0.table, $0.key) < ($1.table, $1.key) }
  }
}
