import Foundation
import JSON
import TouchstoneCaseFiles

@testable import Touchstone
@testable import TouchstoneBook

/// A written page as its readers see it: anchors, links and text.
struct ReadPage {
  let name: String
  let markup: String

  init(_ file: BookFile) {
    name = file.name
    markup = file.text
  }

  /// Values of an attribute in double quotes, unescaped.
  func values(of attribute: String) -> [String] {
    markup.components(separatedBy: " \(attribute)=\"").dropFirst().compactMap { part in
      part.components(separatedBy: "\"").first.map(Self.unescape)
    }
  }

  private static func unescape(_ text: String) -> String {
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
    return entities.reduce(text) { $0.replacing($1.0, with: $1.1) }
  }
}

extension Book {
  /// The book of the embedded suite, made once for all tests.
  static let whole = Result { () throws(SuiteError) in try Book(.builtIn) }

  /// The files that are pages.
  var pages: [ReadPage] { files.filter { $0.name.hasSuffix(".html") }.map(ReadPage.init) }

  /// A small book of one chapter, one case and one document.
  static func sample(
    chapter: String? = nil,
    title: String = "A person is read",
    notes: String? = nil,
    activity: String = "look",
    retired: [RetiredCase] = [],
    passedByOriginal: [String] = []
  ) throws(SuiteError) -> Book {
    let text =
      chapter
      ?? "# Reads\n\nWhat a read is.\n\n## READ-1 · MUST\n\nIt is recorded.\n\n- Source: S0 \"Reading\"\n"
    let specification = [
      (path: "Spec/README.md", text: "# Specification\n\nWhat it is. [Reads](reads.md)\n"),
      (path: "Spec/reads.md", text: text),
    ]
    let testCase = Case(
      name: "reads/one/a-read",
      title: title,
      conformanceClass: "recording",
      level: .must,
      editions: ["2023", "core"],
      requirements: ["READ-1"],
      needs: [],
      notes: notes,
      schema: [:],
      configuration: [:],
      given: [],
      steps: [["do": "beginScope", "activity": .string(activity), "as": "scope"]],
      expectation: [
        "events": [
          ["event": "read", "activity": .string(activity), "data": ["name": .string(activity)]]
        ]
      ],
      location: TextLocation(file: "Golden/cases/reads/one.json", line: 7)
    )
    let document = """
      {"id": "s0-read", "kind": "payload", "origin": {"document": "S0", "section": "Reading", "caption": null},
       "text": "{\\"a\\": 1}", "value": {"a": 1}, "cases": ["reads/one/a-read"]}
      """
    return Book(
      try BookContent(
        suite: Suite(
          cases: [testCase],
          requirements: Specification(files: specification).requirements,
          retired: retired
        ),
        specification: specification,
        documents: [(path: "Golden/documents/s0-read.json", text: Array(document.utf8))],
        passedByOriginal: passedByOriginal
      )
    )
  }

  func page(_ name: String) -> ReadPage? { pages.first { $0.name == name } }
}
