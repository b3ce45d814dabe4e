import Touchstone
import JSON
import ArgumentParser
import Formats
import TouchstoneReports
import TrailCheck
import TrailReading

/// What a trail is held against.
struct CheckOptions: ParsableArguments {
  @Option(help: "The edition of the documents.")
  var edition = Edition.current

  @Option(help: "The last level to look at.")
  var level = FindingCode.Stage.history

  @Flag(help: "Leave out the history of objects: memory no longer grows with their number.")
  var noHistory = false

  @Flag(help: "Take the trail for complete: each change is in it, and a contradiction is an error.")
  var complete = false

  @Option(
    help: ArgumentHelp(
      "The classes of the recorded realm: as the \"schema\" of a case, as JSON schemas of App Services, or a folder of those.",
      valueName: "path"
    )
  )
  var schema: String?

  @OptionGroup var keys: PrimaryKeyOptions

  @Option(help: "How many examples of each code are shown.")
  var maxFindings = 20

  @Option(help: "The longest document to be checked, in bytes.")
  var maxDocumentBytes = 128 << 20

  @Option(help: "How many MiB histories and ids may take in memory; the rest is on disk.")
  var memory = 512

  @Flag(help: "Do not look for ids that stand twice.")
  var noIds = false

  @Option(
    help: ArgumentHelp(
      "A metadata field that every event must have, not empty. May be given several times.",
      valueName: "field"
    )
  )
  var require: [String] = []

  @Option(
    help: ArgumentHelp(
      "The metadata field that names the user, for the report (default: username, user, userId or user_id).",
      valueName: "field"
    )
  )
  var userField: [String] = []

  func validate() throws {
    guard !complete || level == .history && !noHistory else {
      let reason = noHistory ? "--no-history" : "--level \(level.rawValue)"
      throw ValidationError(
        "--complete is a claim about histories, which \(reason) leaves out: give one of them only"
      )
    }
    guard try keys.keys(schema: schema).isEmpty || level > .document else {
      throw ValidationError("--primary-key is about payloads, which --level document leaves out")
    }
    if let field = require.first(where: Self.ownFields.contains) {
      throw ValidationError("\(field) is not metadata: each event has it, or is found not to")
    }
    if require.contains(where: { $0.allSatisfy(\.isWhitespace) }) {
      throw ValidationError("--require is the name of a metadata field, and not blank")
    }
    guard maxFindings >= 0 else { throw ValidationError("--max-findings is not negative") }
    guard (1...(1 << 20)).contains(memory) else {
      throw ValidationError("--memory is between 1 and \(1 << 20) MiB")
    }
    guard (1...(1 << 30)).contains(maxDocumentBytes) else {
      throw ValidationError("--max-document-bytes is between 1 and \(1 << 30)")
    }
  }

  /// The options as the check takes them; reads the schema.
  func trailOptions() throws -> TrailOptions {
    var options = TrailOptions()
    options.edition = edition
    options.stage = noHistory ? min(level, .types) : level
    options.examplesPerCode = maxFindings
    options.limits.documentBytes = maxDocumentBytes
    options.limits.memory = memory << 20
    options.remembersIds = !noIds
    options.isComplete = complete
    options.requiredFields = Array(Set(require)).sorted()
    if !userField.isEmpty { options.userFields = userField }
    options.primaryKeys = try keys.keys(schema: schema)
    if let schema {
      options.schema = try Self.readSchema(schema)
      options.schemaFile = try schemaFile
    }
    options.origin = TrailOrigin(command: CommandLine.arguments)
    return options
  }

  /// The file of the schema with its digest; nil if there is none.
  var schemaFile: TrailProvenance.SchemaFile? {
    get throws {
      try schema.map {
        TrailProvenance.SchemaFile(name: $0, sha256: try TrailInput.file($0).digest().sha256)
      }
    }
  }

  private static let ownFields = [
    "_id", "_partition", "activity", "scope", "event", "data", "timestamp",
  ]

  static func readSchema(_ path: String) throws -> CaseSchema { try SchemaFile.read(path) }
}
