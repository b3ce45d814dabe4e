import JSON
import ReferenceAdapter
import ReferenceSync
import Touchstone

extension Violator {
  /// The reference with stages of its synchronization replaced, for each case anew.
  static let sync = Violation<@Sendable (inout SyncStages) -> Void> { replace in
    ReferenceImplementation(stages: {
      var stages = SyncStages()
      replace(&stages)
      return stages
    })
  }

  /// The reference that judges writes otherwise; the right verdict is at hand.
  static let judging = Violation<@Sendable (Attempt, View, _ right: Refusal?) -> Refusal?> {
    verdict in
    sync { stages in
      let right = stages.judge
      stages.judge = { attempt, view in verdict(attempt, view, right(attempt, view)) }
    }
  }

  /// The reference that merges changes otherwise.
  static let merging = Violation<
    @Sendable (Changeset.Change, Changeset, DocumentStore, View) -> DocumentStore.Outcome
  > { merge in sync { $0.merge = merge } }

  /// The reference that tells clients other things than it should.
  static let delivering = Violation<@Sendable ([Delivery], SyncStages.Exchange) -> [Delivery]> {
    change in
    sync { $0.deliver = change }
  }

  /// The reference with another configuration of flexible sync.
  static let syncConfiguration = Violation<@Sendable (inout JSONObject) -> Void> { change in
    program { program in
      program.configuration = program.configuration.mapObject { members in
        members["flexibleSync"] = members["flexibleSync"]?.mapObject(change)
      }
    }
  }

  /// The reference with other roles, wherever some are given.
  static let roles = Violation<@Sendable ([JSON]) -> [JSON]> { change in
    program { program in
      program.configuration = program.configuration.mapObject { members in
        members["flexibleSync"] = members["flexibleSync"]?.mapObject { sync in
          sync["role"] = sync["role"].flatMap { change([$0]).first }
          sync["roles"] = sync["roles"]?.mapArray(change)
          sync["collections"] = sync["collections"]?.mapMembers { rules in
            rules.mapObject { $0["roles"] = $0["roles"]?.mapArray(change) }
          }
        }
      }
      program.mapSteps { step in
        step.kind == .flexibleSync(.setRoles)
          ? step.with(.roles, step["roles"]?.mapArray(change)) : step
      }
    }
  }

  /// The reference with a member of each role changed.
  static let role = Violation<@Sendable (inout JSONObject) -> Void> { change in
    roles { $0.map { $0.mapObject(change) } }
  }
}
