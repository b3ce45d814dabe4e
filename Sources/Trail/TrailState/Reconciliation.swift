import Formats
import Foundation
import JSON
package import TrailCheck
package import TrailReading

/// Compares what a trail says every object is at the end with what is in a database.
package struct Reconciliation {
  /// What was found, with the event that last spoke of each value.
  package internal(set) var findings: FindingSummary
  /// What the trail accounts for.
  package internal(set) var balance: StateBalance

  let options: TrailOptions
  let location: StateLocation
  let schema: StateSchema
  let source: any StateSource
  let inputs: [NamedInput]
  /// Whether nothing of the trail is hidden: what cannot be read may explain what is found.
  let isWhole: Bool
  /// Whether it is known in which order its events happened.
  private(set) var isOrderKnown = true

  /// Reads the trail, in several threads if it is large, and the database; `checked` is what a check has found in the trail.
  package init(
    of inputs: [NamedInput],
    with location: StateLocation,
    _ options: TrailOptions,
    checked: FindingSummary = FindingSummary(),
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
    schema = StateSchema(known, edition: options.edition)
    if let fault = schema.fault { throw TrailError(fault) }
    source = try Self.open(location, schema, options.edition)
    findings = FindingSummary(examplesPerCode: options.examplesPerCode)
    balance = StateBalance(name: location.path, instant: location.instant)
    isWhole = checked.unreadCount == 0
    let tables = StateTables(of: source, schema)
    let memory = options.limits.historyMemory / 8
    let (rows, (events, late)) = try Self.read(
      beside: jobs > 1,
      rows: { [source, schema] () throws(TrailError) in
        try StateRows(
          of: source,
          tables,
          schema,
          examples: options.examplesPerCode,
          memory: memory * 3
        )
      },
      trail: { () throws(TrailError) in
        try StateTrail.read(
          inputs,
          options,
          known,
          until: location.instant,
          memory: memory * 4,
          jobs: jobs
        )
      }
    )
    let codes = checked.kinds.map(\.code)
    let isOpen = codes.contains(.anyOrder) || codes.contains(.orderUntold)
    isOrderKnown =
      !(codes.contains(.newestFirst) && events.files.contains(where: \.hidesInstants)
      || isOpen && events.files.contains(where: \.hidesOrder))
    let comparison = StateComparison(
      schema: schema,
      tables: tables,
      events: events,
      rows: rows.facts,
      damaged: rows.damaged,
      files: inputs.map(\.name),
      level: level,
      isOrdered: !codes.contains(.anyOrder)
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
    noteOmissions(events, late)
    noteDamage(rows.damaged)
    try explain(examples)
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

  private static func open(
    _ location: StateLocation,
    _ schema: StateSchema,
    _ edition: Edition
  ) throws(TrailError) -> any StateSource {
    var isFolder: ObjCBool = false
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

  var level: FindingCode.Level { options.isComplete && isWhole && isOrderKnown ? .error : .warning }
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
