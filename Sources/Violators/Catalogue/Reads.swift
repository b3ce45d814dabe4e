import Foundation
import JSON
import ReferenceEvents
import ReferenceRealm
import Touchstone

extension Catalogue {
  /// Misreadings of chapter "Reads", but for what queries find.
  static let reads: [Violator] = [
    .events(
      "payload-with-a-count",
      "The payload of a read also tells the number of its objects.",
      violates: ["READ-1"]
    ) { event, _ in
      changingRead(event) { $0["count"] = .int(Int64($0["value"]?.array?.count ?? 0)) }
    },
    .notReading(
      "lookups-are-no-reads",
      "Looking an object up is no read.",
      violates: ["READ-2"]
    ) { $0 == .lookup },
    emptyReads("lookups-in-vain", "A lookup in vain is a read of nothing.", ["READ-3"], of: "get"),
    .notReading(
      "links-are-no-reads",
      "Following a link is no read.",
      violates: ["READ-4", "LINK-4"]
    ) { if case .link = $0 { true } else { false } },
    emptyReads(
      "null-links",
      "Following a link that is null is a read of nothing.",
      ["READ-5"],
      of: "follow"
    ),
    .notReading(
      "elements-are-no-reads",
      "Taking an element of a list, a set or a dictionary is no read.",
      violates: ["READ-6"]
    ) { if case .element = $0 { true } else { false } },
    .steps(
      "an-element-reads-its-collection",
      "Taking an element of a collection reads all its elements.",
      violates: ["READ-6"]
    ) { step, knowledge in
      guard step["do"] == "element", let source = step["of"]?.string,
        knowledge.collections[source] != nil, knowledge.elementType(of: source) != nil
      else { return [step] }
      return [["do": "query", "in": .string(source)], step]
    },
    .notReading(
      "elements-of-a-class-are-no-reads",
      "Taking an element of all objects of a class is no read.",
      violates: ["READ-7"]
    ) { $0 == .allObjects },
    .steps(
      "an-element-reads-its-class",
      "Taking an element of all objects of a class reads all of them.",
      violates: ["READ-7"]
    ) { step, knowledge in
      guard step["do"] == "element",
        let type = step["of"]?.string.flatMap({ knowledge.classes[$0] })
      else { return [step] }
      return [["do": "query", "type": .string(type)], step]
    },
    .ignoring(
      "queries-are-no-reads",
      "Only those objects of a query's result are read that are taken from it.",
      violates: ["READ-8"]
    ) { if case .query = $0 { true } else { false } },
    .stages(
      "empty-queries-are-reads",
      "A query that matches nothing is a read of nothing.",
      violates: ["READ-9", "READ-27"]
    ) { pipeline in
      var rules = CombiningRules()
      rules.keepsEmptyReads = true
      pipeline.combine = { [rules] in WrongCombiner.combine($0, rules: rules) }
      let observe = pipeline.observe
      pipeline.observe = { operation, recording in
        recording.noteEmptyQuery(operation)
        return observe(operation, &recording)
      }
    },
    .notReading(
      "elements-of-results-are-no-reads",
      "Taking an element of a query's result is no read.",
      violates: ["READ-10"]
    ) { $0 == .queryResult },
    .steps(
      "a-query-needs-a-condition",
      "A query without a condition matches nothing.",
      violates: ["READ-11"]
    ) { step, _ in
      guard step["do"] == "query", step["where"]?.object?.isEmpty ?? true else { return [step] }
      return [replacing(step, "where", FilterRewriting.nothing)]
    },
    .steps(
      "counting-evaluates",
      "Counting the elements of a collection reads them.",
      violates: ["READ-12", "COMBINE-19"]
    ) { step, knowledge in
      step["do"] == "count" ? [step] + all(of: step["of"]?.string, knowledge) : [step]
    },
    .steps(
      "accessors-read",
      "Making an accessor for a collection reads its elements.",
      violates: ["READ-12"]
    ) { step, knowledge in
      guard step["do"] == "collection", let name = step["as"] else { return [step] }
      // Collections of plain or embedded values refuse the query.
      return [step, ["do": "query", "in": name]]
    },
    .steps(
      "all-objects-are-read-at-once",
      "Making the collection of all objects of a class reads them.",
      violates: ["READ-12"]
    ) { step, _ in
      guard step["do"] == "all", let type = step["type"] else { return [step] }
      return [step, ["do": "query", "type": type]]
    },
    .steps(
      "values-are-reads",
      "Reading a property reads its object once more.",
      violates: ["READ-13"],
      learns: true
    ) { step, knowledge in
      guard step["do"] == "value", let lookup = knowledge.lookup(of: step["object"]?.string) else {
        return [step]
      }
      return [lookup, step]
    },
    .beforehand(
      "embedded-objects-are-read",
      "Taking hold of an embedded object is a read of its own.",
      violates: ["READ-14", "COMBINE-19"]
    ) { operation, recording in
      if case .object(let object, _, let realm) = operation,
        realm.schema.tables[object.table].isEmbedded, let read = operation.read(at: recording.clock)
      {
        recording.note(.object(read), at: realm.committed)
      }
    },
    emptyReads(
      "null-entries",
      "Taking a null entry of a dictionary is a read of nothing.",
      ["READ-16"],
      of: "element"
    ),
    .outcomes(
      "null-entries-fail",
      "Taking a null entry of a dictionary fails.",
      violates: ["READ-16"]
    ) { step, outcome in
      guard step["do"] == "element", step["key"] != nil, step["as"] == nil, outcome == .ok(.null)
      else { return outcome }
      return .error(StepError(code: "no-such-key", message: "there is no object"))
    },
    .events(
      "single-objects-without-array",
      "The payload of a read of one object holds it without an array.",
      violates: ["READ-17"]
    ) { event, _ in
      changingRead(event) { payload in
        if let objects = payload["value"]?.array, objects.count == 1 {
          payload["value"] = objects[0]
        }
      }
    },
    .steps(
      "queries-leave-their-collection",
      "A query over a collection finds all objects of the class.",
      violates: ["READ-18"]
    ) { step, knowledge in
      guard step["do"] == "query", case .object(var members) = step,
        let source = members["in"]?.string, let type = knowledge.elementType(of: source)
      else { return [step] }
      members["in"] = nil
      members["type"] = .string(type)
      return [.object(members)]
    },
    .steps(
      "a-query-reads-the-parent",
      "A query over a collection reads the collection's parent as well.",
      violates: ["READ-19"],
      learns: true
    ) { step, knowledge in
      guard step["do"] == "query", let source = step["in"]?.string,
        let lookup = knowledge.lookup(of: knowledge.collections[source]?.parent)
      else { return [step] }
      return [lookup, step]
    },
    .combining(
      "objects-as-they-were-found",
      "The objects of a query's event stand in the order in which they were found.",
      violates: ["READ-20", "COMBINE-3"]
    ) { $0.sorts = false },
    .steps(
      "the-first-sort-key-alone",
      "Objects that are equal in the first sort key are not sorted further.",
      violates: ["READ-21"]
    ) { step, _ in
      guard let order = step["sort"]?.array else { return [step] }
      return [replacing(step, "sort", .array(Array(order.prefix(1))))]
    },
    .steps(
      "sorting-upwards-only",
      "Every sort key is taken as ascending.",
      violates: ["READ-21"]
    ) { step, _ in
      guard let order = step["sort"]?.array else { return [step] }
      return [replacing(step, "sort", .array(order.map { [$0[0] ?? .null, "ascending"] }))]
    },
    .steps(
      "results-in-the-order-of-keys",
      "The result of an unsorted query is in the order of primary keys, from the last to the first.",
      violates: ["READ-22"]
    ) { step, knowledge in
      guard step["do"] == "query", step["sort"] == nil, let type = step["type"]?.string,
        let key = knowledge.program.schema.json[type]?["primaryKey"]
      else { return [step] }
      return [replacing(step, "sort", [[key, "descending"]])]
    },
    .steps(
      "results-are-live",
      "The result of a query is evaluated again whenever it is used.",
      violates: ["READ-23"]
    ) { step, knowledge in
      guard let kind = step["do"]?.string, ["element", "count"].contains(kind),
        let query = step["of"]?.string.flatMap({ knowledge.queries[$0] })
      else { return [step] }
      return [StepTags.tagged(query, nil), step]
    },
    .stages(
      "reads-are-written-at-the-end",
      "Reads show their objects as they were when the scope ended.",
      violates: ["READ-24", "LINK-22"]
    ) { pipeline in
      let serialize = pipeline.serialize
      pipeline.serialize = { event, place, serializer throws(EventError) in
        try serialize(event.at(serializer.scope.snapshots.keys.max()), place, &serializer)
      }
    },
    .observing(
      "reads-see-the-open-transaction",
      "Reads in a write transaction show its changes, and newly created objects are read.",
      violates: ["READ-25", "READ-26", "READ-27", "READ-28", "LINK-23", "LINK-27"]
    ) { operation, recording, right in
      guard let (entry, snapshot) = operation.uncommittedRead(at: recording.clock) else {
        return right(operation, &recording)
      }
      for log in recording.scopes {
        log.append(entry, at: snapshot)
        // The open version has changed since it was noted, and still has its number.
        log.snapshots[snapshot.version] = snapshot
      }
      return nil
    },
    .stages(
      "a-new-object-discards-the-query",
      "A query that matches an object created in the transaction is discarded as a whole.",
      violates: ["READ-28"]
    ) { pipeline in
      let combine = pipeline.combine
      pipeline.combine = { scope in
        var scope = scope
        scope.entries.removeAll { entry in
          guard case .query(let read) = entry else { return false }
          return !read.objects.allSatisfy {
            scope.snapshots[read.version]?.contains(ObjectReference(table: read.table, key: $0))
              ?? false
          }
        }
        return combine(scope)
      }
    },
    .steps(
      "queries-run-on-the-state-before",
      "A query in a write transaction finds what matched before it.",
      violates: ["READ-29"]
    ) { step, _ in
      guard step["do"] == "write", let nested = step["steps"]?.array else { return [step] }
      let isQuery = { (step: JSON) in step["do"] == "query" && step["in"] == nil }
      return nested.filter(isQuery)
        + [replacing(step, "steps", .array(nested.filter { !isQuery($0) }))]
    },
    .takingOut(
      "deleted-objects-were-never-read",
      "The read of an object that the transaction deletes is discarded.",
      violates: ["READ-30", "LINK-22"]
    ) { object, version, scope in
      scope.snapshots[version + 1]?.contains(object) == false
    },
    .steps(
      "cancelled-transactions-forget-reads",
      "Reads in a write transaction that is cancelled are discarded.",
      violates: ["READ-31"],
      learns: true
    ) { step, knowledge in
      guard knowledge.isCancelled, let kind = step["do"]?.string,
        ["get", "query", "follow", "element"].contains(kind)
      else { return [step] }
      return []
    },
    .takingOut(
      "objects-of-the-scope-are-never-read",
      "An object that was created during a scope is not read in it.",
      violates: ["READ-32"]
    ) { object, _, scope in
      scope.entries.contains { entry in
        if case .write(let transaction, _) = entry {
          transaction.insertions.contains(object)
        } else {
          false
        }
      }
    },
    .trail(
      "writes-before-their-reads",
      "A write event stands before the reads since the write event before it.",
      violates: ["READ-33", "SCOPE-7"]
    ) { trail in
      for index in trail.parts.indices {
        var sorted: [JSON] = []
        var reads: [JSON] = []
        for event in trail.parts[index].events {
          if event["event"] == "write" { sorted.append(event) } else { reads.append(event) }
          if event["event"] == "write" {
            sorted += reads
            reads = []
          }
        }
        trail.parts[index].events = sorted + reads
      }
    },
    .steps(
      "failures-end-scopes",
      "An operation that fails discards the active scopes.",
      violates: ["READ-42"],
      learns: true
    ) { step, knowledge in
      guard case .error? = knowledge.outcome, !knowledge.isInWrite,
        let kind = step["do"]?.string,
        ["get", "query", "element", "follow", "collection", "value"].contains(kind)
      else { return [step] }
      return [step] + knowledge.active.map { ["do": "cancelScope", "scope": .string($0)] }
    },
    .outcomes(
      "places-outside-are-null",
      "Taking an element outside of a collection yields null.",
      violates: ["READ-42"]
    ) { step, outcome in
      guard case .error(let error) = outcome,
        ["index-out-of-range", "no-such-key"].contains(error.code)
      else { return outcome }
      return .ok(.null)
    },
  ]

  private static func changingRead(
    _ event: JSONObject,
    _ change: (inout JSONObject) -> Void
  ) -> JSONObject {
    guard event["event"] == "read", var payload = event.payload else { return event }
    change(&payload)
    var event = event
    event.payload = payload
    return event
  }

  /// A step that evaluates all of a collection.
  static func all(of name: String?, _ knowledge: CaseKnowledge) -> [JSON] {
    guard let name, knowledge.elementType(of: name) != nil else { return [] }
    if let type = knowledge.classes[name] { return [["do": "query", "type": .string(type)]] }
    if let query = knowledge.queries[name] { return [StepTags.tagged(query, nil)] }
    return [["do": "query", "in": .string(name)]]
  }
}
