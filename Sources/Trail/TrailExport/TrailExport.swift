package import Formats
package import JSON
import TrailAnswers
package import TrailReading

/// Writes a trail as what other systems of logs read, one line for each thing that was done.
///
/// It holds one event at a time, however long the trail is.
package struct TrailExport: ~Copyable {
  /// What a trail can be written as.
  package enum Target: String, Sendable, CaseIterable {
    /// `AuditEvent` resources of FHIR R4.
    case fhir
    /// API Activity events of OCSF.
    case ocsf
  }

  private let writer: EventWriter
  private var reader: TrailEventReader

  /// An export of documents of an edition.
  package init(
    to target: Target,
    mapping: ExportMapping = ExportMapping(),
    edition: Edition = .current,
    schema: CaseSchema? = nil,
    primaryKeys: [NamedPrimaryKey] = [],
    includesValues: Bool = false
  ) {
    reader = TrailEventReader(edition: edition, schema: schema, primaryKeys: primaryKeys)
    writer = EventWriter(
      target,
      ExportSettings(
        mapping: mapping,
        includesValues: includesValues,
        patientKey: reader.key(of: mapping.patientClass?.name ?? "")
      )
    )
  }

  /// Reads a file, and hands over each line as a value.
  package mutating func export(
    _ input: TrailInput,
    _ line: (JSON) -> Void
  ) throws(TrailError) {
    let writer = writer
    try reader.read(input) { writer.write($0, line) }
  }

  /// What was read and written, and what was not.
  package var summary: Summary {
    var summary = Summary(documents: reader.documents, lines: writer.lines)
    summary.unread = reader.unread + writer.unwritten
    summary.places =
      reader.findings.map { "\($0.position): \($0.code.rawValue): \($0.sentence)" }
      + writer.unwrittenExamples
    summary.mistakes = writer.usage.mistakes
    if let fault = reader.keyFault { summary.mistakes.append(fault) }
    summary.notes = writer.usage.notes
    if let note = reader.customsNote { summary.notes.append(note) }
    return summary
  }

  /// What an export has to say when everything is read.
  package struct Summary: Sendable {
    /// How many documents were read.
    package var documents: Int
    /// How many lines were written.
    package var lines: Int
    /// How many documents, lines and files are missing, or not there in full.
    package var unread = 0
    /// The first of their places, with the reasons.
    package var places: [String] = []
    /// What the mapping names and the trail contradicts.
    package var mistakes: [String] = []
    /// What a reader of the export should know.
    package var notes: [String] = []

    /// Whether all of the trail was written as the mapping says.
    package var isWhole: Bool { unread == 0 && mistakes.isEmpty }
  }
}
