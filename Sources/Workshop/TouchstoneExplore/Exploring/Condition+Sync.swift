import Formats
import JSON
import Touchstone

// What several clients of one server bring about.
extension Condition {
  /// Objects of which something was refused.
  private static func refusals(_ facts: ProgramFacts) -> Int {
    facts.acts.reduce(0) { sum, act in
      guard act.kind == .flexibleSync(.synchronize) else { return sum }
      return sum + (act.returns?[Matcher.unordered.rawValue]?.array?.count ?? 0)
    }
  }

  static let sync: [Condition] = [
    Condition("FLEX-2", "FLEX-3", "FLEX-4", "FLEX-24", "FLEX-26", when: "a write is refused") {
      refusals($0)
    },
    Condition("FLEX-1", "FLEX-14", when: "a client is synchronized") { facts in
      facts.count(.flexibleSync(.synchronize)) { $0.failure == nil }
    },
    Condition("FLEX-39", "FLEX-41", "FLEX-44", when: "subscriptions change") {
      $0.count(.flexibleSync(.updateSubscriptions))
    },
    Condition("FLEX-51", when: "subscriptions are refused") { facts in
      facts.acts.count { $0.failure == "subscription-failed" }
    },
    Condition("FLEX-63", "FLEX-64", when: "the roles of the app change") {
      $0.count(.flexibleSync(.setRoles))
    },
    Condition("FLEX-65", "FLEX-66", "FLEX-71", "FLEX-72", when: "another client does something") {
      $0.count(.flexibleSync(.on))
    },
    Condition("FLEX-68", when: "a client is synchronized without a connection") { facts in
      facts.acts.count { $0.failure == "offline" }
    },
    Condition("FLEX-69", when: "a client starts again") { $0.count(.eventRealm(.restart)) },
    Condition("FLEX-45", when: "subscriptions are removed") {
      $0.count(.flexibleSync(.unsubscribe))
    },
    Condition("FLEX-70", when: "all objects of a device are deleted") {
      $0.count(.writing(.deleteAll))
    },
    Condition("FLEX-36", when: "the errors of a client are asked for") {
      $0.count(.flexibleSync(.syncErrors))
    },
    Condition("FLEX-72", "FLEX-78", when: "something is taken from a collection") {
      $0.count(.writing(.clear)) + $0.count(.writing(.remove))
    },
    Condition("FLEX-75", when: "something is written at the server") {
      $0.count(.flexibleSync(.serverWrite))
    },
    Condition("FLEX-76", "FLEX-78", when: "links of a client are looked at") { facts in
      facts.count(.reading(.follow)) + facts.count(.reading(.count))
    },
  ]
}
