import ReferenceAdapter
import ReferenceEvents
import ReferenceRealm

extension Violator {
  /// The reference with stages of its pipeline replaced.
  static let stages = Violation<@Sendable (inout Pipeline) -> Void> { replace in
    ReferenceImplementation { edition in
      var pipeline = Pipeline(edition)
      replace(&pipeline)
      return pipeline
    }
  }

  /// The reference that combines entry by entry in another way.
  static let combining = Violation<
    @Sendable (inout ReadCombiner, _ next: LogEntry, ScopeLog) -> Void
  > { add in
    stages { pipeline in
      pipeline.combine = { scope in
        var combiner = ReadCombiner(snapshots: scope.snapshots)
        for entry in scope.entries { add(&combiner, entry, scope) }
        return combiner.events.compactMap(combiner.prune)
      }
    }
  }

  /// The reference that lists other objects in the events of queries than those that were there, each once.
  static let listingFound = Violation<
    @Sendable (_ found: [Int64], _ listed: Set<Int64>) -> [Int64]
  > { list in stages { $0.listFound(list) } }

  /// The reference that takes objects out of the events of reads, once these are combined.
  static let takingOut = Violation<
    @Sendable (_ object: ObjectReference, _ version: Int, ScopeLog) -> Bool
  > { isTakenOut in
    stages { pipeline in
      let combine = pipeline.combine
      pipeline.combine = { scope in
        combine(scope).compactMap { event in
          switch event {
          case .write: return event
          case .object(let read):
            return isTakenOut(read.object, read.version, scope) ? nil : event
          case .query(var read):
            read.objects.removeAll {
              isTakenOut(ObjectReference(table: read.table, key: $0), read.version, scope)
            }
            return read.objects.isEmpty ? nil : .query(read)
          }
        }
      }
    }
  }

  /// The reference that lists other objects in write events.
  static let listing = Violation<@Sendable (inout ListedChanges, WriteTransaction) -> Void> {
    change in
    stages { pipeline in
      let list = pipeline.list
      pipeline.list = { transaction in
        var changes = list(transaction)
        change(&changes, transaction)
        for objects in [\ListedChanges.insertions, \.modifications, \.deletions] {
          changes[keyPath: objects] = Set(changes[keyPath: objects])
            .sorted { ($0.table, $0.key) < ($1.table, $1.key) }
        }
        return changes
      }
    }
  }

  /// The reference that records other values than are stored.
  static let storedValues = Violation<@Sendable (Schema.Column, Value) -> Value> { replace in
    stages { $0.replaceStoredValues(replace) }
  }
}

extension Pipeline {
  /// Lists other objects in the events of queries than those that were there, each once.
  mutating func listFound(
    keepingEmpty: Bool = false,
    _ list: @escaping @Sendable (_ found: [Int64], _ listed: Set<Int64>) -> [Int64]
  ) {
    combine = { scope in
      var combiner = ReadCombiner(snapshots: scope.snapshots)
      for entry in scope.entries { combiner.add(entry) }
      return combiner.events.compactMap { event in
        let pruned = combiner.prune(event)
        guard case .query(var read) = event else { return pruned }
        let listed: [Int64] = if case .query(let pruned)? = pruned { pruned.objects } else { [] }
        read.objects = list(read.objects, Set(listed))
        return read.objects.isEmpty && !keepingEmpty ? nil : .query(read)
      }
    }
  }

  /// Records other values than are stored.
  mutating func replaceStoredValues(
    _ replace: @escaping @Sendable (Schema.Column, Value) -> Value
  ) {
    let right = observe
    observe = { operation, recording in
      right(operation, &recording).mapScope { scope in
        scope.snapshots = scope.snapshots.mapValues { $0.mapValues(replace) }
        scope.entries = scope.entries.map { entry in
          guard case .write(var transaction, let time) = entry else { return entry }
          transaction.before = transaction.before.mapValues(replace)
          transaction.after = transaction.after.mapValues(replace)
          return .write(transaction, time: time)
        }
      }
    }
  }
}
