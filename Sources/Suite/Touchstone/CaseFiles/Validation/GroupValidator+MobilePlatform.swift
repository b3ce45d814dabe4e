package import JSON

/// What is known of an object server and its devices without the case around them.
package enum MobilePlatform {
  /// The devices of a configuration, the one on which steps run first.
  package static func devices(of configuration: JSON?) -> [String] {
    let names = (configuration?[.mobilePlatform]?[.devices] ?? []).compactMap(\.string)
    return names.isEmpty ? [FlexibleSync.onlyRealm] : names
  }

  /// A configuration with its passwords and tokens unsaid.
  package static func withoutSecrets(_ configuration: JSON) -> JSON {
    guard var setting = configuration[.mobilePlatform], let accounts = setting[.accounts] else {
      return configuration
    }
    setting[TypedKey<JSONObject>.accounts.name] = .object(
      accounts.mapValues { account in
        var members = account.object ?? [:]
        for secret in [TypedKey<String>.passwordOfAccount.name, TypedKey<JSONObject>.tokens.name]
        where members[secret] != nil { members[secret] = "…" }
        return .object(members)
      }
    )
    var result = configuration.object ?? [:]
    result[TypedKey<JSONObject>.mobilePlatform.name] = .object(setting)
    return .object(result)
  }

  /// The classes of a management realm.
  package static let managementSchema: ProgramSchema = [
    "PermissionChange": [
      "primaryKey": "id",
      "properties": .object(
        request.merging([
          "realmUrl": "string", "userId": "string", "mayRead": "bool?", "mayWrite": "bool?",
          "mayManage": "bool?",
        ])
      ),
    ],
    "PermissionOffer": [
      "primaryKey": "id",
      "properties": .object(
        request.merging([
          "token": "string?", "realmUrl": "string", "mayRead": "bool", "mayWrite": "bool",
          "mayManage": "bool", "expiresAt": "date?",
        ])
      ),
    ],
    "PermissionOfferResponse": [
      "primaryKey": "id",
      "properties": .object(request.merging(["token": "string", "realmUrl": "string?"])),
    ],
  ]

  /// What every object has that asks the server for something.
  private static let request: JSONObject = [
    "id": "string", "createdAt": "date", "updatedAt": "date", "statusCode": "int?",
    "statusMessage": "string?",
  ]
}

extension JSONObject {
  fileprivate func merging(_ others: JSONObject) -> JSONObject {
    var result = self
    for (key, value) in others { result[key] = value }
    return result
  }
}

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

  /// Enters the realm or the device of an `on`.
  mutating func enter(_ step: Step) {
    if conformanceClass != .mobilePlatform { return handles.realm = step[.realm] ?? handles.realm }
    if let device = step[.device] {
      handles.device = device
      handles.realm = nil
    } else if let realm = step[.openRealm] {
      handles.realm = realm
      schema = handles.bound[realm]?.schema ?? schema
    }
  }

  /// The classes of the realm that a step opens.
  func schemaOfRealm(openedBy step: Step?) -> ProgramSchema {
    if step?.kind == .mobileRealm(.managementRealm) { return MobilePlatform.managementSchema }
    if let own = step?[.schemaOfRealm] { return ProgramSchema(own) }
    return step?[.realmFile].flatMap { handles.bound[$0]?.schema } ?? schema
  }

  /// Objects are in a realm, and what is about realms stands outside of transactions.
  mutating func checkRealm(around kind: StepKind, in place: Surroundings) {
    switch kind {
    case .writing, .reading, .recording:
      if handles.realm == nil {
        fault(place.path, "the step \(kind.name.quoted) stands in an \"on\" with a realm")
      }
      if place.step?[.type]?.hasPrefix("PermissionOffer") == true {
        note(need: .permissionOffers, because: "a permission offer")
      }
    case .mobileUser, .mobileRealm, .mobileSession, .mobileServer:
      if handles.writeDepth > 0 {
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
    case .close where place.failure == nil:
      if let realm = step[.openRealm] { handles.bound[realm]?.closed = "was closed by \"close\"" }
    default: break
    }
  }
}
