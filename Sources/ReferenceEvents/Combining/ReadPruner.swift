import ReferenceRealm

/// Takes out of the combined reads what is not to be seen: objects that did not exist at the version of their read,
/// repetitions, and events that have become empty (READ-26 to READ-28, COMBINE-2, COMBINE-3).
struct ReadPruner {
  let snapshots: [Int: Snapshot]

  /// The event with only the objects that are to be seen; nil if there is none.
  func prune(_ event: LogEntry) -> LogEntry? {
    switch event {
    case .write: return event
    case .object(let read): return isThere(read.object, at: read.version) ? event : nil
    case .query(var read):
      // Keys grow with every object that is created.
      read.objects.sort()
      var previous: Int64?
      read.objects.removeAll { key in
        defer { previous = key }
        let object = ObjectReference(table: read.table, key: key)
        return key == previous || !isThere(object, at: read.version)
      }
      return read.objects.isEmpty ? nil : .query(read)
    }
  }

  private func isThere(_ object: ObjectReference, at version: Int) -> Bool {
    snapshots[version]?.contains(object) ?? false
  }
}
