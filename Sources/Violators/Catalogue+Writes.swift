import JSON
import ReferenceEvents
import ReferenceRealm
import Touchstone

extension Catalogue {
  /// Wrong ideas of what a write transaction leaves in the trail.
  static let writes: [Violator] =
    transactions + changes + modifications + linksAndCollections + refusals

  private static let transactions: [Violator] = [
    .rule(
      "write-last-scope",
      "A transaction is recorded only in the scope that began last.",
      violates: ["WRITE-1"]
    ) {
      $0.writes.reachesEveryScope = false
    },
    .answer(
      "write-event-a-class",
      "A transaction is recorded with an event for each class.",
      violates: ["WRITE-1"]
    ) {
      program,
      result in
      let given = Set(program.customEvents.compactMap(\.data))
      return result.mapTrails(program) { trail in
        trail.flatMap { event -> [JSON] in
          guard event["event"] == "write", let text = event["data"]?.string, !given.contains(text),
            let classes = (try? JSON(parsing: text))?.object, classes.count > 1
          else { return [event] }
          return classes.map { name, entry in
            event.mapObject {
              $0["_id"] = Tamper.newId(like: $0["_id"], salt: name)
              $0["data"] = .string(JSON.object([name: entry]).text())
            }
          }
        }
      }
    },
    .answer(
      "write-event-name",
      "A write event is called `update`.",
      violates: ["WRITE-2", "META-4", "DOC-10"]
    ) {
      program,
      result in
      let given = Set(program.customEvents.compactMap(\.type))
      return result.mapTrails(program) { trail in
        trail.map { event in
          event["event"] == "write" && !given.contains("write")
            ? event.mapObject { $0["event"] = "update" } : event
        }
      }
    },
    .answer(
      "writes-after-reads",
      "The writes of a scope stand behind its reads.",
      violates: ["WRITE-3"]
    ) { program, result in
      result.mapTrails(program) { trail in
        trail.split { $0["event"] != "read" && $0["event"] != "write" }.count == 0
          ? trail
          : Tamper.runs(of: trail) { $0["activity"] == $1["activity"] }.flatMap { run in
            run.filter { $0["event"] != "write" } + run.filter { $0["event"] == "write" }
          }
      }
    },
    .answer(
      "writes-of-a-scope-in-one",
      "All transactions of a scope in a row become one event.",
      violates: ["WRITE-3", "WRITE-1"]
    ) { program, result in
      result.mapTrails(program) { trail in
        Tamper.runs(of: trail) {
          $0["event"] == "write" && $1["event"] == "write" && $0["activity"] == $1["activity"]
        }.compactMap(\.last)
      }
    },
    .program(
      "write-cancel-persists",
      "A cancelled transaction is committed.",
      violates: ["WRITE-4"]
    ) { program in
      program.mapSteps { step in
        var step = step
        if step["do"] == "write" { step["cancel"] = nil }
        return step
      }
    },
    .rule(
      "write-empty-transactions",
      "A transaction without changes is recorded.",
      violates: ["WRITE-5"]
    ) { $0.writes.recordsEmptyTransactions = true },
    .rule(
      "write-catches-up",
      "A scope begins with what was written before it.",
      violates: ["WRITE-6"]
    ) { $0.writes.catchesUp = true },
    .payload(
      "write-every-class",
      "A write event has an entry for every class of the schema.",
      violates: ["WRITE-7"]
    ) { rewriter in
      let schema = rewriter.schema
      rewriter.payload = { kind, payload in
        kind == "read"
          ? payload
          : payload.mapObject { members in
            for name in schema.classes.keys where members[name] == nil { members[name] = [:] }
          }
      }
    },
    .payload(
      "write-type-and-value",
      "A write event names its class like a read event.",
      violates: ["WRITE-7", "DOC-2", "DOC-9", "DOC-11"]
    ) { rewriter in
      rewriter.payload = { kind, payload in
        guard kind == "write", let (name, entry) = payload.object?.first else { return payload }
        return ["type": .string(name), "value": entry]
      }
    },
    .payload(
      "write-empty-arrays",
      "Every class has all three arrays, be they empty.",
      violates: ["WRITE-8", "DOC-2", "DOC-10"]
    ) { rewriter in
      rewriter.entry = { _, lists in
        var lists = lists
        for name in ["insertions", "modifications", "deletions"] where lists[name] == nil {
          lists[name] = []
        }
        return lists
      }
    },
    .answer(
      "write-reads-what-it-inserts",
      "A new object is recorded as read besides.",
      violates: ["WRITE-30"]
    ) { Tamper.addingReads(of: "insertions", to: $1, of: $0) },
    .answer(
      "write-reads-what-it-deletes",
      "An object is recorded as read before it is deleted.",
      violates: ["WRITE-30"]
    ) { Tamper.addingReads(of: "deletions", to: $1, of: $0) },
  ]

