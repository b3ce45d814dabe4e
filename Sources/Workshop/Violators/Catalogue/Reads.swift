import JSON
import ReferenceEvents
import ReferenceRealm
import Touchstone

extension Catalogue {
  /// Misreadings of chapter "Reads", but for what queries find.
  static let reads = [reading, evaluating, showing].flatMap(\.named)

  /// What is a read, and what is not.
  private static let reading: Entries = [
    "payload-with-a-count": .readPayload["READ-1"](
      "The payload of a read also tells the number of its objects."
    ) { $0["count"] = .int(Int64($0["value"]?.array?.count ?? 0)) },
    "lookups-are-no-reads": .notReading["READ-2"]("Looking an object up is not a read.") {
      $0 == .lookup
    },
    "lookups-in-vain-are-reads": .readingNothing(.reading(.get))["READ-3"](
      "A lookup in vain is a read of nothing."
    ),
    "links-are-no-reads": .notReading["READ-4", "LINK-4"](
      "Following a link is not a read."
    ) { if case .link = $0 { true } else { false } },
    "null-links-are-reads": .readingNothing(.reading(.follow))["READ-5"](
      "Following a link that is null is a read of nothing."
    ),
    "an-element-reads-its-collection": .steps["READ-6"](
      "Taking an element of a collection reads all its elements."
    ) { step, walk in
      guard step.kind == .reading(.element), let source = step[.source],
        walk.step(.collection, named: source) != nil, walk.elementType(of: source) != nil
      else { return nil }
      return [.query(in: source), step]
    },
    "elements-of-a-class-are-no-reads": .notReading["READ-7"](
      "Taking an element of all objects of a class is not a read."
    ) { $0 == .allObjects },
    "an-element-reads-its-class": .steps["READ-7"](
      "Taking an element of all objects of a class reads all of them."
    ) { step, walk in
      guard step.kind == .reading(.element) else { return nil }
      return walk.step(.all, named: step[.source])?[.type].map { [.query($0), step] }
    },
    "queries-are-no-reads": .ignoring["READ-8"](
      "Only those objects of a query's result are read that are taken from it."
    ) { if case .query = $0 { true } else { false } },
    "empty-queries-are-reads": .stages["READ-9", "READ-27"](
      "A query that matches nothing is a read of nothing."
    ) { pipeline in
      pipeline.listFound(keepingEmpty: true) { _, listed in listed.sorted() }
      let observe = pipeline.observe
      pipeline.observe = { operation, recording in
        if operation.isEmptyQuery { recording.noteRead(operation) }
        return observe(operation, &recording)
      }
    },
    "elements-of-results-are-no-reads": .notReading["READ-10"](
      "Taking an element of a query's result is not a read."
    ) { $0 == .queryResult },
    "a-query-needs-a-condition": .queries["READ-11"](
      "A query without a condition matches nothing."
    ) { step, _ in
      step[.filter]?.object?.isEmpty ?? true ? step.with(.filter, FilterRewriting.nothing) : nil
    },
    "counting-evaluates": .steps["READ-12", "COMBINE-19"](
      "Counting the elements of a collection reads them."
    ) { step, walk in
      guard step.kind == .reading(.count), let name = step[.source],
        walk.elementType(of: name) != nil
      else { return nil }
      let all = walk.step(.all, named: name)?[.type].map { Step.query($0) }
      let query = all ?? walk.step(.query, named: name)?.tagged(nil)
      return [step, query ?? .query(in: name)]
    },
    "accessors-read": .steps["READ-12"](
      "Making an accessor for a collection reads its elements."
    ) { step, _ in
      // Collections of plain or embedded values refuse the query.
      step.kind == .reading(.collection) ? step.boundName.map { [step, .query(in: $0)] } : nil
    },
    "all-objects-are-read-at-once": .steps["READ-12"](
      "Making the collection of all objects of a class reads them."
    ) { step, _ in
      step.kind == .reading(.all) ? step[.type].map { [step, .query($0)] } : nil
    },
    "values-are-reads": .triedSteps["READ-13"]("Reading a property reads its object once more.") {
      step,
      walk in
      guard step.kind == .reading(.value) else { return nil }
      return walk.lookup(of: step[.object]).map { [$0, step] }
    },
    "embedded-objects-are-read": .reading["READ-14", "COMBINE-19"](
      "Taking hold of an embedded object is a read of its own."
    ) { $0.isOfEmbeddedObject },
    "null-entries-are-reads": .readingNothing(.reading(.element))["READ-16"](
      "Taking a null entry of a dictionary is a read of nothing."
    ),
    "null-entries-fail": .outcomes["READ-16"](
      "Taking a null entry of a dictionary fails."
    ) { step, outcome, _ in
      step.kind == .reading(.element) && step[.key] != nil && step.boundName == nil
        && outcome == .ok(.null) ? .failure("no-such-key", "there is no object") : nil
    },
  ]

