import JSON
import ReferenceEvents
import ReferenceRealm
import Touchstone

extension Catalogue {
  /// Misreadings of chapter "Combining reads".
  static let combining: [Violator] = [
    .combining(
      "queries-are-never-merged",
      "Queries on one class that follow each other stay events of their own.",
      violates: ["COMBINE-1", "COMBINE-23"]
    ) { $0.mergesQueries = false },
    .trail(
      "reads-merge-across-classes",
      "Queries that follow each other become one event, whatever their classes.",
      violates: ["COMBINE-12"]
    ) { trail in
      for index in trail.parts.indices {
        trail.parts[index].events = mergingClasses(trail.parts[index].events)
      }
    },
    .combining(
      "merged-reads-repeat",
      "A merged event holds an object once for each read that found it.",
      violates: ["COMBINE-2"]
    ) { $0.deduplicates = false },
    .combining(
      "core-takes-the-last-time",
      "In edition core a merged event has the time of the last of its reads.",
      violates: ["COMBINE-4"],
      edition: "core"
    ) { $0.takesLastTime = true },
    .combining(
      "objects-are-not-folded",
      "An object read stays an event of its own, also after a query that matched it.",
      violates: ["COMBINE-5", "COMBINE-6"]
    ) { $0.foldsObjects = .none },
    .combining(
      "only-matched-objects-are-folded",
      "An object that the query had not matched gets an event of its own.",
      violates: ["COMBINE-6"]
    ) { $0.foldsObjects = .matched },
    .combining(
      "folding-ends-the-query",
      "After an object was folded into it a query takes up nothing more.",
      violates: ["COMBINE-7"]
    ) { $0.foldingEndsQuery = true },
    .combining(
      "repetitions-stay",
      "Reading the same object again adds an event.",
      violates: ["COMBINE-8"]
    ) { $0.dropsRepetitions = false },
    .combining(
      "distant-repetitions-are-dropped",
      "An object is read once a version, whatever was read between.",
      violates: ["COMBINE-9", "COMBINE-10"]
    ) { $0.dropsDistantRepetitions = true },
    .combining(
      "objects-are-their-keys",
      "Objects of different classes are the same if their primary keys are equal.",
      violates: ["COMBINE-9"]
    ) { $0.comparesPrimaryKeys = true },
    .combining(
      "queries-keep-the-object",
      "A query of another class does not come between two reads of an object.",
      violates: ["COMBINE-10"]
    ) { $0.queriesEndObjects = false },
    .combining(
      "objects-keep-the-query",
      "A query goes on to take up reads after an object of another class.",
      violates: ["COMBINE-11"]
    ) { $0.objectsEndQueries = false },
    .combining(
      "queries-keep-earlier-ones",
      "A query goes on to take up reads after a query on another class.",
      violates: ["COMBINE-12"]
    ) { $0.queriesEndQueries = false },
    .combining(
      "queries-take-objects-back",
      "A query takes up the reads before it of the objects that it matches.",
      violates: ["COMBINE-13"]
    ) { $0.queriesTakeBack = true },
    .combining(
      "merging-across-writes",
      "Reads before and after a write are combined.",
      violates: ["COMBINE-14"]
    ) { $0.versionsEndMerging = false },
    .steps(
      "empty-transactions-make-no-version",
      "A transaction without steps makes no new version.",
      violates: ["COMBINE-14"]
    ) { step, _ in
      step["do"] == "write" && step["steps"] == [] ? [replacing(step, "cancel", true)] : [step]
    },
    .steps(
      "cancelled-transactions-make-a-version",
      "A cancelled transaction ends merging.",
      violates: ["COMBINE-16"]
    ) { step, _ in
      step["do"] == "write" && step["cancel"] == true ? [step, newVersion] : [step]
    },
    .steps(
      "beginning-a-transaction-makes-a-version",
      "Reads before a transaction and in it are not combined.",
      violates: ["COMBINE-17"]
    ) { step, _ in
      step["do"] == "write" ? [newVersion, step] : [step]
    },
    .beforehand(
      "empty-queries-come-between",
      "A query that matches nothing ends merging, although it leaves no event.",
      violates: ["COMBINE-19"]
    ) { operation, recording in
      recording.noteEmptyQuery(operation)
    },
    .steps(
      "lookups-in-vain-come-between",
      "A lookup that finds no object ends merging, although it leaves no event.",
      violates: ["COMBINE-19"],
      learns: true
    ) { step, knowledge in
      guard knowledge.outcome == .ok(false), !knowledge.isInWrite else { return [step] }
      return [step, newVersion]
    },
    .steps(
      "custom-events-come-between",
      "A custom event ends merging.",
      violates: ["COMBINE-20"]
    ) { step, knowledge in
      step["do"] == "recordEvent" && !knowledge.isInWrite ? [step, newVersion] : [step]
    },
    .trail(
      "repetitions-across-scopes-are-dropped",
      "A read that repeats the last one of the trail is dropped, whatever their scopes.",
      violates: ["COMBINE-21"]
    ) { trail in
      var last: JSON?
      for index in trail.parts.indices {
        trail.parts[index].events.removeAll { event in
          guard event["event"] == "read" else { return false }
          defer { last = event["data"] }
          return event["data"] == last
        }
      }
    },
    .observing(
      "new-objects-are-never-noted",
      "A read of an object created in the running transaction does not come between its neighbours.",
      violates: ["COMBINE-22"]
    ) { operation, recording, right in
      switch operation {
      case .query(let table, let objects, let realm):
        let known = objects.filter {
          realm.committed.contains(ObjectReference(table: table, key: $0))
        }
        return right(.query(table: table, objects: known, in: realm), &recording)
      case .object(let object, _, let realm) where !realm.committed.contains(object): return nil
      default: return right(operation, &recording)
      }
    },
    .steps(
      "queries-over-collections-stand-alone",
      "A query over a collection is combined with no other query.",
      violates: ["COMBINE-23"]
    ) { step, knowledge in
      guard step["do"] == "query", step["in"] != nil, !knowledge.isInWrite else { return [step] }
      return [newVersion, step, newVersion]
    },
    .combining(
      "link-targets-are-not-folded",
      "The target of a followed link is not folded into the query before it.",
      violates: ["COMBINE-24"]
    ) { $0.foldsLinkTargets = false },
  ]

  /// A transaction that changes nothing.
  private static let newVersion: JSON = ["do": "write", "steps": []]

  private static func mergingClasses(_ events: [JSON]) -> [JSON] {
    var merged: [JSON] = []
    for event in events {
      if event["event"] == "read", case .object(var last)? = merged.last,
        last["event"] == "read", var payload = last.payload,
        let objects = payload["value"]?.array, let more = event.object?.payload?["value"]?.array
      {
        payload["value"] = .array(objects + more)
        last.payload = payload
        merged[merged.count - 1] = .object(last)
      } else {
        merged.append(event)
      }
    }
    return merged
  }
}
