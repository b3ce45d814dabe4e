/// A state of the library that documents follow; the Spec's chapter on editions says what sets them apart.
public enum Edition: String, Sendable, CaseIterable {
  /// The current documents.
  case current = "2023"
  /// The draft of 2022: `scope` for the activity, compressed payloads.
  case draft = "2022"
  /// What the discontinued implementation was observed to do.
  case core

  /// The field that holds the activity.
  package var activityField: String { self == .draft ? "scope" : "activity" }
  /// Whether the payloads of reads and writes are compressed.
  package var compressesPayloads: Bool { self == .draft }
  /// Whether payloads are compact text with sorted keys.
  package var sortsKeys: Bool { self == .core }
}
