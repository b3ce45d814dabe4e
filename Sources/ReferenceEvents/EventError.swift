public import Foundation

/// Why events can't be recorded or persisted, with a code that programs can tell apart and a sentence for people.
public struct EventError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
  /// The kind of a failure. Its raw value is the error code of the wire protocol.
  public struct Code: RawRepresentable, Sendable, Hashable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let scopeNotActive = Code(rawValue: "scope-not-active")
    public static let invalidPartitionPrefix = Code(rawValue: "invalid-partition-prefix")
    public static let invalidMetadataKey = Code(rawValue: "invalid-metadata-key")
    public static let duplicateMetadataKey = Code(rawValue: "duplicate-metadata-key")
    public static let flexibleSyncNeedsEventUser = Code(rawValue: "flexible-sync-needs-event-user")
    public static let serializationFailed = Code(rawValue: "serialization-failed")
    public static let eventRealmUnavailable = Code(rawValue: "event-realm-unavailable")
  }

  public var code: Code
  public var description: String

  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  public var errorDescription: String? { description }
}
