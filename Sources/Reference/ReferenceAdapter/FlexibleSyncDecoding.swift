import JSON
import ReferenceRealm
import ReferenceSync
import Touchstone

/// Reads the rules of an app with flexible sync, and subscriptions.
enum FlexibleSyncDecoding {
  /// The rules of the key `flexibleSync`.
  static func rules(_ settings: JSONObject) throws -> AppRules {
    var rules = AppRules(
      roles: try roles([settings[.role]].compactMap(\.self) + (settings[.roles] ?? [])),
      queryableFields: Set((settings[.queryableFields] ?? []).compactMap(\.string))
    )
    for (name, collection) in settings[.collectionRules] ?? [:] {
      rules.collections[name] = AppRules.Collection(
        roles: try collection[.roles].map(roles),
        queryableFields: collection[.queryableFields].map { Set($0.compactMap(\.string)) }
      )
    }
    for (name, value) in settings[.expansionValues] ?? [:] {
      rules.values[name] = try ExtendedJSON.decode(value, resolve: noObjects)
    }
    for (user, data) in settings[.customData] ?? [:] {
      rules.customData[user] = try ExtendedJSON.decode(data, resolve: noObjects)
    }
    return rules
  }

  static func roles(_ roles: [JSON]) throws -> [Role] { try roles.map(role) }

  private static func role(_ json: JSON) throws -> Role {
    try KeyTable.role.check(json, "role")
    guard let name = json[.roleName], let condition = json[.applyWhen] else {
      throw StepError.malformed("a role needs a name and \"apply_when\"")
    }
    let filters = json[.documentFilters]
    var role = Role(
      name,
      readable: try filters?[.readFilter].map(filter),
      writable: try filters?[.writeFilter].map(filter),
      read: json[.mayRead],
      write: json[.mayWrite]
    )
    role.applyWhen = try filter(condition)
    role.insert = json[.mayInsert] ?? true
    role.delete = json[.mayDelete] ?? true
    for (field, rule) in json[.fieldRules] ?? [:] { role.fields[field] = fieldRule(rule) }
    role.additionalFields = json[.otherFields].map { fieldRule(.object($0)) } ?? .init()
    return role
  }

  private static func fieldRule(_ json: JSON) -> Role.FieldRule {
    Role.FieldRule(read: json[.mayRead] ?? false, write: json[.mayWrite] ?? false)
  }

  /// A subscription of a configuration or of a step.
  static func subscription(_ json: JSON) throws -> QuerySubscription {
    guard let type = json[.type] else { throw StepError.malformed("a subscription needs a type") }
    return QuerySubscription(
      type,
      name: json[.subscriptionName],
      where: try json[.filter].map(filter) ?? .all
    )
  }

  private static func filter(_ json: JSON) throws -> Filter {
    try FilterDecoding.filter(json, resolve: noObjects)
  }

  private static func noObjects(_ name: String) throws -> ObjectReference {
    throw StepError.malformed("no object is called \(name) here")
  }
}