  private static let changes: [Violator] = [
    .payload(
      "write-newest-first",
      "The objects of an array stand newest first.",
      violates: ["WRITE-9"]
    ) { rewriter in
      rewriter.entry = { _, lists in
        JSONObject(uniqueMembers: lists.map { ($0.key, $0.value.mapArray { $0.reversed() }) })
      }
    },
    .payload(
      "write-order-of-keys",
      "The objects of an array stand in the order of their keys.",
      violates: ["WRITE-9"]
    ) { rewriter in
      let schema = rewriter.schema
      rewriter.entry = { name, lists in
        guard let key = schema[name]?.primaryKey else { return lists }
        let text = { (object: JSON) in (object[key] ?? object["oldValue"]?[key] ?? .null).text() }
        return JSONObject(
          uniqueMembers: lists.map {
            ($0.key, $0.value.mapArray { $0.sorted { text($0) < text($1) } })
          }
        )
      }
    },
    .payload(
      "insertion-without-nulls",
      "An insertion has only what was given a value.",
      violates: ["WRITE-10", "WRITE-36"]
    ) { rewriter in
      rewriter.object = { _, part, object in
        part == .insertion
          ? JSONObject(uniqueMembers: object.filter { !$0.value.isNull }.map { ($0.key, $0.value) })
          : object
      }
    },
    .payload(
      "insertion-like-modification",
      "An insertion has an `oldValue` of null.",
      violates: ["WRITE-10", "DOC-9"]
    ) { rewriter in
      rewriter.entry = { _, lists in
        var lists = lists
        lists["insertions"] = lists["insertions"]?.mapArray {
          $0.map { ["oldValue": nil, "newValue": $0] }
        }
        return lists
      }
    },
    .rule(
      "insertion-and-modification",
      "An object that is created and changed is a modification too.",
      violates: ["WRITE-11"]
    ) { $0.writes.listsChangesOfNewObjects = true },
    .rule(
      "passing-objects",
      "An object that is created and deleted again is listed twice.",
      violates: ["WRITE-12"]
    ) { $0.writes.listsPassingObjects = true },
    .payload(
      "deletion-key-only",
      "A deletion tells no more than the primary key.",
      violates: ["WRITE-18", "DOC-11"]
    ) { rewriter in
      let schema = rewriter.schema
      rewriter.object = { name, part, object in
        guard part == .deletion, let key = schema[name]?.primaryKey, let value = object[key] else {
          return object
        }
        return [key: value]
      }
    },
    .payload(
      "deletion-like-modification",
      "A deletion has a `newValue` of null.",
      violates: ["WRITE-18", "DOC-11"]
    ) { rewriter in
      rewriter.entry = { _, lists in
        var lists = lists
        lists["deletions"] = lists["deletions"]?.mapArray {
          $0.map { ["oldValue": $0, "newValue": nil] }
        }
        return lists
      }
    },
    .rule(
      "deletion-and-modification",
      "An object that is changed and deleted is a modification too.",
      violates: ["WRITE-19"]
    ) { $0.writes.listsChangesOfDeletedObjects = true },
    .payload(
      "recreation-is-modification",
      "Deleting an object and creating one with its key is a modification.",
      violates: ["WRITE-20"]
    ) { rewriter in
      let schema = rewriter.schema
      rewriter.entry = { name, lists in
        guard let key = schema[name]?.primaryKey else { return lists }
        return Tamper.joiningRecreations(lists, key: key)
      }
    },
    .answer(
      "delete-all-is-silent",
      "Deleting every object of a class lists none of them.",
      violates: ["WRITE-22"]
    ) { program, result in
      let emptied = Set(
        program.allSteps.filter { $0["do"] == "deleteAll" }.compactMap { $0["type"]?.string }
      )
      var rewriter = PayloadRewriter(program)
      rewriter.entry = { name, lists in
        var lists = lists
        if emptied.contains(name) { lists["deletions"] = nil }
        return lists.isEmpty ? nil : lists
      }
      return rewriter.rewrite(result, of: program)
    },
    .rule(
      "embedded-objects-listed",
      "Embedded objects that come and go have entries of their own.",
      violates: ["WRITE-23", "WRITE-24"]
    ) { $0.writes.listsEmbeddedObjects = true },
    .rule(
      "embedded-change-is-the-parents",
      "A change inside an embedded object is one of its parent.",
      violates: ["WRITE-25", "WRITE-26"]
    ) { $0.writes.listsHoldersOfEmbeddedObjects = true },
    .payload(
      "embedded-change-is-silent",
      "A change inside an embedded object is recorded nowhere.",
      violates: ["WRITE-25", "WRITE-26"]
    ) { rewriter in
      let schema = rewriter.schema
      rewriter.entry = { name, lists in schema[name]?.isEmbedded == true ? nil : lists }
    },
    .payload(
      "embedded-replacement-is-silent",
      "Another embedded object is no change of its parent.",
      violates: ["WRITE-24"]
    ) { rewriter in
      let schema = rewriter.schema
      rewriter.modification = { name, members in
        let changed = members["newValue"]?.object ?? [:]
        let isEmbedded = changed.keys.allSatisfy { property in
          schema[name]?.type(of: property).flatMap { schema.target(of: $0) }
            .flatMap { schema[$0]?.isEmbedded } ?? false
        }
        return isEmbedded && !changed.isEmpty ? nil : members
      }
    },
    .rule(
      "embedded-by-identity",
      "An embedded object that was changed in place is not in the `newValue` of its parent.",
      violates: ["WRITE-27"]
    ) { $0.writes.comparesEmbeddedContent = false },
  ]

