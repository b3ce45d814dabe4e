/// Which cases a run was about, so that a report can say what its numbers mean.
public struct RunSelection: Sendable, Hashable {
  /// The edition of the specification.
  public var edition: String
  /// The conformance class.
  public var conformanceClass: String
  /// The pattern that narrowed the cases down, if there was one.
  public var filter: String?
  /// The folder that the cases were read from, if they are not those of the suite itself.
  public var folder: String?

  /// A selection of all cases of a class, unless a filter or a folder says otherwise.
  public init(
    edition: String = "2023",
    conformanceClass: String = "recording",
    filter: String? = nil,
    folder: String? = nil
  ) {
    self.edition = edition
    self.conformanceClass = conformanceClass
    self.filter = filter
    self.folder = folder
  }
}
