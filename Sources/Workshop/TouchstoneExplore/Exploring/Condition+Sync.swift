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
    .counted("FLEX-2 FLEX-3 FLEX-4 FLEX-24 FLEX-26", "a write is refused") {
      refusals($0)
    },
    .acts("FLEX-1 FLEX-14", "a client is synchronized", .flexibleSync(.synchronize)) {
      $0.succeeds
    },
    .acts("FLEX-39 FLEX-41 FLEX-44", "subscriptions change", .flexibleSync(.updateSubscriptions)),
    .acts("FLEX-51", "subscriptions are refused") { $0.failure == "subscription-failed" },
    .acts("FLEX-63 FLEX-64", "the roles of the app change", .flexibleSync(.setRoles)),
    .acts("FLEX-65 FLEX-66 FLEX-71 FLEX-72", "another client does something", .flexibleSync(.on)),
    .acts("FLEX-68", "a client is synchronized without a connection") { $0.failure == "offline" },
    .acts("FLEX-69", "a client starts again", .eventRealm(.restart)),
    .acts("FLEX-45", "subscriptions are removed", .flexibleSync(.unsubscribe)),
    .acts("FLEX-70", "all objects of a device are deleted") { $0.step.deletedClass != nil },
    .acts("FLEX-36", "the errors of a client are asked for", .flexibleSync(.syncErrors)),
    .counted("FLEX-72 FLEX-78", "something is taken from a collection") {
      $0.count(.writing(.clear)) + $0.count(.writing(.remove))
    },
    .acts("FLEX-75", "something is written at the server", .flexibleSync(.serverWrite)),
    .counted("FLEX-76 FLEX-78", "links of a client are looked at") { facts in
      facts.count(.reading(.follow)) + facts.count(.reading(.count))
    },
  ]
}