  private static let refusals: [Violator] =
    [
      .ignoring(
        "primary-key-change",
        "A change of the primary key is ignored.",
        violates: ["WRITE-31"]
      ),
      .ignoring(
        "not-in-write-transaction",
        "A change outside a transaction is ignored.",
        violates: ["WRITE-32"]
      ),
      .ignoring(
        "already-in-write-transaction",
        "A transaction within a transaction is ignored.",
        violates: ["WRITE-33"]
      ),
      .ignoring(
        "duplicate-primary-key",
        "Creating an object whose key is taken is ignored.",
        violates: ["WRITE-34"]
      ),
      .ignoring(
        "type-mismatch",
        "A value of another type is ignored.",
        violates: ["WRITE-35"]
      ),
      .ignoring(
        "missing-value",
        "Creating an object without a required value is ignored.",
        violates: ["WRITE-36"]
      ),
      .ignoring("unknown-class", "A class that there is not is ignored.", violates: ["WRITE-37"]),
      .ignoring(
        "unknown-property",
        "A property that there is not is ignored.",
        violates: ["WRITE-37"]
      ),
      .ignoring(
        "index-out-of-range",
        "An index beyond the end is ignored.",
        violates: ["WRITE-38"]
      ),
      .ignoring("no-such-key", "A key that is not there is ignored.", violates: ["WRITE-38"]),
      .ignoring(
        "object-invalidated",
        "What is done to a deleted object is ignored.",
        violates: ["WRITE-39"]
      ),
      Violator(
        "failure-cancels",
        "An operation that fails takes its transaction with it.",
        violates: ["WRITE-40"]
      ) {
        Retrying { program, first in
          guard case .completed(let outcomes, _) = first else { return program }
          var program = program
          program.steps = zip(program.steps, outcomes).map { step, outcome in
            guard step["do"] == "write", case .ok(.array(let answers)) = outcome,
              answers.contains(where: { $0["error"] != nil })
            else { return step }
            return step.mapObject { $0["cancel"] = true }
          }
          return program
        } answer: { _, first, second in
          // Who cancels silently answers as if nothing had been cancelled.
          guard case .completed(let outcomes, _) = first, case .completed(_, let events) = second
          else { return second }
          return .completed(steps: outcomes, events: events)
        }
      },
    ]
}

extension Violator {
  /// The reference with one kind of failure taken for success: nothing happens, and nobody is told.
  static func ignoring(_ code: String, _ title: String, violates: [String]) -> Violator {
    .answer("ignores-\(code)", title, violates: violates) { program, result in
      result.mapOutcomes(program) { _, outcome in
        if case .error(let error) = outcome, error.code == code { .ok(nil) } else { outcome }
      }
    }
  }
}
