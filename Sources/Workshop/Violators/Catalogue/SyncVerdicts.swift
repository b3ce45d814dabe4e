import JSON
import ReferenceSync
import Synchronization
import Touchstone

extension Catalogue {
  /// Wrong verdicts on writes, and wrong ways to take them back.
  static let syncVerdicts: Entries = [
    "leaving-the-view-is-refused": .judging["FLEX-21", "FLEX-22"](
      "A change that leads an object out of the subscriptions is taken back."
    ) { attempt, view, right in
      guard right == nil, attempt.before != nil, let after = attempt.after else { return right }
      return view.contains(after, of: attempt.change.id.table) ? nil : .outsideOfView
    },
    "only-the-new-state-is-in-view": .judging["FLEX-23"](
      "Where an object was before a change does not matter, only where it is afterwards."
    ) { attempt, view, right in
      right == .outsideOfView && attempt.before != nil && attempt.after != nil ? nil : right
    },
    "objects-may-be-given-away": .judging["FLEX-24"](
      "Whether the user may write an object after a change is not asked."
    ) { attempt, view, right in
      guard case .filter? = right, attempt.before != nil else { return right }
      var before = attempt
      before.after = attempt.before
      return view.refusal(of: before)
    },
    "objects-may-be-taken": .judging["FLEX-25"](
      "Whether the user may write an object before a change is not asked."
    ) { attempt, view, right in
      guard case .filter? = right, attempt.after != nil else { return right }
      var after = attempt
      after.before = nil
      return view.refusal(of: after)
    },
    "deletions-are-always-legal": .judging["FLEX-26"]("Every deletion is carried out.") {
      attempt,
      _,
      right in
      attempt.after == nil ? nil : right
    },
    "steps-are-judged-one-by-one": .steps["FLEX-27"](
      "Each write of a transaction is judged by itself."
    ) { step, _ in
      step.kind == .writing(.write) && step.steps.count > 1 ? step.steps.map { .write([$0]) } : nil
    },
    "reversal-to-the-local-value": .sync["FLEX-28"](
      "An object of which a write was refused becomes what the client got last."
    ) { stages in
      let seen = Mutex<[Int: [DocumentID: [Content]]]>([:])
      stages.deliver = { deliveries, exchange in
        seen.withLock { seen in
          var known = seen[exchange.client] ?? [:]
          defer { seen[exchange.client] = known }
          return deliveries.map { delivery in
            var delivery = delivery
            if exchange.refused.contains(delivery.id) { delivery.contents = known[delivery.id] }
            known[delivery.id] = delivery.contents
            return delivery
          }
        }
      }
    },
    "refused-writes-are-kept": .sync["FLEX-67"](
      "The server keeps what it refuses, and shows it to others."
    ) { $0.settle = { outcome, _ in outcome } },
    "later-writes-are-not-lost": .sync["FLEX-12"](
      "What follows an illegal write of the same object is judged by itself."
    ) { $0.isLost = { _, _ in false } },
    "all-later-writes-are-lost": .sync["FLEX-29"](
      "What follows an illegal write is lost, of whatever object it is."
    ) { $0.isLost = { _, refused in !refused.isEmpty } },
    "every-lost-write-is-reported": .outcome(of: .flexibleSync(.synchronize))["FLEX-30"](
      "An object is reported more than once."
    ) { $0.mapArray { $0 + $0 } },
    "reported-again": .answer["FLEX-31"]("A compensating write is reported again the next time.") {
      program,
      result in
      var last: [JSON] = []
      return result.mapOutcomes(program) { step, outcome, _ in
        guard step.kind == .flexibleSync(.synchronize) else { return nil }
        let repeated = last
        last = outcome.value?.array ?? []
        return outcome.mapValue { $0.mapArray { $0 + repeated } }
      }
    },
    "reported-before-the-reversal": .sync["FLEX-32"](
      "A refused write is reported at once, and taken back with the next synchronization."
    ) { stages in
      let held = Mutex<[Delivery]>([])
      stages.deliver = { deliveries, exchange in
        held.withLock { held in
          let now = held + deliveries.filter { !exchange.refused.contains($0.id) }
          held = deliveries.filter { exchange.refused.contains($0.id) }
          return now
        }
      }
    },
    "classes-without-subscription": .overlooking("no-subscription-for-write")["FLEX-34"](
      "An object of a class without a subscription is created, or seems to be."
    ),
    "server-log-says-less": .outcome(of: .flexibleSync(.serverLog))["FLEX-35"](
      "The server logs the cause without the object."
    ) { log in
      log.mapElements {
        $0.mapMembers { $0.mapMembers { $0.mapString { $0.replacing(#/^.*" /#, with: "") } } }
      }
    },
    "fatal-error": .outcome(of: .flexibleSync(.syncErrors))["FLEX-36"](
      "The error of a compensating write is fatal."
    ) { $0.mapElements { $0.with("fatal", true) } },
    "code-of-a-client-reset": .outcome(of: .flexibleSync(.syncErrors))["FLEX-37"](
      "A compensating write is reported as a client reset."
    ) { $0.mapElements { $0.with("code", "clientReset") } },
    "refused-keys-are-taken": .sync["FLEX-81"](
      "An object that was refused once is refused in every realm."
    ) { stages in
      let refused = Mutex<Set<DocumentID>>([])
      let right = stages.judge
      stages.judge = { attempt, view in
        let refusal = right(attempt, view)
        return refused.withLock { refused in
          if refusal != nil { refused.insert(attempt.change.id) }
          return refused.contains(attempt.change.id) ? refusal ?? .outsideOfView : nil
        }
      }
    },
    "bools-are-not-compared": .syncConfiguration["FLEX-38"](
      "A subscription that asks for a bool asks for nothing."
    ) { sync in
      sync["subscriptions"] = sync["subscriptions"]?.mapElements { subscription in
        let asks = subscription["where"]?.object?.contains { $0.value.bool != nil } ?? false
        return asks ? subscription.with("where", [:]) : subscription
      }
    },
    "local-realms-are-synchronized": .running["FLEX-82"](
      "A realm that is not synced is judged like others."
    ) { program, run in
      var program = program
      program.configuration = program.configuration.mapObject { members in
        members["flexibleSync"] = members["flexibleSync"]?.mapObject { sync in
          let first = sync["realms"]?.object?.first?.value ?? [:]
          sync["realms"] = sync["realms"]?.mapMembers { $0["sync"] == "none" ? first : $0 }
        }
      }
      return try await program.run(
        run,
        rewriting: { step, _ in
          step.kind == .flexibleSync(.on)
            ? [step.with(steps: step.steps.flatMap { [$0, ["do": "synchronize"]] })] : nil
        }
      ) { TamperingWalk($0) }
    },
    "embedded-objects-are-not-taken-back": .delivering["FLEX-80"](
      "A reversal leaves out the embedded objects."
    ) { deliveries, exchange in
      deliveries.map { delivery in
        var delivery = delivery
        guard exchange.refused.contains(delivery.id) else { return delivery }
        delivery.contents = delivery.contents?.map { $0.isEmbedded ? .null : $0 }
        return delivery
      }
    },
    "embedded-objects-are-not-uploaded": .skipping["FLEX-79"](
      "A change of an embedded object does not change the object that holds it."
    ) { step, walk in
      guard step.kind == .writing(.set), let type = walk.className(ofObject: step[.object])
      else {
        return false
      }
      return walk.program.schema[type]?.isEmbedded ?? false
    },
  ]
}

extension Content {
  fileprivate var isEmbedded: Bool { if case .embedded = self { true } else { false } }
}
