import Formats
import JSON
import Touchstone

// What users and devices of an object server bring about.
extension Condition {
  static let mobilePlatform: [Condition] = [
    .acts("USER-2 USER-11", "a user logs in", .mobileUser(.authenticate)) { $0.succeeds },
    .acts("USER-5 USER-6 USER-10 USER-13", "a user cannot log in", .mobileUser(.authenticate)) {
      $0.failure != nil && $0.failure != "offline"
    },
    .acts("USER-14 USER-17", "a user logs in with an access token", .mobileUser(.authenticate)) {
      $0.step["provider"] == "_access_token"
    },
    .acts("USER-15", "the current user is asked for", .mobileUser(.currentUser)),
    .acts("USER-9 USER-18", "users are listed", .mobileUser(.users)),
    .acts("USER-21 USER-25", "a user logs out", .eventRealm(.logOut)),
    .acts("USER-22 USER-26", "local copies are listed", .mobileRealm(.localRealms)),
    .counted("USER-20 SESSION-7", "a user comes back") { facts in
      let logouts = facts.acts.lastIndex { $0.kind == .eventRealm(.logOut) } ?? facts.acts.count
      return facts.acts.dropFirst(logouts).count {
        $0.kind == .mobileUser(.authenticate) && $0.succeeds
      }
    },
    .acts("OPEN-2 OPEN-3", "a realm is opened", .mobileRealm(.open)) { $0.succeeds },
    .acts("OPEN-7 OPEN-11", "a URL is refused") { $0.failure == "invalid-realm-url" },
    .acts("OPEN-4 OPEN-5", "options are set", .mobileRealm(.configure)),
    .acts("OPEN-8 OPEN-9", "a realm is synchronized", .flexibleSync(.synchronize)) { $0.succeeds },
    .acts("OPEN-12", "a realm is synchronized without a connection", .flexibleSync(.synchronize)) {
      $0.failure == "offline"
    },
    .acts("OPEN-13 USER-16 RESET-8", "a process starts again", .eventRealm(.restart)),
    .acts("ACCESS-8 ACCESS-13 ACCESS-14", "rights are changed", .writing(.create)) {
      $0.step[.type] == MobileApp.change
    },
    .acts("ACCESS-9", "rights to all realms are changed", .writing(.create)) {
      $0.step["value"]?["realmUrl"] == "*"
    },
    .acts("ACCESS-10", "rights of all users are changed", .writing(.create)) {
      $0.step["value"]?["userId"] == "*"
    },
    .acts("ACCESS-3 ACCESS-11", "the status of a change is looked at", .reading(.value)) {
      $0.step[.property] == "statusCode"
    },
    .counted("ACCESS-2 ACCESS-4 ACCESS-17 ERROR-4", "access is missing") { facts in
      if facts.count(.mobileServer(.restoreServer)) > 0 { return 0 }
      return facts.acts.count { $0.failure == "session-invalid" }
    },
    .acts("MERGE-4 MERGE-5 FLEX-71", "another device does something", .flexibleSync(.on)) {
      $0.step[.device] != nil
    },
    .acts("SCHEMA-1 SCHEMA-5 SCHEMA-7", "a schema has an addition", .mobileRealm(.open)) {
      $0.succeeds && $0.step[.schemaOfRealm] != nil
    },
    .acts("SCHEMA-2 SCHEMA-8", "a schema is refused") { $0.failure == "incompatible-schema" },
    .acts("SESSION-1 SESSION-4", "a session is asked for", .mobileSession(.session)),
    .acts("SESSION-6 SESSION-8", "sessions are listed", .mobileSession(.sessions)),
    .acts("PROGRESS-8", "progress is watched indefinitely", .mobileSession(.watchProgress)) {
      $0.step[.mode] == "indefinitely"
    },
    .acts("PROGRESS-9 PROGRESS-10", "current work is watched", .mobileSession(.watchProgress)) {
      $0.step[.mode] == "current"
    },
    .acts("PROGRESS-5 PROGRESS-6", "a block is stopped", .mobileSession(.stopProgress)),
    .acts("RESET-1 RESET-11", "a server is restored", .mobileServer(.restoreServer)),
    .counted("RESET-9 RESET-14", "a realm is to be reset") { facts in
      if facts.count(.mobileServer(.restoreServer)) == 0 { return 0 }
      return facts.acts.count { $0.failure == "session-invalid" }
    },
    .acts("RESET-3 RESET-4", "a reset is started", .mobileServer(.startReset)),
    .acts("RESET-5", "the backup of a reset is opened", .mobileServer(.openBackup)),
    .acts("ERROR-2 ERROR-7 ERROR-8", "errors are asked for", .eventRealm(.errors)),
  ]
}
