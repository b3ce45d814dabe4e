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
    case .typeMismatch: "the property does not take such a value"
    case .missingValue: "a required property has no value"
    case .primaryKeyChange: "the primary key of an object cannot be changed"
    case .indexOutOfRange: "the list has no such element"
    case .noSuchKey: "the dictionary has no such entry"
    case .unknownClass: "the schema has no such class"
    case .unknownProperty: "the class has no such property"
    case .eventsNotEnabled: "the realm has no event configuration"
    case .eventRealmUnavailable: "the event realm cannot be opened"
    case .uploadFailed: "events could not be uploaded"
    case .other: "anything else"
    }
  }
}
