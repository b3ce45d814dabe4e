package import ReferenceRealm

/// Merges the reads of a scope that tell nothing new (COMBINE).
///
/// It walks the events in order with a current query or a current object: a query on the same class at the same
/// version joins the current query, an object read of that class and version does too, and an object read that
/// repeats the current object is dropped. Every other read becomes the current one. Writes change nothing, but the
/// version they make ends all merging.
package struct ReadCombiner {
  private let snapshots: [Int: Snapshot]
  /// What is left of the entries so far.
  package var events: [LogEntry] = []
  /// The place of the current query in `events`.
  package var query: Int?
  package var object: ObjectRead?

  /// The events that remain, queries without duplicates and in creation order, without what did not exist yet.
  static func combine(_ scope: ScopeLog) -> [LogEntry] {
    var combiner = ReadCombiner(snapshots: scope.snapshots)
    combiner.events.reserveCapacity(scope.entries.count)
    for entry in scope.entries { combiner.add(entry) }
    return combiner.events.compactMap(combiner.prune)
  }

  /// - Parameter snapshots: the versions of the reads.
  package init(snapshots: [Int: Snapshot]) { self.snapshots = snapshots }

  /// Takes in the next entry.
  package mutating func add(_ entry: LogEntry) {
    switch entry {
    case .query(let read):
      if joinQuery(on: read.table, at: read.version, with: read.objects) { return }
      query = events.count
      object = nil
    case .object(let read):
      if joinQuery(on: read.object.table, at: read.version, with: [read.object.key]) { return }
      if object?.object == read.object && object?.version == read.version { return }
      query = nil
      object = read
    case .write: break
    }
    events.append(entry)
  }

  /// Adds objects to the current query.
  ///
  /// - Returns: false if there is none on that class at that version.
  private mutating func joinQuery(
    on table: Int,
    at version: Int,
    with objects: [Int64]
  ) -> Bool {
    guard let query, case .query(var read) = events[query], read.table == table,
      read.version == version
    else { return false }
    // Without a second owner the objects grow in place.
    events[query] = .query(
      QueryRead(time: read.time, version: version, table: table, objects: [])
    )
    read.objects += objects
    events[query] = .query(read)
    return true
  }

  /// The event with only the objects that are to be seen, each once and only if it existed at the version of its read;
  /// nil if there are none (READ-26 to READ-28, COMBINE-2, COMBINE-3).
  package func prune(_ event: LogEntry) -> LogEntry? {
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
