package import JSON

/// Why a step may fail.
package enum ErrorCode: String, CaseIterable, Sendable {
  case scopeNotActive = "scope-not-active"
  case invalidPartitionPrefix = "invalid-partition-prefix"
  case invalidMetadataKey = "invalid-metadata-key"
  case duplicateMetadataKey = "duplicate-metadata-key"
  case flexibleSyncNeedsEventUser = "flexible-sync-needs-event-user"
  case serializationFailed = "serialization-failed"
  case notInWriteTransaction = "not-in-write-transaction"
  case alreadyInWriteTransaction = "already-in-write-transaction"
  case duplicatePrimaryKey = "duplicate-primary-key"
  case objectInvalidated = "object-invalidated"
  case typeMismatch = "type-mismatch"
  case missingValue = "missing-value"
  case primaryKeyChange = "primary-key-change"
  case indexOutOfRange = "index-out-of-range"
  case noSuchKey = "no-such-key"
  case unknownClass = "unknown-class"
  case unknownProperty = "unknown-property"
  case eventsNotEnabled = "events-not-enabled"
  case eventRealmUnavailable = "event-realm-unavailable"
  case uploadFailed = "upload-failed"
  case noSubscriptionForWrite = "no-subscription-for-write"
  case subscriptionFailed = "subscription-failed"
  case subscriptionExists = "subscription-exists"
  case notInSubscriptionUpdate = "not-in-subscription-update"
  case offline
  case multipleSyncAgents = "multiple-sync-agents"
  case invalidCredentials = "invalid-credentials"
  case noSuchUser = "no-such-user"
  case userExists = "user-exists"
  case severalUsers = "several-users"
  case invalidRealmURL = "invalid-realm-url"
  case incompatibleSchema = "incompatible-schema"
  case sessionInvalid = "session-invalid"
  case other

  /// When a step fails with it, in the words of the specification.
  package var meaning: String { entry.meaning }

  /// The one requirement that says when a step fails with it; nil if several do, or none alone.
  package var requirement: String? { entry.requirement }

  private var entry: (meaning: String, requirement: String?) {
    switch self {
    case .scopeNotActive: ("the scope was committed or cancelled before", "SCOPE-14")
    case .invalidPartitionPrefix:
      ("the prefix is empty or has a slash or a backslash in it", "CONFIG-5")
    case .invalidMetadataKey: ("a key is too short or too long, or the name of a field", nil)
    case .duplicateMetadataKey: ("a key is given twice", "CONFIG-12")
    case .flexibleSyncNeedsEventUser:
      ("a flexible-sync realm without a user for the event realm", "CONFIG-13")
    case .serializationFailed: ("an object of the scope cannot be written as JSON", nil)
    case .notInWriteTransaction: ("a change outside of a transaction", "WRITE-32")
    case .alreadyInWriteTransaction: ("a transaction within a transaction", "WRITE-33")
    case .duplicatePrimaryKey: ("the primary key is taken", "WRITE-34")
    case .objectInvalidated: ("the object was deleted, or its creation was undone", "WRITE-39")
    case .typeMismatch:
      (
        "the property does not take such a value; a link is asked for its value, or an embedded object is to be created by itself",
        "WRITE-35"
      )
    case .missingValue: ("a required property has no value", "WRITE-36")
    case .primaryKeyChange: ("the primary key of an object cannot be changed", "WRITE-31")
    case .indexOutOfRange: ("the list has no such element", "WRITE-38")
    case .noSuchKey: ("the dictionary has no such entry", "WRITE-38")
    case .unknownClass: ("the schema has no such class", "WRITE-37")
    case .unknownProperty: ("the class has no such property", "WRITE-37")
    case .eventsNotEnabled: ("the realm has no event configuration", "CONFIG-2")
    case .eventRealmUnavailable: ("the event realm cannot be opened", nil)
    case .uploadFailed: ("what waits cannot be uploaded", nil)
    case .noSubscriptionForWrite: ("the client subscribes to no object of the class", "FLEX-34")
    case .subscriptionFailed: ("the server refused the subscriptions", "FLEX-51")
    case .subscriptionExists: ("the name of a subscription is taken", "FLEX-44")
    case .notInSubscriptionUpdate: ("a change of subscriptions outside of their update", "FLEX-40")
    case .offline: ("the device is offline", nil)
    case .multipleSyncAgents: ("another process synchronizes the realm", "FLEX-83")
    case .invalidCredentials: ("the server does not accept the credentials", nil)
    case .noSuchUser: ("the server has no account of that name", "USER-6")
    case .userExists: ("the name of an account is taken", "USER-5")
    case .severalUsers: ("more than one user is logged in", "USER-15")
    case .invalidRealmURL: ("a URL that is not that of a realm", nil)
    case .incompatibleSchema: ("a change of the schema that is not an addition", "SCHEMA-2")
    case .sessionInvalid: ("the user is logged out, or the session had a fatal error", nil)
    case .other: ("anything else", nil)
    }
  }

  /// Whether cases of a class are about when steps fail with it.
  ///
  /// In others it is a consequence of something else that went wrong: a list that lacks an element after it was merged fails
  /// with `index-out-of-range`.
  func isOwn(to conformanceClass: String) -> Bool {
    let owner: ConformanceClass? =
      switch requirement?.prefix(while: { $0 != "-" }) {
      case "FLEX": .flexibleSync
      case "USER", "SCHEMA": .mobilePlatform
      default: nil
      }
    let asked = ConformanceClass(rawValue: conformanceClass)
    return owner == (asked?.isAboutSync == true ? asked : nil)
  }

  /// The requirement of the one code among these; nil if there are several.
  static func requirement(of codes: [String]) -> String? {
    codes.count == 1 ? ErrorCode(rawValue: codes[0])?.requirement : nil
  }

  /// The codes of which any is right: `{"$$anyOf": ["user-exists", "invalid-credentials"]}`.
  package static func choice(in json: JSON) -> [String]? {
    guard let members = json.object, members.count == 1,
      let codes = members[Matcher.anyOf.rawValue]?.array?.map(\.string), !codes.isEmpty
    else { return nil }
    let known = codes.compactMap(\.self)
    return known.count == codes.count ? known : nil
  }
}
