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
  package var meaning: String {
    switch self {
    case .scopeNotActive: "the scope was committed or cancelled before"
    case .invalidPartitionPrefix: "the prefix is empty or has a slash or a backslash in it"
    case .invalidMetadataKey: "a key is too short or too long, or the name of a field"
    case .duplicateMetadataKey: "a key is given twice"
    case .flexibleSyncNeedsEventUser: "a flexible-sync realm without a user for the event realm"
    case .serializationFailed: "an object of the scope cannot be written as JSON"
    case .notInWriteTransaction: "a change outside of a transaction"
    case .alreadyInWriteTransaction: "a transaction within a transaction"
    case .duplicatePrimaryKey: "the primary key is taken"
    case .objectInvalidated: "the object was deleted, or its creation was undone"
    case .typeMismatch:
      "the property does not take such a value; a link is asked for its value, or an embedded object is to be created by itself"
    case .missingValue: "a required property has no value"
    case .primaryKeyChange: "the primary key of an object cannot be changed"
    case .indexOutOfRange: "the list has no such element"
    case .noSuchKey: "the dictionary has no such entry"
    case .unknownClass: "the schema has no such class"
    case .unknownProperty: "the class has no such property"
    case .eventsNotEnabled: "the realm has no event configuration"
    case .eventRealmUnavailable: "the event realm cannot be opened"
    case .uploadFailed: "what waits cannot be uploaded"
    case .noSubscriptionForWrite: "the client subscribes to no object of the class"
    case .subscriptionFailed: "the server refused the subscriptions"
    case .subscriptionExists: "the name of a subscription is taken"
    case .notInSubscriptionUpdate: "a change of subscriptions outside of their update"
    case .offline: "the device is offline"
    case .multipleSyncAgents: "another process synchronizes the realm"
    case .invalidCredentials: "the server does not accept the credentials"
    case .noSuchUser: "the server has no account of that name"
    case .userExists: "the name of an account is taken"
    case .severalUsers: "more than one user is logged in"
    case .invalidRealmURL: "a URL that is not that of a realm"
    case .incompatibleSchema: "a change of the schema that is not an addition"
    case .sessionInvalid: "the user is logged out, or the session had a fatal error"
    case .other: "anything else"
    }
  }

  /// The one requirement that says when a step fails with it; nil if several do, or none alone.
  package var requirement: String? {
    switch self {
    case .eventsNotEnabled: "CONFIG-2"
    case .invalidPartitionPrefix: "CONFIG-5"
    case .duplicateMetadataKey: "CONFIG-12"
    case .flexibleSyncNeedsEventUser: "CONFIG-13"
    case .scopeNotActive: "SCOPE-14"
    case .primaryKeyChange: "WRITE-31"
    case .notInWriteTransaction: "WRITE-32"
    case .alreadyInWriteTransaction: "WRITE-33"
    case .duplicatePrimaryKey: "WRITE-34"
    case .typeMismatch: "WRITE-35"
    case .missingValue: "WRITE-36"
    case .unknownClass, .unknownProperty: "WRITE-37"
    case .indexOutOfRange, .noSuchKey: "WRITE-38"
    case .objectInvalidated: "WRITE-39"
    case .noSubscriptionForWrite: "FLEX-34"
    case .notInSubscriptionUpdate: "FLEX-40"
    case .subscriptionExists: "FLEX-44"
    case .subscriptionFailed: "FLEX-51"
    case .multipleSyncAgents: "FLEX-83"
    case .incompatibleSchema: "SCHEMA-2"
    case .userExists: "USER-5"
    case .noSuchUser: "USER-6"
    case .severalUsers: "USER-15"
    case .invalidMetadataKey, .serializationFailed, .eventRealmUnavailable, .uploadFailed,
      .offline, .invalidCredentials, .invalidRealmURL, .sessionInvalid, .other:
      nil
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
