import JSON
import ReferenceEvents
import ReferenceRealm
import Touchstone

extension Catalogue {
  /// Wrong ideas of what a write transaction leaves in the trail.
  static let writes: [Violator] =
    [transactions, changes, embeddedChanges, modifications, linksAndCollections].flatMap(\.named)
    + ignoredRefusals + refusals.named

  private static let transactions: Entries = [
    "write-last-scope": .noting["WRITE-1"](
      "A transaction is recorded only in the scope that began last."
    ) { operation, scopes in
      if case .transaction = operation { scopes.suffix(1) } else { scopes[...] }
    },
    "write-event-a-class": .writeEvents["WRITE-1"](
      "A transaction is recorded with an event for each class."
    ) { event, classes in
      classes.count < 2
        ? [event]
        : classes.map { name, entry in
          event.another(name) { $0["data"] = .string(JSON.object([name: entry]).text()) }
        }
    },
    "write-event-name": .writeEvents["WRITE-2", "META-4", "DOC-10"](
      "A write event is called `update`."
    ) { event, _ in [event.with("event", "update")] },
    "writes-after-reads": .trails["WRITE-3"](
      "The writes of a scope stand behind its reads."
    ) { trail, _ in
      trail.split { $0["event"] != "read" && $0["event"] != "write" }.count == 0
        ? trail
        : trail.runsOfActivities.flatMap { run in
          run.filter { $0["event"] != "write" } + run.filter { $0["event"] == "write" }
        }
    },
    "writes-of-a-scope-in-one": .trails["WRITE-3", "WRITE-1"](
      "All transactions of a scope in a row become one event."
    ) { trail, _ in
      trail.runs {
        $0["event"] == "write" && $1["event"] == "write" && $0["activity"] == $1["activity"]
      }.compactMap(\.last)
    },
    "write-cancel-persists": .program["WRITE-4"]("A cancelled transaction is committed.") {
      $0.mapSteps { $0[.cancel] == nil ? $0 : $0.with(.cancel, nil) }
    },
    "write-empty-transactions": .stages["WRITE-5"](
      "A transaction without changes is recorded."
    ) { pipeline in
      let (observe, serialize) = (pipeline.observe, pipeline.serialize)
      pipeline.observe = { operation, recording in
        if case .transaction(let transaction) = operation, transaction.isEmpty {
          recording.note(.write(transaction, time: recording.clock.now), at: transaction.after)
        }
        return observe(operation, &recording)
      }
      pipeline.serialize = { event, place, serializer throws(EventError) in
        let payload = try serialize(event, place, &serializer)
        return payload ?? (event.isWrite ? Array("{}".utf8) : nil)
      }
    },
    "write-catches-up": .stages["WRITE-6"](
      "A scope begins with what was written before it."
    ) { pipeline in
      let observe = pipeline.observe
      let unseen = Memory<[(LogEntry, Snapshot)]>([])
      pipeline.observe = { operation, recording in
        if case .transaction(let transaction) = operation, recording.scopes.isEmpty {
          let entry = LogEntry.write(transaction, time: recording.clock.now)
          if !transaction.isEmpty { unseen { $0.append((entry, transaction.after)) } }
        }
        guard case .beginScope(var log) = operation else { return observe(operation, &recording) }
        for (entry, snapshot) in unseen({ $0 }) { log.append(entry, at: snapshot) }
        unseen { $0 = [] }
        return observe(.beginScope(log), &recording)
      }
    },
    "write-every-class": .payload["WRITE-7"](
      "A write event has an entry for every class of the schema."
    ) { rewriter in
      let names = rewriter.program.schema.classes.map(\.name)
      rewriter.payload = { kind, payload in
        kind == "read"
          ? payload
          : payload.mapObject { for name in names where $0[name] == nil { $0[name] = [:] } }
      }
    },
    "write-empty-arrays": .entries["WRITE-8", "DOC-2", "DOC-10"](
      "Every class has all three arrays, be they empty."
    ) { lists, _ in
      for name in ["insertions", "modifications", "deletions"] where lists[name] == nil {
        lists[name] = []
      }
    },
    "write-reads-what-it-inserts": .writeEvents["WRITE-30"](
      "A new object is recorded as read besides."
    ) { $0.reads(of: "insertions", in: $1) + [$0] },
    "write-reads-what-it-deletes": .writeEvents["WRITE-30"](
      "An object is recorded as read before it is deleted."
    ) { $0.reads(of: "deletions", in: $1) + [$0] },
  ]
}

extension Violator {
  /// The reference with other events in place of each of a transaction.
  fileprivate static let writeEvents = Violation<
    @Sendable (_ event: JSON, _ classes: JSONObject) -> [JSON]
  > { replace in
    answer { program, result in
      result.flatMapRecorded(program) { event, text in
        guard event["event"] == "write", let classes = (try? JSON(parsing: text))?.object else {
          return [event]
        }
        return replace(event, classes)
      }
    }
  }
}

extension JSON {
  /// Read events beside this write event for the objects of one of its arrays.
  fileprivate func reads(of list: String, in classes: JSONObject) -> [JSON] {
    classes.compactMap { name, entry in
      guard let objects = entry[list] else { return nil }
      return another(name) {
        $0["event"] = "read"
        $0["data"] = .string(JSON.object(["type": .string(name), "value": objects]).text())
      }
    }
  }
}
