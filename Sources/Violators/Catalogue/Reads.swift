import JSON
import ReferenceEvents
import ReferenceRealm
import Touchstone

extension Catalogue {
  /// Misreadings of chapter "Reads", but for what queries find.
  static let reads = [reading, evaluating, showing].flatMap(\.named)

  /// What is a read, and what is not.
  private static let reading: Entries = [
    "payload-with-a-count": .readPayload(
      "The payload of a read also tells the number of its objects.",
      ["READ-1"]
    ) { $0["count"] = .int(Int64($0["value"]?.array?.count ?? 0)) },
    "lookups-are-no-reads": .notReading("Looking an object up is not a read.", ["READ-2"]) {
      $0 == .lookup
    },
    "lookups-in-vain-are-reads": .readingNothing(
      .reading(.get),
      "A lookup in vain is a read of nothing.",
      ["READ-3"]
    ),
    "links-are-no-reads": .notReading(
      "Following a link is not a read.",
      ["READ-4", "LINK-4"]
    ) { if case .link = $0 { true } else { false } },
    "null-links-are-reads": .readingNothing(
      .reading(.follow),
      "Following a link that is null is a read of nothing.",
      ["READ-5"]
    ),
    "elements-are-no-reads": .notReading(
      "Taking an element of a list, a set or a dictionary is not a read.",
      ["READ-6"]
    ) { if case .element = $0 { true } else { false } },
    "an-element-reads-its-collection": .steps(
      "Taking an element of a collection reads all its elements.",
      ["READ-6"]
    ) { step, walk in
      guard step.kind == .reading(.element), let source = step[.source],
        walk.collections[source] != nil, walk.elementType(of: source) != nil
      else { return nil }
      return [.query(in: source), step]
    },
    "elements-of-a-class-are-no-reads": .notReading(
      "Taking an element of all objects of a class is not a read.",
      ["READ-7"]
    ) { $0 == .allObjects },
    "an-element-reads-its-class": .steps(
      "Taking an element of all objects of a class reads all of them.",
      ["READ-7"]
    ) { step, walk in
      guard step.kind == .reading(.element) else { return nil }
      return step[.source].flatMap { walk.classes[$0] }.map { [.query($0), step] }
    },
    "queries-are-no-reads": .ignoring(
      "Only those objects of a query's result are read that are taken from it.",
      ["READ-8"]
    ) { if case .query = $0 { true } else { false } },
    "empty-queries-are-reads": .stages(
      "A query that matches nothing is a read of nothing.",
      ["READ-9", "READ-27"]
    ) { pipeline in
      pipeline.listFound(keepingEmpty: true) { _, listed in listed.sorted() }
      let observe = pipeline.observe
      pipeline.observe = { operation, recording in
        if operation.isEmptyQuery { recording.noteRead(operation) }
        return observe(operation, &recording)
      }
    },
    "elements-of-results-are-no-reads": .notReading(
      "Taking an element of a query's result is not a read.",
      ["READ-10"]
    ) { $0 == .queryResult },
    "a-query-needs-a-condition": .queries(
      "A query without a condition matches nothing.",
      ["READ-11"]
    ) { step, _ in
      step[.filter]?.object?.isEmpty ?? true ? step.with(.filter, FilterRewriting.nothing) : nil
    },
    "counting-evaluates": .steps(
      "Counting the elements of a collection reads them.",
      ["READ-12", "COMBINE-19"]
    ) { step, walk in
      guard step.kind == .reading(.count), let name = step[.source],
        walk.elementType(of: name) != nil
      else { return nil }
      let query = walk.classes[name].map { Step.query($0) } ?? walk.queries[name]?.tagged(nil)
      return [step, query ?? .query(in: name)]
    },
    "accessors-read": .steps(
      "Making an accessor for a collection reads its elements.",
      ["READ-12"]
    ) { step, _ in
      // Collections of plain or embedded values refuse the query.
      step.kind == .reading(.collection) ? step.boundName.map { [step, .query(in: $0)] } : nil
    },
    "all-objects-are-read-at-once": .steps(
      "Making the collection of all objects of a class reads them.",
      ["READ-12"]
    ) { step, _ in
      step.kind == .reading(.all) ? step[.type].map { [step, .query($0)] } : nil
    },
    "values-are-reads": .triedSteps("Reading a property reads its object once more.", ["READ-13"]) {
      step,
      walk in
      guard step.kind == .reading(.value) else { return nil }
      return walk.lookup(of: step[.object]).map { [$0, step] }
    },
    "embedded-objects-are-read": .reading(
      "Taking hold of an embedded object is a read of its own.",
      ["READ-14", "COMBINE-19"]
    ) { $0.isOfEmbeddedObject },
    "null-entries-are-reads": .readingNothing(
      .reading(.element),
      "Taking a null entry of a dictionary is a read of nothing.",
      ["READ-16"]
    ),
    "null-entries-fail": .outcomes(
      "Taking a null entry of a dictionary fails.",
      ["READ-16"]
    ) { step, outcome, _ in
      step.kind == .reading(.element) && step[.key] != nil && step.boundName == nil
        && outcome == .ok(.null) ? .failure("no-such-key", "there is no object") : nil
    },
  ]

