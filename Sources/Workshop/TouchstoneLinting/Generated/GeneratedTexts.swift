import JSON
import Touchstone

/// The registry of the texts in `Spec/` that are made from the suite, so that no fact is kept by hand in two places.
///
/// A part stands in a chapter between `<!-- generated: NAME -->` and `<!-- end -->`. A file is generated as a whole. To add
/// one, add its entry to ``suite``, put the markers where it belongs, and run `touchstone lint --fix`.
package struct GeneratedTexts: Sendable {
  /// Makes a text from the suite as it could be read.
  typealias Writer = @Sendable (Suite) -> String

  /// The parts of chapters, by the name in their first marker.
  var parts: [String: Writer] = [:]
  /// Whole files, by their path below `Spec/`, such as `schemas/report.schema.json`.
  var files: [String: Writer] = [:]
  /// The codes of a checker by the requirement that they cite, where they are known.
  var codes: [String: [String]] = [:]

  /// Every text that is made from the suite itself.
  package static let suite = GeneratedTexts(
    parts: LanguageTables.all.mapValues { text in { _ in text } },
    files: [
      "schemas/group-file.schema.json": { _ in GroupFileSchema.json.text(.pretty) + "\n" },
      "schemas/messages.schema.json": { _ in MessagesSchema.json.text(.pretty) + "\n" },
      "schemas/document.schema.json": { _ in GoldenDocument.schema.text(.pretty) + "\n" },
    ]
  )

  /// These and what a module above makes: further parts, and the codes that check requirements.
  package func with(
    parts: [String: String],
    codes: [String: [String]]
  ) -> GeneratedTexts {
    var texts = self
    for (name, text) in parts { texts.parts[name] = { _ in text } }
    texts.codes = codes
    return texts
  }

  /// A table in Markdown; a cell that says nothing is a dash.
  package static func table(_ head: [String], _ rows: [[String]]) -> String {
    let lines = ([head, head.map { _ in "---" }] + rows).map { cells in
      "| " + cells.map { $0.isEmpty ? "–" : $0 }.joined(separator: " | ") + " |"
    }
    return lines.joined(separator: "\n")
  }
}
