import OrderedCollections
import ReferenceRealm

/// What a transaction of a device is to a server.
extension WriteTransaction {
  /// The net changes object by object: embedded objects belong to the object that holds them, and a link that was
  /// cleared because its target was deleted is not a change of its own.
  func changes(hidden: inout HiddenLinks, keyless: inout KeylessObjects) -> [Changeset.Change] {
    let deleted = deletions.compactMap { before.documentID(of: $0) ?? keyless[$0] }
    let gone = Set(deleted)
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
    for object in modified {
      guard let id = after.documentID(of: object) ?? keyless[object] else { continue }
      let columns = changedColumns(of: object, id, gone: gone, &hidden)
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

  private func changedColumns(
    of object: ObjectReference,
    _ id: DocumentID,
    gone: Set<DocumentID>,
    _ hidden: inout HiddenLinks
  ) -> [Int: Content] {
    guard let old = before.contents(of: object), let new = after.contents(of: object) else {
      return [:]
    }
    var columns: [Int: Content] = [:]
    for (column, (was, content)) in zip(old, new).enumerated() where was != content {
      if !gone.isEmpty, was.removingLinks(to: gone.contains) == content {
        hidden.forgetLinks(in: id, column, to: gone)
        continue
      }
      columns[column] = hidden.edit(id, column, from: was, to: content)
    }
    return columns
  }
}

extension Set<ObjectReference> {
  fileprivate var sortedByCreation: [ObjectReference] {
    sorted { ($0.table, $0.key) < ($1.table, $1.key) }
  }
}
