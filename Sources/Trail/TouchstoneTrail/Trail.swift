import Foundation
import TrailCheck
import TrailReading
import TrailState

/// A trail: events that a test has at hand, or files of exported ones.
///
/// ```swift
/// let trail = Trail(files: ["trail.ndjson"])
/// let readers = try trail.appearances(of: "Patient/5", schema).filter { $0.action == .seen }
/// ```
public struct Trail: Sendable {
  let inputs: [TrailInput]

  /// The events of a recorder, in the order in which they were stored.
  public init(_ events: some Sequence<AuditEvent>) {
    self.init(documents: events.map(\.extendedJSON))
  }

  /// Documents in Extended JSON, relaxed or canonical, in the order in which they were stored.
  public init(documents: some Sequence<String>) {
    inputs = [.bytes(Array(documents.joined(separator: "\n").utf8), name: "trail")]
  }

  /// Files as `touchstone check` takes them.
  public init(files: [String]) { inputs = files.map { .file($0) } }

  /// How closely a trail is looked at.
  public struct Settings: Sendable {
    /// Whether the trail is said to hold every change: contradictions are errors then.
    public var isComplete = true
    /// How many findings of each code are kept, at least one: what is not kept fails no test.
    public var findingsPerCode = 20
    /// How many bytes of memory are meant to be taken; the rest is in temporary files.
    public var memory = 512 << 20
    /// How many threads read large files at most, at least one: findings do not depend on it.
    public var threads = ProcessInfo.processInfo.activeProcessorCount

    /// A complete trail, as a test of a recorder makes one.
    public init() {}
  }

  /// Checks the trail against the specification, and compares it with a database if one is given.
  ///
  /// ```swift
  /// let outcome = try Trail(recorder.events).check(schema, with: DatabaseState(path: "clinic.sqlite"))
  /// for finding in outcome.findings { print(finding) }
  /// ```
  public func check(
    _ schema: TrailSchema,
    with state: DatabaseState? = nil,
    _ settings: Settings = Settings()
  ) throws(TrailFault) -> TrailOutcome {
    var options = TrailOptions()
    options.schema = schema.classes
    options.isComplete = settings.isComplete
    options.examplesPerCode = max(1, settings.findingsPerCode)
    options.limits.memory = max(1 << 20, settings.memory)
    let jobs = max(1, settings.threads)
    let location = try state?.location(schema.classes)
    do throws(TrailError) {
      let inputs = inputs.map { NamedInput($0) }
      var findings: FindingSummary, documents: Int
      var balance: StateBalance?
      if let location {
        let comparison = try Reconciliation(of: inputs, with: location, options, jobs: jobs)
        (findings, documents) = (comparison.trail.findings, comparison.trail.documents)
        findings.add(contentsOf: comparison.findings)
        balance = comparison.balance
      } else {
        var check = TrailCheck(options)
        try check.check(inputs, jobs: jobs)
        try check.finish(jobs: jobs)
        (findings, documents) = (check.findings, check.documents)
      }
      try EventGrounds(inputs, options).fill(&findings)
      return TrailOutcome(findings, documents: documents, balance)
    } catch {
      throw TrailFault(error.description)
    }
  }
}