  /// What queries over collections read, and in which order.
  private static let evaluating: Entries = [
    "single-objects-without-array": .readPayload(
      "The payload of a read of one object holds it without an array.",
      ["READ-17"]
    ) { if let objects = $0["value"]?.array, objects.count == 1 { $0["value"] = objects[0] } },
    "queries-leave-their-collection": .queries(
      "A query over a collection finds all objects of the class.",
      ["READ-18"]
    ) { step, walk in
      walk.elementType(of: step[.collection]).map {
        step.with(.collection, nil).with(.type, .string($0))
      }
    },
    "a-query-reads-the-parent": .triedSteps(
      "A query over a collection reads the collection's parent as well.",
      ["READ-19"]
    ) { step, walk in
      step[.collection].flatMap { walk.lookup(of: walk.collections[$0]?.parent) }
        .map { [$0, step] }
    },
    "objects-as-they-were-found": .listingFound(
      "The objects of a query's event stand in the order in which they were found.",
      ["READ-20", "COMBINE-3"]
    ) { found, listed in
      var listed = listed
      return found.filter { listed.remove($0) != nil }
    },
    "the-first-sort-key-alone": .queries(
      "Objects that are equal in the first sort key are not sorted further.",
      ["READ-21"]
    ) { step, _ in step.with(.sort, step[.sort]?.mapArray { Array($0.prefix(1)) }) },
    "sorting-upwards-only": .queries("Every sort key is taken as ascending.", ["READ-21"]) {
      step,
      _ in
      step.with(.sort, step[.sort]?.mapElements { [$0[0] ?? .null, "ascending"] })
    },
    "results-in-the-order-of-keys": .queries(
      "The result of an unsorted query is in the order of primary keys, from the last to the first.",
      ["READ-22"]
    ) { step, walk in
      guard step[.sort] == nil, let type = step[.type] else { return nil }
      return walk.program.schema[type]?.primaryKey.map {
        step.with(.sort, [[.string($0), "descending"]])
      }
    },
    "results-are-live": .steps(
      "The result of a query is evaluated again whenever it is used.",
      ["READ-23"]
    ) { step, walk in
      step[.source].flatMap { walk.queries[$0] }.map { [$0.tagged(nil), step] }
    },
  ]