  /// What queries over collections read, and in which order.
  private static let evaluating: Entries = [
    "single-objects-without-array": .readPayload["READ-17"](
      "The payload of a read of one object holds it without an array."
    ) { if let objects = $0["value"]?.array, objects.count == 1 { $0["value"] = objects[0] } },
    "queries-in-all-objects-find-all": .queries["READ-43"](
      "A query in the collection of all objects reads all of them."
    ) { step, walk in
      walk.step(.all, named: step[.collection]).map { _ in step.with(.filter, nil) }
    },
    "queries-leave-their-collection": .queries["READ-18"](
      "A query over a collection finds all objects of the class."
    ) { step, walk in
      walk.elementType(of: step[.collection]).map {
        step.with(.collection, nil).with(.type, .string($0))
      }
    },
    "a-query-reads-the-parent": .triedSteps["READ-19"](
      "A query over a collection reads the collection's parent as well."
    ) { step, walk in
      walk.step(.collection, named: step[.collection]).flatMap { walk.lookup(of: $0[.object]) }
        .map { [$0, step] }
    },
    "objects-as-they-were-found": .listingFound["READ-20", "COMBINE-3"](
      "The objects of a query's event stand in the order in which they were found."
    ) { found, listed in
      var listed = listed
      return found.filter { listed.remove($0) != nil }
    },
    "the-first-sort-key-alone": .queries["READ-21"](
      "Objects that are equal in the first sort key are not sorted further."
    ) { step, _ in step.with(.sort, step[.sort]?.mapArray { Array($0.prefix(1)) }) },
    "sorting-upwards-only": .queries["READ-21"]("Every sort key is taken as ascending.") {
      step,
      _ in
      step.with(.sort, step[.sort]?.mapElements { [$0[0] ?? .null, "ascending"] })
    },
    "results-in-the-order-of-keys": .queries["READ-22"](
      "The result of an unsorted query is in the order of primary keys, from the last to the first."
    ) { step, walk in
      guard step[.sort] == nil, let type = step[.type] else { return nil }
      return walk.program.schema[type]?.primaryKey.map {
        step.with(.sort, [[.string($0), "descending"]])
      }
    },
  ]

  /// At which version reads show their objects, and what becomes of them later.
  private static let showing: Entries = [
    "reads-are-written-at-the-end": .stages["READ-24", "LINK-22"](
      "Reads show their objects as they were when the scope ended."
    ) { pipeline in
      let serialize = pipeline.serialize
      pipeline.serialize = { event, place, serializer throws(EventError) in
        let last = serializer.scope.snapshots.keys.max()
        return try serialize(event.with(version: last), place, &serializer)
      }
    },
    "reads-see-the-open-transaction": .observing[
      "READ-25",
      "READ-26",
      "READ-27",
      "READ-28",
      "LINK-23",
      "LINK-27"
    ](
      "Reads in a write transaction show its changes, and newly created objects are read."
    ) { operation, recording, right in
      guard !operation.isEmptyQuery, !operation.isOfEmbeddedObject,
        let (entry, realm) = operation.read(recording.clock)
      else { return right(operation, &recording) }
      let snapshot = realm.current
      recording.changeScopes { log in
        log.append(entry.with(version: snapshot.version), at: snapshot)
        // The open version has changed since it was noted, and still has its number.
        log.snapshots[snapshot.version] = snapshot
      }
      return nil
    },
    "queries-run-on-the-state-before": .steps["READ-29"](
      "A query in a write transaction finds what matched before it."
    ) { step, _ in
      guard step.kind == .writing(.write) else { return nil }
      let isQuery = { (step: Step) in step.kind == .reading(.query) && step[.collection] == nil }
      return step.steps.filter(isQuery) + [step.with(steps: step.steps.filter { !isQuery($0) })]
    },
    "deleted-objects-were-never-read": .takingOut["READ-30", "LINK-22"](
      "The read of an object that the transaction deletes is discarded."
    ) { object, version, scope in scope.snapshots[version + 1]?.contains(object) == false },
    "cancelled-transactions-forget-reads": .skipping["READ-31"](
      "Reads in a write transaction that is cancelled are discarded."
    ) { step, walk in
      let reads: Set<StepKind> = [
        .reading(.get), .reading(.query), .reading(.follow), .reading(.element),
      ]
      return walk.isCancelled && step.kind.map(reads.contains) ?? false
    },
    "objects-of-the-scope-are-never-read": .takingOut["READ-32"](
      "An object that was created during a scope is not read in it."
    ) { object, _, scope in
      scope.entries.contains { entry in
        if case .write(let transaction, _) = entry {
          transaction.insertions.contains(object)
        } else {
          false
        }
      }
    },
    "writes-before-their-reads": .parts["READ-33", "SCOPE-7"](
      "A write event stands before the reads since the write event before it."
    ) { part, _ in
      var (sorted, reads): ([JSON], [JSON]) = ([], [])
      for event in part.events {
        if event["event"] == "write" {
          sorted += [event] + reads
          reads = []
        } else {
          reads.append(event)
        }
      }
      part.events = sorted + reads
    },
    "places-outside-are-null": .outcomes["READ-42"](
      "Taking an element outside of a collection yields null."
    ) { _, outcome, _ in
      ["index-out-of-range", "no-such-key"].contains(outcome.errorCode) ? .ok(.null) : nil
    },
  ]
}

extension Violator {
  /// The reference on other queries; nil leaves one as it is.
  fileprivate static let queries = Violation<@Sendable (Step, TamperingWalk) -> Step?> { change in
    steps { step, walk in
      step.kind == .reading(.query) ? change(step, walk).map { [$0] } : nil
    }
  }
}
