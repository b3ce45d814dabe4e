/// Texts that are stored with every event, each in a field of its own.
public struct EventMetadata: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// One field.
  public struct Entry: Sendable, Hashable {
    /// The name of the field.
    public var key: String
    /// What the field holds in every event.
    public var value: String

    /// A field of this name and content.
    public init(key: String, value: String) {
      self.key = key
      self.value = value
    }
  }

  /// The fields in the order they were given; a key may stand twice until it is validated.
  public var entries: [Entry]

  /// Metadata of these fields.
  public init(_ entries: [Entry] = []) { self.entries = entries }

  /// Metadata written as a dictionary.
  public init(dictionaryLiteral elements: (String, String)...) {
    entries = elements.map { Entry(key: $0.0, value: $0.1) }
  }

  /// - Throws: `invalidMetadataKey` or `duplicateMetadataKey`.
  func validate(for edition: Edition) throws(EventError) {
    var seen: Set<[UInt8]> = []
    for key in entries.map(\.key) {
      guard (1...63).contains(key.utf8.count) else {
        throw EventError(
          .invalidMetadataKey,
          "Invalid audit metadata key '\(key)': keys must be 1-63 characters long"
        )
      }
      guard !edition.reservedMetadataKeys.contains(key) else {
        throw EventError(
          .invalidMetadataKey,
          "Invalid audit metadata key '\(key)': metadata keys cannot overlap with the audit event properties"
        )
      }
      // Texts that look the same are the same to Swift; keys are the same if their bytes are.
      guard seen.insert(Array(key.utf8)).inserted else {
        throw EventError(.duplicateMetadataKey, "Duplicate audit metadata key '\(key)'")
      }
    }
  }
}