  /// At which version reads show their objects, and what becomes of them later.
  private static let showing: Entries = [
    "reads-are-written-at-the-end": .stages(
      "Reads show their objects as they were when the scope ended.",
      ["READ-24", "LINK-22"]
    ) { pipeline in
      let serialize = pipeline.serialize
      pipeline.serialize = { event, place, serializer throws(EventError) in
        let last = serializer.scope.snapshots.keys.max()
        return try serialize(event.with(version: last), place, &serializer)
      }
    },
    "reads-see-the-open-transaction": .observing(
      "Reads in a write transaction show its changes, and newly created objects are read.",
      ["READ-25", "READ-26", "READ-27", "READ-28", "LINK-23", "LINK-27"]
    ) { operation, recording, right in
      guard !operation.isEmptyQuery, !operation.isOfEmbeddedObject,
        let (entry, snapshot) = operation.read(recording.clock, at: \.current)
      else { return right(operation, &recording) }
      for index in recording.scopes.indices {
        recording.scopes[index].append(entry, at: snapshot)
        // The open version has changed since it was noted, and still has its number.
        recording.scopes[index].snapshots[snapshot.version] = snapshot
      }
      return nil
    },
    "a-new-object-discards-the-query": .stages(
      "A query that matches an object created in the transaction is discarded as a whole.",
      ["READ-28"]
    ) { pipeline in
      let combine = pipeline.combine
      pipeline.combine = { scope in
        var scope = scope
        scope.entries.removeAll { entry in
          guard case .query(let read) = entry else { return false }
          let snapshot = scope.snapshots[read.version]
          return !read.objects.allSatisfy {
            snapshot?.contains(ObjectReference(table: read.table, key: $0)) ?? false
          }
        }
        return combine(scope)
      }
    },
    "queries-run-on-the-state-before": .steps(
      "A query in a write transaction finds what matched before it.",
      ["READ-29"]
    ) { step, _ in
      guard step.kind == .writing(.write) else { return nil }
      let isQuery = { (step: Step) in step.kind == .reading(.query) && step[.collection] == nil }
      return step.steps.filter(isQuery) + [step.with(steps: step.steps.filter { !isQuery($0) })]
    },
    "deleted-objects-were-never-read": .takingOut(
      "The read of an object that the transaction deletes is discarded.",
      ["READ-30", "LINK-22"]
    ) { object, version, scope in scope.snapshots[version + 1]?.contains(object) == false },
    "cancelled-transactions-forget-reads": .skipping(
      "Reads in a write transaction that is cancelled are discarded.",
      ["READ-31"]
    ) { step, walk in
      let reads: Set<StepKind> = [
        .reading(.get), .reading(.query), .reading(.follow), .reading(.element),
      ]
      return walk.isCancelled && step.kind.map(reads.contains) ?? false
    },
    "objects-of-the-scope-are-never-read": .takingOut(
      "An object that was created during a scope is not read in it.",
      ["READ-32"]
    ) { object, _, scope in
      scope.entries.contains { entry in
        if case .write(let transaction, _) = entry {
          transaction.insertions.contains(object)
        } else {
          false
        }
      }
    },
    "writes-before-their-reads": .parts(
      "A write event stands before the reads since the write event before it.",
      ["READ-33", "SCOPE-7"]
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
    "failures-end-scopes": .triedSteps(
      "An operation that fails discards the active scopes.",
      ["READ-42"]
    ) { step, walk in
      guard walk.outcome?.errorCode != nil, !walk.isInWrite, case .reading? = step.kind else {
        return nil
      }
      return [step] + walk.active.map(Step.cancelScope)
    },
    "places-outside-are-null": .outcomes(
      "Taking an element outside of a collection yields null.",
      ["READ-42"]
    ) { _, outcome, _ in
      ["index-out-of-range", "no-such-key"].contains(outcome.errorCode) ? .ok(.null) : nil
    },
  ]
}

extension Violator {
  /// The reference on other queries; nil leaves one as it is.
  fileprivate static let queries = Kind<@Sendable (Step, Walk) -> Step?> { change in
    steps { step, walk in
      step.kind == .reading(.query) ? change(step, walk).map { [$0] } : nil
    }
  }
}
