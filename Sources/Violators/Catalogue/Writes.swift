import JSON
import ReferenceEvents
import ReferenceRealm
import Touchstone

extension Catalogue {
  /// Wrong ideas of what a write transaction leaves in the trail.
  static let writes: [Violator] =
    transactions + changes + embeddedChanges + modifications + linksAndCollections + refusals

  private static let transactions: [Violator] = [
    .noting(
      "write-last-scope",
      "A transaction is recorded only in the scope that began last.",
      violates: ["WRITE-1"]
    ) { operation, scopes in
      if case .transaction = operation { scopes.suffix(1) } else { scopes[...] }
    },
    .answer(
      "write-event-a-class",
      "A transaction is recorded with an event for each class.",
      violates: ["WRITE-1"]
    ) { program, result in
      result.flatMapRecorded(program) { event, text in
        guard event["event"] == "write", let classes = (try? JSON(parsing: text))?.object,
          classes.count > 1
        else { return [event] }
        return classes.map { name, entry in
          event.mapObject {
            $0["_id"] = Tamper.newId(like: $0["_id"], salt: name)
            $0["data"] = .string(JSON.object([name: entry]).text())
          }
        }
      }
    },
    .answer(
      "write-event-name",
      "A write event is called `update`.",
      violates: ["WRITE-2", "META-4", "DOC-10"]
    ) { program, result in
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
    .stages(
      "write-empty-transactions",
      "A transaction without changes is recorded.",
      violates: ["WRITE-5"]
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
    .stages(
      "write-catches-up",
      "A scope begins with what was written before it.",
      violates: ["WRITE-6"]
    ) { pipeline in
      let observe = pipeline.observe
      let unseen = Memory<[(LogEntry, Snapshot)]>([])
      pipeline.observe = { operation, recording in
        if case .transaction(let transaction) = operation, recording.scopes.isEmpty {
          let entry = LogEntry.write(transaction, time: recording.clock.now)
          if !transaction.isEmpty { unseen { $0.append((entry, transaction.after)) } }
        }
        if case .beginScope(let log) = operation {
          for (entry, snapshot) in unseen({ $0 }) { log.append(entry, at: snapshot) }
          unseen { $0 = [] }
        }
        return observe(operation, &recording)
      }
    },
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
    .entries(
      "write-empty-arrays",
      "Every class has all three arrays, be they empty.",
      violates: ["WRITE-8", "DOC-2", "DOC-10"]
    ) { lists, _ in
      for name in ["insertions", "modifications", "deletions"] where lists[name] == nil {
        lists[name] = []
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
}
