/// The rules in which editions of the Event Library differ, each spelled out.
public struct Edition: Sendable, Hashable {
  /// The year, or `core`.
  public var name: String
  /// Keys that metadata can't use, because the stored document has fields of these names (META, CONFIG).
  public var reservedMetadataKeys: Set<String>
  /// Whether an object that was assigned to without any value coming out different is listed as
  /// modified, with an empty `newValue`.
  ///
  /// The documents break off in that sentence.
  public var listsUnchangedModifications: Bool

  /// The current documents.
  public static let edition2023 = Edition(
    name: "2023",
    reservedMetadataKeys: ["_id", "_partition", "timestamp", "activity", "event", "data"],
    listsUnchangedModifications: false
  )
}
