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
  var facts: StateFacts
  var examples: StateExamples
  var files: [StateFile] = []
  /// The embedded classes of which an event names changes: those do not name the objects that hold them (WRITE-25).
  var changedInPlace: Set<Int> = []
  /// The objects that an event deletes, and their classes: links to them are cleared without an event (MERGE-7).
  var deleted: Set<UInt64> = [], deletedClasses: Set<Int> = []
  /// Whether nothing of the trail is hidden: what cannot be read may explain what is found.
  let isWhole: Bool
  var undated = 0
  /// The properties of each class that the database does not have, and why.
  var missing: [[Int: String]]

  /// How the documents of a file follow each other.
  struct StateFile {
    var last: Int64?
    var rises = 0, falls = 0
    /// Whether the newest document comes first.
    var isNewestFirst: Bool { falls > rises }

    mutating func note(_ time: Int64) {
      if let last {
        if time > last { rises += 1 } else if time < last { falls += 1 }
      }
      last = time
    }
  }

  /// Reads the trail and the database; `checked` is what a check has found in the trail.
  package init(
    of inputs: [NamedInput],
    with location: StateLocation,
    _ options: TrailOptions,
    checked: FindingSummary = FindingSummary()
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
    facts = StateFacts(bytes: options.limits.historyMemory)
    examples = StateExamples(limit: options.examplesPerCode)
    findings = FindingSummary(examplesPerCode: options.examplesPerCode)
    balance = StateBalance(name: location.path, instant: location.instant)
    isWhole = checked.unreadCount == 0
    for input in inputs { try readTrail(input) }
    for number in schema.classes.indices where source.present.contains(number) {
      try readState(number)
    }
    try compare()
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
    for end in [".ndjson", ".json", ".jsonl", ".bson", ".archive", ".gz"]
    where location.path.hasSuffix(end) {
      throw TrailError(
        "\(location.path) is one file: --state is a SQLite file, or a folder with a file for each class, such as Person\(end == ".bson" ? end : ".ndjson")"
      )
    }
    return try SQLiteState(location.path, schema, location.mapping)
  }

  /// The files of the database, in the order of their classes.
  package var stateFiles: [String] {
    source is SQLiteState ? [source.name] : source.present.sorted().map(source.place)
  }

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
