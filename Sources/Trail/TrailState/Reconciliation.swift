import Formats
import Foundation
import JSON
package import TrailCheck
package import TrailReading

/// Compares what a trail says every object is at the end with what is in a database.
///
/// The trail is read once: the comparison listens to its check, and the rows are read meanwhile.
package struct Reconciliation {
  /// What is wrong with the trail itself.
  package let trail: TrailReport
  /// How the database differs, with the event that last spoke of each value.
  package internal(set) var findings: FindingSummary
  /// What the trail accounts for.
  package internal(set) var balance: StateBalance

  let options: TrailOptions
  let location: StateLocation
  let schema: StateSchema
  let source: any StateSource
  let inputs: [NamedInput]

  /// Checks a trail, in several threads if it is large, and compares it with a database.
  package init(
    of inputs: [NamedInput],
    with location: StateLocation,
    _ options: TrailOptions,
    jobs: Int = 1
  ) throws(TrailError) {
    guard let known = options.schema else {
      throw TrailError("a database is compared by a schema, which names its keys and types")
    }
    if let input = inputs.first(where: { !$0.input.canBeReadAgain }) {
      throw TrailError(
        "\(input.name) can be read once, and a trail is read again to be compared with a database: write it to a file"
      )
    }
    (self.options, self.location, self.inputs) = (options, location, inputs)
    let schema = StateSchema(known, edition: options.edition)
    self.schema = schema
    if let fault = schema.fault { throw TrailError(fault) }
    source = try Self.open(location, schema, options.edition)
    findings = FindingSummary(examplesPerCode: options.examplesPerCode)
    balance = StateBalance(name: location.path, instant: location.instant)
    let tables = StateTables(of: source, schema)
    // The check has half of the memory, what events and rows say of objects a quarter and an eighth.
    let eighth = options.limits.memory / 8
    let rows: StateRows, heard: StateTrail
    (rows, (trail, heard)) = try Self.read(
      beside: jobs > 1,
      rows: { [source] () throws(TrailError) in
        try StateRows(
          of: source,
          tables,
          schema,
          examples: options.examplesPerCode,
          memory: eighth
        )
      },
      trail: { () throws(TrailError) in
        let listener = StateTrail(
          of: inputs.map(\.name),
          schema,
          until: location.instant,
          memory: eighth * 2
        )
        return try Self.check(inputs, options, memory: eighth * 4, jobs: jobs, for: listener)
      }
    )
    try compare(heard, with: rows, tables, memory: eighth, jobs: jobs)
  }

  /// Checks the trail; what the check has kept is gone afterwards.
  private static func check(
    _ inputs: [NamedInput],
    _ options: TrailOptions,
    memory: Int,
    jobs: Int,
    for listener: StateTrail
  ) throws(TrailError) -> (TrailReport, StateTrail) {
    var options = options
    options.limits.memory = memory
    var check = TrailCheck(options, listener: listener)
    try check.check(inputs, jobs: jobs)
    try check.finish(jobs: jobs)
    return (
      TrailReport(check, of: inputs.map(\.name)), check.listener as? StateTrail ?? listener
    )
  }

  /// Reads the rows, and the trail in another thread meanwhile or else before.
  private static func read<Rows, Events: Sendable>(
    beside: Bool,
    rows: () throws(TrailError) -> Rows,
    trail: @escaping @Sendable () throws(TrailError) -> Events
  ) throws(TrailError) -> (Rows, Events) {
    guard beside else {
      let events = try trail()
      return (try rows(), events)
    }
    let reading = Awaited { Result(catching: trail) }
    let rows = Result(catching: rows)
    // Also where the rows cannot be read, the other thread ends first.
    let events = try reading.take().get()
    return (try rows.get(), events)
  }

  private mutating func compare(
    _ heard: StateTrail,
    with rows: StateRows,
    _ tables: StateTables,
    memory: Int,
    jobs: Int
  ) throws(TrailError) {
    let comparison = StateComparison(
      schema: schema,
      tables: tables,
      events: heard.notes,
      rows: rows.facts,
      damaged: rows.damaged,
      files: inputs.map(\.name),
      level: level(heard.notes),
      isOrdered: !isFound(.anyOrder)
    )
    let outcome = try comparison.outcome(
      examples: options.examplesPerCode,
      memory: memory,
      partBytes: options.limits.partBytes,
      jobs: jobs
    )
    (balance.objects, balance.values) = (outcome.objects, outcome.values)
    balance.objects.unaccounted += rows.unaccounted
    var examples = rows.examples
    examples.take(outcome.examples)
    noteOmissions(heard, comparison.level)
    noteDamage(rows.damaged)
    try explain(examples)
  }

  private func isFound(_ code: FindingCode) -> Bool {
    trail.findings.kinds.contains { $0.code == code }
  }

  /// Whether nothing of the trail is hidden: what cannot be read may explain what is found.
  var isWhole: Bool { trail.findings.unreadCount == 0 }

  /// How bad a difference is: where nothing is hidden, and it is known in which order the events happened, it is an error.
  private func level(_ events: StateNotes) -> FindingCode.Level {
    let isOpen = isFound(.anyOrder) || isFound(.orderUntold)
    let isOrderKnown =
      !(isFound(.newestFirst) && events.files.contains(where: \.hidesInstants)
      || isOpen && events.files.contains(where: \.hidesOrder))
    return options.isComplete && isWhole && isOrderKnown ? .error : .warning
  }

  private static func open(
    _ location: StateLocation,
    _ schema: StateSchema,
    _ edition: Edition
  ) throws(TrailError) -> any StateSource {
    var isFolder: ObjCBool = false
    // The answer is written while the call lasts.
    guard unsafe FileManager.default.fileExists(atPath: location.path, isDirectory: &isFolder)
    else {
      throw TrailError(FileFailure.sentence(reading: location.path, FileFailure.reason(ENOENT)))
    }
    if isFolder.boolValue {
      return try DocumentState(location.path, schema, location.mapping, edition)
    }
    if let archive = try DocumentState(archive: location.path, schema, location.mapping, edition) {
      return archive
    }
    for end in [".ndjson", ".json", ".jsonl", ".bson", ".gz"]
    where location.path.hasSuffix(end) {
      throw TrailError(
        "\(location.path) is one file: --state is a SQLite file, an archive of mongodump, or a folder with a file for each class, such as Person\(end == ".bson" ? end : ".ndjson")"
      )
    }
    return try SQLiteState(location.path, schema, location.mapping)
  }

  /// The files of the database, in the order of their classes.
  package var stateFiles: [String] { source.paths }
}

extension StateValue {
  /// The text of a primary key, as people write it.
  var keyText: String {
    switch self {
    case .text(let text): text
    case .date(let date, _): date.description
    default: words
    }
  }
}
