import JSON
import ReferenceEvents
import ReferenceRealm
import Touchstone

extension Catalogue {
  /// Misreadings of chapter "Combining reads".
  static let combining = merging.named + comingBetween.named

  private static let merging: Entries = [
    "queries-are-never-merged": .combining["COMBINE-1", "COMBINE-23"](
      "Queries on one class that follow each other stay events of their own."
    ) { combiner, entry, _ in
      if entry.isQuery { combiner.query = nil }
      combiner.add(entry)
    },
    "merged-reads-repeat": .listingFound["COMBINE-2"](
      "A merged event holds an object once for each read that found it."
    ) { found, listed in found.filter(listed.contains).sorted() },
    "core-takes-the-last-time": .combining["COMBINE-4"](
      "In edition core a merged event has the time of the last of its reads.",
      edition: "core"
    ) { combiner, entry, _ in
      combiner.add(entry)
      if let query = combiner.query, !entry.isWrite {
        combiner.events[query] = combiner.events[query].with(time: entry.time)
      }
    },
    "objects-are-not-folded": .combining["COMBINE-5", "COMBINE-6"](
      "An object read stays an event of its own, also after a query that matched it."
    ) { combiner, entry, _ in
      if entry.objectRead != nil { combiner.query = nil }
      combiner.add(entry)
    },
    "only-matched-objects-are-folded": .combining["COMBINE-6"](
      "An object that the query had not matched gets an event of its own."
    ) { combiner, entry, _ in
      if let read = entry.objectRead, let query = combiner.query,
        case .query(let found) = combiner.events[query], !found.objects.contains(read.object.key)
      {
        combiner.query = nil
      }
      combiner.add(entry)
    },
    "folding-ends-the-query": .combining["COMBINE-7"](
      "After an object was folded into it a query takes up nothing more."
    ) { combiner, entry, _ in
      combiner.add(entry)
      if entry.objectRead != nil { combiner.query = nil }
    },
    "repetitions-stay": .combining["COMBINE-8"]("Reading the same object again adds an event.") {
      combiner,
      entry,
      _ in
      combiner.object = nil
      combiner.add(entry)
    },
    "distant-repetitions-are-dropped": .combining["COMBINE-9", "COMBINE-10"](
      "An object is read once a version, whatever was read between."
    ) { combiner, entry, _ in
      let earlier = combiner.events.lazy.compactMap(\.objectRead).first {
        $0.object == entry.objectRead?.object && $0.version == entry.objectRead?.version
      }
      if let earlier { combiner.object = earlier }
      combiner.add(entry)
    },
    "objects-are-their-keys": .combining["COMBINE-9"](
      "Objects of different classes are the same if their primary keys are equal."
    ) { combiner, entry, scope in
      let key = { (read: ObjectRead) in scope.snapshots[read.version]?.primaryKey(of: read.object) }
      if let read = entry.objectRead, let object = combiner.object,
        object.version == read.version, let own = key(read), own == key(object)
      {
        combiner.object = read
      }
      combiner.add(entry)
    },
    "objects-keep-the-query": .combining["COMBINE-11"](
      "A query goes on to take up reads after an object of another class."
    ) { combiner, entry, _ in
      let query = combiner.query
      combiner.add(entry)
      if entry.objectRead != nil { combiner.query = query }
    },
    "queries-keep-earlier-ones": .combining["COMBINE-12"](
      "A query goes on to take up reads after a query on another class."
    ) { combiner, entry, _ in
      let places = combiner.events.indices.reversed().prefix { combiner.events[$0].isQuery }
      let joined = places.first { combiner.events[$0].isOfSameTable(as: entry) }
      if let joined { combiner.query = joined }
      combiner.add(entry)
    },
    "queries-take-objects-back": .combining["COMBINE-13"](
      "A query takes up the reads before it of the objects that it matches."
    ) { combiner, entry, _ in
      if case .query(let query) = entry {
        while let read = combiner.events.last?.objectRead, read.version == query.version,
          read.object.table == query.table, query.objects.contains(read.object.key)
        {
          combiner.events.removeLast()
        }
      }
      combiner.add(entry)
    },
    "link-targets-are-not-folded": .combining["COMBINE-24"](
      "The target of a followed link is not folded into the query before it."
    ) { combiner, entry, _ in
      if entry.objectRead?.link != nil { combiner.query = nil }
      combiner.add(entry)
    },
  ]

  private static let comingBetween: Entries = [
    "empty-transactions-make-no-version": .steps["COMBINE-14"](
      "A transaction without steps makes no new version."
    ) { step, _ in
      step.kind == .writing(.write) && step.steps.isEmpty ? [step.with(.cancel, true)] : nil
    },
    "cancelled-transactions-make-a-version": .steps["COMBINE-16"](
      "A cancelled transaction ends merging."
    ) { step, _ in step[.cancel] == true ? [step, .newVersion] : nil },
    "beginning-a-transaction-makes-a-version": .steps["COMBINE-17"](
      "Reads before a transaction and in it are not combined."
    ) { step, _ in step.kind == .writing(.write) ? [.newVersion, step] : nil },
    "empty-queries-come-between": .reading["COMBINE-19"](
      "A query that matches nothing ends merging, although it leaves no event."
    ) { $0.isEmptyQuery },
    "lookups-in-vain-come-between": .triedSteps["COMBINE-19"](
      "A lookup that finds no object ends merging, although it leaves no event."
    ) { step, walk in
      walk.outcome == .ok(false) && !walk.isInWrite ? [step, .newVersion] : nil
    },
    "custom-events-come-between": .steps["COMBINE-20"]("A custom event ends merging.") {
      step,
      walk in
      step.kind == .recording(.recordEvent) && !walk.isInWrite ? [step, .newVersion] : nil
    },
    "repetitions-across-scopes-are-dropped": .parts["COMBINE-21"](
      "A read that repeats the last one of the trail is dropped, whatever their scopes."
    ) { part, former in
      var last = former.flatMap(\.events).last { $0["event"] == "read" }?["data"]
      part.events.removeAll { event in
        guard event["event"] == "read" else { return false }
        defer { last = event["data"] }
        return event["data"] == last
      }
    },
    "nulls-come-between-in-no-edition": .rule["COMBINE-25"](
      "In edition core a query over nothing but null does not come between its neighbours.",
      edition: "core"
    ) { $0.notesQueriesOfNulls = false },
    "nulls-come-between": .rule["COMBINE-25"](
      "A query over nothing but null comes between its neighbours."
    ) { $0.notesQueriesOfNulls = true },
    "new-objects-are-never-noted": .observing["COMBINE-22"](
      "A read of an object created in the running transaction does not come between its neighbours."
    ) { operation, recording, right in
      switch operation {
      case .query(let table, let objects, let foundNull, let realm):
        let known = objects.filter {
          realm.committed.contains(ObjectReference(table: table, key: $0))
        }
        return right(
          .query(table: table, objects: known, foundNull: foundNull, in: realm),
          &recording
        )
      case .object(let object, _, let realm) where !realm.committed.contains(object): return nil
      default: return right(operation, &recording)
      }
    },
  ]
}

extension LogEntry {
  /// The version of a read; nil for a write.
  fileprivate var version: Int? {
    switch self {
    case .query(let read): read.version
    case .object(let read): read.version
    case .write: nil
    }
  }

  fileprivate var table: Int? {
    switch self {
    case .query(let read): read.table
    case .object(let read): read.object.table
    case .write: nil
    }
  }

  /// Whether both are reads of one class at one version.
  fileprivate func isOfSameTable(as other: LogEntry) -> Bool {
    table != nil && table == other.table && version == other.version
  }
}
