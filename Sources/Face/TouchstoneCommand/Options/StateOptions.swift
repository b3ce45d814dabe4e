import ArgumentParser
import Formats
import JSON
import Touchstone
import TrailAnswers
import TrailCheck
import TrailReading
import TrailState

/// With which database a trail is compared, and at which time.
struct StateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Compare what the trail says every object is at the end with a database.",
      discussion: """
        A SQLite file with tables and columns by the names of classes and properties, or a folder with a file for each \
        class, as mongoexport (Person.ndjson) or mongodump (Person.bson) writes them. SQLite opens the file read-only \
        and immutable: nothing is written to it, and a -wal beside it is not read. Takes --schema.
        """,
      valueName: "path"
    )
  )
  var state: String?

  @Option(
    help: ArgumentHelp(
      "A file of JSON with the tables and columns that have other names; the Spec, \"Trails\", describes it.",
      valueName: "path"
    )
  )
  var stateMapping: String?

  @Option(
    help: ArgumentHelp(
      "The instant or day, in UTC, whose state the database has (default: the end of the trail).",
      valueName: "date"
    )
  )
  var at: String?

  /// What is read besides the trail.
  var paths: [String] { [state, stateMapping].compactMap(\.self) }

  /// Refuses options that make no sense together.
  func check(schema: String?, isPartial: Bool) throws {
    guard state != nil else {
      if stateMapping != nil {
        throw ValidationError("--state-mapping is about --state: give both")
      }
      if at != nil { throw ValidationError("--at is the time of a database: give --state as well") }
      return
    }
    guard schema != nil else {
      throw ValidationError("--state needs --schema, which names the keys and types of the classes")
    }
    guard !isPartial else {
      throw ValidationError("--state is about a whole trail, and --partial is about a part of one")
    }
    _ = try instant()
  }

  private func instant() throws -> Int64? {
    guard let at else { return nil }
    return try UTCOffset.zero.lastInstant(at)
  }

  /// The database, if one is given; reads the mapping.
  func location(_ schema: CaseSchema?) throws -> StateLocation? {
    guard let state, let schema else { return nil }
    var location = StateLocation(path: state)
    location.instant = try instant()
    if let path = stateMapping {
      let json = try JSON(text: SuiteText.bytes(of: path, "the mapping"), path: path)
      do throws(JSONFault) { location.mapping = try StateMapping(json, schema) } catch {
        throw TrailError("\(path): \(error.message)")
      }
    }
    return location
  }
}

extension TrailReport {
  /// Takes over how a database differs from the trail.
  mutating func take(_ comparison: Reconciliation, digests: Bool) throws(TrailError) {
    findings.add(contentsOf: comparison.findings)
    balance = comparison.balance
    for file in comparison.stateFiles {
      let input = TrailInput.file(file)
      let digest = digests ? try input.digest() : nil
      provenance.inputs.append(
        TrailProvenance.Input(
          name: file,
          bytes: digest?.bytes ?? input.size ?? 0,
          sha256: digest?.sha256,
          documents: 0
        )
      )
    }
  }
}
