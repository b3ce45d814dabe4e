/// Which cases a run was about, so that a report can say what its numbers mean.
///
/// ```swift
/// let links = RunSelection(conformanceClass: "recording", filters: ["links/**"])
/// let report = try await Runner(links).run(suite.cases, on: MyRecorder())
/// ```
public struct RunSelection: Sendable, Hashable {
  /// The edition of the specification.
  public var edition: String
  /// The conformance class.
  public var conformanceClass: String
  /// What the implementation promises of the class beyond what every one has to.
  package var profile: Profile?
  /// The patterns of which a case matches one, if there are any.
  public var filters: [String]
  /// The patterns of which a case matches none.
  public var exclusions: [String]
  /// The folder that the cases were read from, if they are not those of the suite itself.
  public var folder: String?
  /// The cases that did not pass in an earlier run, if only those were run.
  package var earlier: EarlierFailures?

  /// A selection of all cases of a class, unless a filter or a folder says otherwise.
  public init(
    edition: String = "2023",
    conformanceClass: String = "recording",
    filters: [String] = [],
    exclusions: [String] = [],
    folder: String? = nil
  ) {
    self.edition = edition
    self.conformanceClass = conformanceClass
    self.filters = filters
    self.exclusions = exclusions
    self.folder = folder
  }

  /// Whether it may leave out cases of the class.
  package var isPart: Bool {
    !filters.isEmpty || !exclusions.isEmpty || folder != nil || earlier != nil
  }
}

/// The cases that did not pass in an earlier run.
package struct EarlierFailures: Sendable, Hashable {
  /// The path of its report.
  package var report: String
  /// Their full names; none if they are not known any more.
  package var names: Set<String>

  package init(report: String, names: Set<String> = []) {
    self.report = report
    self.names = names
  }
}

/// Tells by their names which cases of an edition and a class a selection takes.
package struct CaseFilter {
  private let included: [NamePattern]
  private let excluded: [NamePattern]
  private let names: Set<String>?

  package init(_ selection: RunSelection) {
    included = selection.filters.map(NamePattern.init)
    excluded = selection.exclusions.map(NamePattern.init)
    names = selection.earlier?.names
  }

  package func takes(_ name: String) -> Bool {
    (included.isEmpty || included.contains { $0.matches(name) })
      && !excluded.contains { $0.matches(name) } && names?.contains(name) ?? true
  }
}
