public import Foundation

/// Why events can't be recorded or persisted, with a code that programs can tell apart and a sentence for people.
public struct EventError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
  /// The kind of a failure.
  ///
  /// Its raw value is the error code of the wire protocol.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The error code of the wire protocol.
    public var rawValue: String
    /// The code of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The scope was committed or cancelled before.
    public static let scopeNotActive = Code(rawValue: "scope-not-active")
    /// The prefix is empty or holds a slash.
    public static let invalidPartitionPrefix = Code(rawValue: "invalid-partition-prefix")
    /// A metadata key is empty, too long or reserved.
    public static let invalidMetadataKey = Code(rawValue: "invalid-metadata-key")
    /// A metadata key is given twice.
    public static let duplicateMetadataKey = Code(rawValue: "duplicate-metadata-key")
    /// A realm with flexible sync is recorded without a user of its own for the events.
    public static let flexibleSyncNeedsEventUser = Code(rawValue: "flexible-sync-needs-event-user")
    /// An object could not be written as JSON.
    public static let serializationFailed = Code(rawValue: "serialization-failed")
    /// Anything else, told in the sentence.
    public static let other = Code(rawValue: "other")
    /// The event realm can not be opened, written or read.
    public static let eventRealmUnavailable = Code(rawValue: "event-realm-unavailable")
    /// The server refuses events, which a repetition would not change.
    public static let uploadFailed = Code(rawValue: "upload-failed")
  }

  /// What kind of failure it is.
  public var code: Code
  /// What went wrong, in a sentence.
  public var description: String

  /// An error of this kind.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  /// The error itself if it is one of these, otherwise one that says that the event realm can't be used because of it.
  init(wrapping error: any Error) {
    self =
      error as? EventError
      ?? EventError(.eventRealmUnavailable, "the event realm can't be used: \(error)")
  }

  /// The same sentence, for `localizedDescription`.
  public var errorDescription: String? { description }
}
