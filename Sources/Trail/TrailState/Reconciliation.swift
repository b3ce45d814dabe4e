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
  var schema: StateSchema
  let source: any StateSource
  let inputs: [NamedInput]
  /// What the events say, and behind it what the rows hold.
  var notes: StateNotes
  /// The devices that may have uploaded later than at the instant that is asked for.
  let late: LateDevices?
  var examples: StateExamples
  /// Links that are null in the database alone, under the objects that they led to: a deletion of these explains them.
  var clearedLinks: StateFacts
  /// Whether nothing of the trail is hidden: what cannot be read may explain what is found.
  let isWhole: Bool
  /// The properties of each class that the database does not have, and why.
  var missing: [[Int: String]]

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
    let source = try Self.open(location, schema, options.edition)
    self.source = source
    missing = schema.classes.indices.map { source.missing(of: $0) }
    examples = StateExamples(limit: options.examplesPerCode)
    findings = FindingSummary(examplesPerCode: options.examplesPerCode)
    balance = StateBalance(name: location.path, instant: location.instant)
    isWhole = checked.unreadCount == 0
    clearedLinks = StateFacts(bytes: options.limits.historyMemory / 8)
    let trail = try StateTrail.read(inputs, options, known, until: location.instant, jobs: jobs)
    (notes, late) = (trail.notes, trail.late)
    for number in schema.classes.indices where source.present.contains(number) {
      try readState(number)
    }
    try compare()
    try compareClearedLinks()
    noteOmissions()
    try explain()
  }

  private static func open(
    _ location: StateLocation,
    _ schema: StateSchema,
    _ edition: Edition
  ) throws(TrailError) -> any StateSource {
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: location.path, isDirectory: &isFolder)
    else {
      throw TrailError("\(location.path) cannot be read: \(FileFailure.reason(ENOENT))")
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

  var level: FindingCode.Level { options.isComplete && isWhole ? .error : .warning }
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
