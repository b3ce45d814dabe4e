import ReferenceRealm

/// Merges the reads of a scope that tell nothing new (COMBINE).
///
/// It walks the events in order with a current query and a current object: a query on the same class at the same
/// version joins the current query, an object read of that class and version does too, and an object read that
/// repeats the current object is dropped. Every other read becomes the current one. Writes change nothing, but the
/// version they make ends all merging.
struct ReadCombiner {
  private var events: [LogEntry] = []
  /// The place of the current query in `events`.
  private var query: Int?
  private var object: ObjectRead?

  /// The events that remain, queries without duplicates and in creation order, without what did not exist yet.
  static func combine(_ scope: FinishedScope) -> [LogEntry] {
    var combiner = ReadCombiner()
    combiner.events.reserveCapacity(scope.entries.count)
    for entry in scope.entries { combiner.add(entry) }
    return combiner.events.compactMap { $0.pruned(scope.snapshots) }
  }

  private mutating func add(_ entry: LogEntry) {
    switch entry {
    case .query(let read):
      if !fold(read.objects, table: read.table, version: read.version) {
        query = events.count
        object = nil
        events.append(entry)
      }
    case .object(let read):
      if fold([read.object.key], table: read.object.table, version: read.version) { return }
      if let object, object.object == read.object, object.version == read.version { return }
      query = nil
      object = read
      events.append(entry)
    case .write:
      events.append(entry)
    }
  }

  /// Adds objects to the current query if it is of that class and version.
  private mutating func fold(_ objects: [Int64], table: Int, version: Int) -> Bool {
    guard let query, case .query(var current) = events[query], current.table == table,
      current.version == version
    else { return false }
    events[query] = .query(
      QueryRead(time: current.time, version: version, table: table, objects: [])
    )
    current.objects += objects
    events[query] = .query(current)
    return true
  }
}

extension LogEntry {
  /// The entry with only the objects that existed at its version; nil if none did.
  fileprivate func pruned(_ snapshots: [Int: Snapshot]) -> LogEntry? {
    switch self {
    case .write: return self
    case .object(let read):
      return snapshots[read.version]?.contains(read.object) == true ? self : nil
    case .query(var read):
      guard let snapshot = snapshots[read.version] else { return nil }
      read.objects.sort()
      var previous: Int64?
      read.objects.removeAll { key in
        defer { previous = key }
        return key == previous || !snapshot.contains(ObjectReference(table: read.table, key: key))
      }
      return read.objects.isEmpty ? nil : .query(read)
    }
  }
}
