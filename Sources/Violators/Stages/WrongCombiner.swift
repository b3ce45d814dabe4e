import ReferenceEvents
import ReferenceRealm

extension Violator {
  /// The reference that combines reads by other rules.
  static let combining = Kind<@Sendable (inout CombiningRules) -> Void> { adjust in
    stages { pipeline in
      var rules = CombiningRules()
      adjust(&rules)
      pipeline.combine = { [rules] in WrongCombiner.combine($0, rules: rules) }
    }
  }
}

/// Combines reads by rules that can be changed one by one; with those that are right it does what every edition does.
struct WrongCombiner {
  private let rules: CombiningRules
  private let snapshots: [Int: Snapshot]
  private var events: [LogEntry] = []
  /// The places in `events` of the queries that reads may join: the current one alone, if queries end queries.
  private var queries: [Int] = []
  private var object: ObjectRead?

  private init(rules: CombiningRules, snapshots: [Int: Snapshot]) {
    self.rules = rules
    self.snapshots = snapshots
  }

  /// The events that remain.
  static func combine(_ scope: FinishedScope, rules: CombiningRules) -> [LogEntry] {
    var combiner = WrongCombiner(rules: rules, snapshots: scope.snapshots)
    for entry in scope.entries { combiner.add(entry) }
    return combiner.events.compactMap(combiner.pruned)
  }

  private mutating func add(_ entry: LogEntry) {
    switch entry {
    case .query(let read):
      if rules.queriesEndObjects { object = nil }
      if rules.mergesQueries, let query = query(for: read.table, read.version) {
        return join(query, read.objects, read.time)
      }
      if rules.queriesTakeBack { takeBack(read) }
      if rules.queriesEndQueries { queries.removeAll(keepingCapacity: true) }
      queries.append(events.count)
      events.append(entry)
    case .object(let read):
      if let query = query(for: read.object.table, read.version), folds(read, into: query) {
        if rules.foldingEndsQuery { queries.removeAll() }
        return join(query, [read.object.key], read.time)
      }
      if isRepetition(read) { return }
      if rules.objectsEndQueries { queries.removeAll(keepingCapacity: true) }
      object = read
      events.append(entry)
    case .write:
      events.append(entry)
    }
  }

  /// The place of a query of that class and version that may be joined.
  private func query(for table: Int, _ version: Int) -> Int? {
    queries.last { place in
      guard case .query(let read) = events[place] else { return false }
      return read.table == table && (read.version == version || !rules.versionsEndMerging)
    }
  }

  private mutating func join(_ query: Int, _ objects: [Int64], _ time: Timestamp) {
    guard case .query(var read) = events[query] else { return }
    // Without a second owner the objects grow in place.
    events[query] = .query(
      QueryRead(time: read.time, version: read.version, table: read.table, objects: [])
    )
    read.objects += objects
    if rules.takesLastTime { read.time = time }
    events[query] = .query(read)
  }

  private func folds(_ read: ObjectRead, into query: Int) -> Bool {
    if read.link != nil && !rules.foldsLinkTargets { return false }
    switch rules.foldsObjects {
    case .all: return true
    case .none: return false
    case .matched:
      guard case .query(let query) = events[query] else { return false }
      return query.objects.contains(read.object.key)
    }
  }

  private func isRepetition(_ read: ObjectRead) -> Bool {
    if rules.dropsDistantRepetitions {
      return events.contains { event in
        guard case .object(let earlier) = event else { return false }
        return earlier.object == read.object && earlier.version == read.version
      }
    }
    guard rules.dropsRepetitions, let object else { return false }
    guard object.version == read.version || !rules.versionsEndMerging else { return false }
    return object.object == read.object || (rules.comparesPrimaryKeys && isNamesake(object, read))
  }

  private func isNamesake(_ one: ObjectRead, _ other: ObjectRead) -> Bool {
    let key = snapshots[one.version]?.primaryKey(of: one.object)
    return key != nil && key == snapshots[other.version]?.primaryKey(of: other.object)
  }

  /// Removes the last events, as far as they are reads of objects that the query found.
  private mutating func takeBack(_ query: QueryRead) {
    while case .object(let read) = events.last, read.object.table == query.table,
      read.version == query.version, query.objects.contains(read.object.key)
    {
      events.removeLast()
    }
  }
  /// The event with only the objects that were there; nil if there is none.
  private func pruned(_ event: LogEntry) -> LogEntry? {
    switch event {
    case .write: return event
    case .object(let read): return isThere(read.object, at: read.version) ? event : nil
    case .query(var read):
      if rules.sorts { read.objects.sort() }
      var earlier: Set<Int64> = []
      read.objects.removeAll { key in
        let object = ObjectReference(table: read.table, key: key)
        return !isThere(object, at: read.version)
          || (rules.deduplicates && !earlier.insert(key).inserted)
      }
      return read.objects.isEmpty && !rules.keepsEmptyReads ? nil : .query(read)
    }
  }

  private func isThere(_ object: ObjectReference, at version: Int) -> Bool {
    snapshots[version]?.contains(object) ?? false
  }
}
