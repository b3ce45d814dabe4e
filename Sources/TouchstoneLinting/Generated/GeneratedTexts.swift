import JSON
import Touchstone

/// The registry of the texts in `Spec/` that are made from the suite, so that no fact is kept by hand in two places.
///
/// A part stands in a chapter between `<!-- generated: NAME -->` and `<!-- end -->`. A file is generated as a whole. To add
/// one, add its entry to ``all``, put the markers where it belongs, and run `touchstone lint --fix`.
struct GeneratedTexts: Sendable {
  /// Makes a text from the suite as it could be read.
  typealias Writer = @Sendable (Suite) -> String

  /// The parts of chapters, by the name in their first marker.
  var parts: [String: Writer] = [:]
  /// Whole files, by their path below `Spec/`, such as `schemas/report.schema.json`.
  var files: [String: Writer] = [:]

  /// Every text that is made.
  static let all = GeneratedTexts(
    parts: LanguageTables.all.mapValues { text in { _ in text } },
    files: [
      "schemas/group-file.schema.json": { _ in GroupFileSchema.json.text(.pretty) + "\n" },
      "schemas/messages.schema.json": { _ in MessagesSchema.json.text(.pretty) + "\n" },
      "schemas/document.schema.json": { _ in GoldenDocument.schema.text(.pretty) + "\n" },
    ]
  )
}
