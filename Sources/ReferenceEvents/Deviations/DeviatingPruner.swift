import ReferenceRealm

/// Takes out of the combined reads more or less than `ReadPruner` does.
struct DeviatingPruner {
  private let snapshots: [Int: Snapshot]
  private let reads: ReadRules
  private let combining: CombiningRules
  /// Objects that are taken out because the scope saw their creation, if the rules ask for it.
  private var createdInScope: Set<ObjectReference> = []

  init(_ scope: FinishedScope, edition: Edition) {
    snapshots = scope.snapshots
    reads = edition.reads
    combining = edition.combining
    guard reads.ignoresObjectsCreatedInScope else { return }
    for case .write(let transaction, _) in scope.entries {
      createdInScope.formUnion(transaction.insertions)
    }
  }

  /// The event with only the objects that are to be seen; nil if there is none.
  func prune(_ event: LogEntry) -> LogEntry? {
    switch event {
    case .write: return event
    case .object(let read): return isSeen(read.object, at: read.version) ? event : nil
    case .query(var read):
      let found = read.objects.count
      if combining.sorts { read.objects.sort() }
      var earlier: Set<Int64> = []
      var previous: Int64?
      read.objects.removeAll { key in
        defer { previous = key }
        if !isSeen(ObjectReference(table: read.table, key: key), at: read.version) { return true }
        if !combining.deduplicates { return false }
        return combining.sorts ? key == previous : !earlier.insert(key).inserted
      }
      if reads.discardsMixedQueries && read.objects.count < found { return nil }
      return read.objects.isEmpty && !reads.keepsEmptyReads ? nil : .query(read)
    }
  }

  private func isSeen(_ object: ObjectReference, at version: Int) -> Bool {
    guard snapshots[version]?.contains(object) == true else { return false }
    if reads.forgetsDeleted, let next = snapshots[version + 1], !next.contains(object) {
      return false
    }
    return !createdInScope.contains(object)
  }
}
