import Formats
import JSON
import Touchstone

/// The rules of class `mobile-platform`.
extension GroupValidator {
  /// Checks what the tables cannot say of a configuration, and notes what it needs.
  mutating func checkSetting(of configuration: JSON, at path: JSONPath) {
    guard let setting = configuration[.mobilePlatform] else { return }
    if Set(devices).count < devices.count || devices.contains("") {
      fault(path, "devices have different names that are not empty")
    }
    if devices.count > 1 { note(need: .devices, because: "the key \"devices\"") }
    for (_, account) in setting[.accounts] ?? [:] where account[.tokens] != nil {
      note(need: .accounts, because: "the key \"tokens\"")
    }
  }

  /// Objects are in a realm, and what is about realms stands outside of transactions.
  mutating func checkRealm(around kind: StepKind, in place: Surroundings) {
    switch kind {
    case .writing, .reading, .recording:
      if walk.place.realm == nil {
        fault(place.path, "the step \(kind.name.quoted) stands in an \"on\" with a realm")
      }
      if place.step?[.type]?.hasPrefix("PermissionOffer") == true {
        note(need: .permissionOffers, because: "a permission offer")
      }
    case .mobileUser, .mobileRealm, .mobileSession, .mobileServer:
      if walk.isInWrite {
        fault(place.path, "\(kind.name.quoted) does not stand in a transaction")
      }
    case .clock, .eventRealm, .flexibleSync: break
    }
  }

  /// The rules of credentials.
  mutating func followRules(of kind: MobileUserStep, _ step: Step, in place: Surroundings) {
    guard kind == .authenticate, let provider = step[.provider] else { return }
    let own = provider == "password" ? ["username", "password"] : ["token"]
    let others =
      provider == "password" ? ["token", "identity"] : ["username", "password", "register"]
    for key in own where step[key] == nil {
      fault(place.path, "the provider \(provider.quoted) needs the key \(key.quoted)")
    }
    for key in others where step[key] != nil && !(key == "identity" && provider == "_access_token")
    {
      fault(place.path.appending(key), "the provider \(provider.quoted) has no \(key.quoted)")
    }
    if provider != "password" {
      note(need: .accounts, because: "a provider other than \"password\"")
    }
    if step[.register] == true { note(need: .accounts, because: "the key \"register\"") }
  }

  /// The rules between the steps that open and close realms.
  mutating func followRules(of kind: MobileRealmStep, _ step: Step, in place: Surroundings) {
    switch kind {
    case .open:
      if step.json["url"] != nil && step.json["user"] == nil
        || step.json["session"] != nil && step.json["user"] != nil
      {
        fault(place.path, "\"user\" and \"url\" go together, and not with \"session\"")
      }
      for key in ["schema", "schemaVersion", "migration"] where step[key] != nil {
        note(need: .additiveSchema, because: "the key \(key.quoted)")
      }
    default: break
    }
  }
}
