import ArgumentParser
import Formats
import Foundation
import JSON
import Trail

/// What a trail is held against.
struct CheckOptions: ParsableArguments {
  @Option(
    help: "The edition of the documents: 2023, 2022 or core.",
    transform: { try named($0, "edition") }
  )
  var edition = Edition.current

  @Option(
    help: ArgumentHelp(
      "The last level to look at: document, payload, types or history.",
      valueName: "level"
    ),
    transform: { try named($0, "level") }
  )
  var level = FindingCode.Stage.history

  @Flag(help: "Leave out the history of objects: memory no longer grows with their number.")
  var noHistory = false

  @Flag(help: "Take the trail for complete: each change is in it, and a contradiction is an error.")
  var complete = false

  @Option(help: "The classes of the recorded realm, as the \"schema\" of a case.")
  var schema: String?

  @Option(help: "How many examples of each code are shown.")
  var maxFindings = 20

  @Option(help: "The longest document to be checked, in bytes.")
  var maxDocumentBytes = 128 << 20

  @Flag(help: "Do not look for ids that stand twice, which takes up to 32 bytes an id.")
  var noIds = false

  func validate() throws {
    guard maxFindings >= 0 else { throw ValidationError("--max-findings is not negative") }
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
    options.remembersIds = !noIds
    options.isComplete = complete
    if let schema { options.schema = try Self.readSchema(schema) }
    return options
  }

  static func readSchema(_ path: String) throws -> CaseSchema {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw TrailError("\(path) cannot be read: there is no such file, or it is not readable")
    }
    do {
      return try CaseSchema(JSON(parsing: data))
    } catch let error as JSONError {
      throw TrailError("\(path):\(error.position.line):\(error.position.column): \(error.message)")
    } catch {
      throw TrailError("\(path): \(error)")
    }
  }
}

/// The value of that name, or an error that lists the names there are.
func named<Value: RawRepresentable<String> & CaseIterable>(
  _ name: String,
  _ kind: String
) throws -> Value {
  guard let value = Value(rawValue: name) else {
    let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
    throw ValidationError("there is no \(kind) \(name); known: \(known)")
  }
  return value
}

extension Edition {
  /// The edition of that name, or an error that lists the editions there are.
  init(argument: String) throws { self = try named(argument, "edition") }
}
