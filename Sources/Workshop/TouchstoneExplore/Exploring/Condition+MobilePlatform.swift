import Formats
import JSON
import Touchstone

// What users and devices of an object server bring about.
extension Condition {
  static let mobilePlatform: [Condition] = [
    Condition("USER-2", "USER-11", when: "a user logs in") { facts in
      facts.count(.mobileUser(.authenticate)) { $0.failure == nil }
    },
    Condition("USER-5", "USER-6", "USER-10", "USER-13", when: "a user cannot log in") { facts in
      facts.count(.mobileUser(.authenticate)) { $0.failure != nil && $0.failure != "offline" }
    },
    Condition("USER-14", "USER-17", when: "a user logs in with an access token") { facts in
      facts.count(.mobileUser(.authenticate)) { $0.step["provider"] == "_access_token" }
    },
    Condition("USER-15", when: "the current user is asked for") {
      $0.count(.mobileUser(.currentUser))
    },
    Condition("USER-9", "USER-18", when: "users are listed") { $0.count(.mobileUser(.users)) },
    Condition("USER-21", "USER-25", when: "a user logs out") { $0.count(.eventRealm(.logOut)) },
    Condition("USER-22", "USER-26", when: "local copies are listed") {
      $0.count(.mobileRealm(.localRealms))
    },
    Condition("USER-20", "SESSION-7", when: "a user comes back") { facts in
      let logouts = facts.acts.lastIndex { $0.kind == .eventRealm(.logOut) } ?? facts.acts.count
      return facts.acts.dropFirst(logouts).count {
        $0.kind == .mobileUser(.authenticate) && $0.failure == nil
      }
    },
    Condition("OPEN-2", "OPEN-3", when: "a realm is opened") { facts in
      facts.count(.mobileRealm(.open)) { $0.failure == nil }
    },
    Condition("OPEN-7", "OPEN-11", when: "a URL is refused") { facts in
      facts.acts.count { $0.failure == "invalid-realm-url" }
    },
    Condition("OPEN-4", "OPEN-5", when: "options are set") { $0.count(.mobileRealm(.configure)) },
    Condition("OPEN-8", "OPEN-9", when: "a realm is synchronized") { facts in
      facts.count(.flexibleSync(.synchronize)) { $0.failure == nil }
    },
    Condition("OPEN-12", when: "a realm is synchronized without a connection") { facts in
      facts.count(.flexibleSync(.synchronize)) { $0.failure == "offline" }
    },
    Condition("OPEN-13", "USER-16", "RESET-8", when: "a process starts again") {
      $0.count(.eventRealm(.restart))
    },
    Condition("ACCESS-8", "ACCESS-13", "ACCESS-14", when: "rights are changed") { facts in
      facts.count(.writing(.create)) { $0.step[.type] == MobileApp.change }
    },
    Condition("ACCESS-9", when: "rights to all realms are changed") { facts in
      facts.count(.writing(.create)) { $0.step["value"]?["realmUrl"] == "*" }
    },
    Condition("ACCESS-10", when: "rights of all users are changed") { facts in
      facts.count(.writing(.create)) { $0.step["value"]?["userId"] == "*" }
    },
    Condition("ACCESS-3", "ACCESS-11", when: "the status of a change is looked at") { facts in
      facts.count(.reading(.value)) { $0.step[.property] == "statusCode" }
    },
    Condition("ACCESS-2", "ACCESS-4", "ACCESS-17", "ERROR-4", when: "access is missing") { facts in
      if facts.count(.mobileServer(.restoreServer)) > 0 { return 0 }
      return facts.acts.count { $0.failure == "session-invalid" }
    },
    Condition("MERGE-4", "MERGE-5", "FLEX-71", when: "another device does something") { facts in
      facts.count(.flexibleSync(.on)) { $0.step[.device] != nil }
    },
    Condition("SCHEMA-1", "SCHEMA-5", "SCHEMA-7", when: "a schema has an addition") { facts in
      facts.count(.mobileRealm(.open)) { $0.failure == nil && $0.step[.schemaOfRealm] != nil }
    },
    Condition("SCHEMA-2", "SCHEMA-8", when: "a schema is refused") { facts in
      facts.acts.count { $0.failure == "incompatible-schema" }
    },
    Condition("SESSION-1", "SESSION-4", when: "a session is asked for") {
      $0.count(.mobileSession(.session))
    },
    Condition("SESSION-6", "SESSION-8", when: "sessions are listed") {
      $0.count(.mobileSession(.sessions))
    },
    Condition("PROGRESS-8", when: "progress is watched indefinitely") { facts in
      facts.count(.mobileSession(.watchProgress)) { $0.step[.mode] == "indefinitely" }
    },
    Condition("PROGRESS-9", "PROGRESS-10", when: "current work is watched") { facts in
      facts.count(.mobileSession(.watchProgress)) { $0.step[.mode] == "current" }
    },
    Condition("PROGRESS-5", "PROGRESS-6", when: "a block is stopped") {
      $0.count(.mobileSession(.stopProgress))
    },
    Condition("RESET-1", "RESET-11", when: "a server is restored") {
      $0.count(.mobileServer(.restoreServer))
    },
    Condition("RESET-9", "RESET-14", when: "a realm is to be reset") { facts in
      if facts.count(.mobileServer(.restoreServer)) == 0 { return 0 }
      return facts.acts.count { $0.failure == "session-invalid" }
    },
    Condition("RESET-3", "RESET-4", when: "a reset is started") {
      $0.count(.mobileServer(.startReset))
    },
    Condition("RESET-5", when: "the backup of a reset is opened") {
      $0.count(.mobileServer(.openBackup))
    },
    Condition("ERROR-2", "ERROR-7", "ERROR-8", when: "errors are asked for") {
      $0.count(.eventRealm(.errors))
    },
  ]
}
