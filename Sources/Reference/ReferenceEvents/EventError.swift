public import Foundation

/// Why events can't be recorded or persisted, with a code that programs can tell apart and a sentence for people.
public struct EventError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
  /// The kind of a failure.
  ///
  /// Its raw value is the error code of the wire protocol.
  public enum Code: String, Sendable {
    /// The scope was committed or cancelled before.
    case scopeNotActive = "scope-not-active"
    /// The prefix is empty or holds a slash.
    case invalidPartitionPrefix = "invalid-partition-prefix"
    /// A metadata key is empty, too long or reserved.
    case invalidMetadataKey = "invalid-metadata-key"
    /// A metadata key is given twice.
    case duplicateMetadataKey = "duplicate-metadata-key"
    /// A realm with flexible sync is recorded without a user of its own for the events.
    case flexibleSyncNeedsEventUser = "flexible-sync-needs-event-user"
    /// An object could not be written as JSON.
    case serializationFailed = "serialization-failed"
    /// Anything else, told in the sentence.
    case other
    /// The event realm can not be opened, written or read.
    case eventRealmUnavailable = "event-realm-unavailable"
    /// The server refuses events, which a repetition would not change.
    case uploadFailed = "upload-failed"
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
