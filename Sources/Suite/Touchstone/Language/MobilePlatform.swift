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
