import JSON
import ReferenceRealm
import ReferenceSync
import Touchstone

/// Reads the key `flexibleSync` of a configuration: the user, the app's fields and role, and the subscriptions.
enum FlexibleSyncDecoding {
  static func configuration(_ settings: JSONObject) throws -> FlexibleSyncConfiguration {
    try KeyTable.flexibleSync.check(.object(settings), "flexible sync")
    guard let user = settings[.flexibleUser], let role = settings[.role],
      let name = role["name"]?.string,
      let filter = role["document_filters"]?["write"]
    else { throw StepError.malformed("flexibleSync needs a user and a role with document filters") }
    let queryable = Set((settings[.queryableFields] ?? []).compactMap(\.string) + ["_id"])
    var subscriptions: [String: [Filter]] = [:]
    for subscription in settings[.subscriptions] ?? [] {
      guard let name = subscription[.subscriptionName], let type = subscription[.type],
        let filter = subscription[.filter]
      else { throw StepError.malformed("a subscription needs name, type and where") }
      for field in fields(of: filter) where !queryable.contains(field) {
        throw StepError.malformed(
          "subscription \(name) queries \(field), which is not a queryable field"
        )
      }
      subscriptions[type, default: []].append(try FilterDecoding.filter(filter, resolve: noObjects))
    }
    return FlexibleSyncConfiguration(
      role: name,
      writable: try FilterDecoding.filter(replacing(filter, user: user), resolve: noObjects),
      subscriptions: subscriptions
    )
  }

  private static func noObjects(_ name: String) throws -> ObjectReference {
    throw StepError.malformed("no object is called \(name) before the realm is open")
  }

  /// The names of the properties that a filter speaks of.
  private static func fields(of filter: JSON) -> [String] {
    (filter.object ?? [:]).flatMap { key, value in
      key.hasPrefix("$") ? (value.array ?? []).flatMap(fields) : [key]
    }
  }

  /// The filter with `%%user.id` replaced by the id of the user.
  private static func replacing(_ json: JSON, user: String) -> JSON {
    switch json {
    case .string("%%user.id"): .string(user)
    case .array(let elements): .array(elements.map { replacing($0, user: user) })
    case .object(let members):
      .object(JSONObject(uniqueMembers: members.map { ($0.key, replacing($0.value, user: user)) }))
    default: json
    }
  }
}
