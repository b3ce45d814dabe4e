import Foundation
import Testing

@testable import Touchstone
@testable import TouchstoneCaseFiles
@testable import TouchstoneLinting

struct GeneratedTextTests {
  private static let texts = GeneratedTexts(
    parts: [
      "titles": { suite in suite.cases.map { "- \($0.title)" }.joined(separator: "\n") },
      "count": { suite in "\(suite.cases.count)" },
    ],
    files: ["schemas/sample.schema.json": { _ in "{\n}\n" }]
  )

  private static let prose = """
    # Reads

    Written by hand, with   odd spaces.

    <!-- generated: titles -->
    - A login is recorded
    <!-- end -->

    ```
    <!-- generated: example -->
    ```

    There is <!-- generated: nothing --> here, and

    <!-- generated: count -->
    1
    <!-- end -->

    ## READ-1 · MUST

    A read MUST be recorded.

    - Source: S3 "Reads";
      observed
    - Cases: `reads/plain/` recorded

    ## READ-2 · SHOULD

    Nobody SHOULD see how.

    - Source: observed
    - Not observable: it is inside.

    The end.

    """

  /// The texts of a working copy with this chapter.
  private func text(_ chapter: String, schema: String? = "{\n}\n") -> SuiteText {
    var text = LintSample.text(specification: chapter)
    text.specificationFolder = "Spec"
    if let schema { text.schemas.append(("Spec/schemas/sample.schema.json", Array(schema.utf8))) }
    return text
  }

  private func findings(_ chapter: String, schema: String? = "{\n}\n") -> [String] {
    let text = text(chapter, schema: schema)
    var faults: [SuiteFault] = []
    let suite = Suite(reading: text, faults: &faults)
    let subject = LintSubject(text: text, suite: suite, isComplete: faults.isEmpty)
    return GeneratedTextIsFresh(texts: Self.texts).findings(in: subject).map(\.description)
  }

  /// The chapter as it is after it was brought up to date.
  private func fixed(_ chapter: String) -> String? {
    let text = text(chapter)
    var faults: [SuiteFault] = []
    let suite = Suite(reading: text, faults: &faults)
    return Self.texts.files(of: text, suite).files.first?.fresh
  }

  @Test func `What is up to date has no finding`() {
    #expect(findings(Self.prose) == [])
    #expect(fixed(Self.prose) == nil)
  }

  @Test(arguments: [
    ("- A login is recorded\n", "- A login\n", 6, "the generated part \"titles\""),
    ("- A login is recorded\n", "", 6, "the generated part \"titles\""),
    ("\n1\n", "\n1\n2\n", 17, "the generated part \"count\""),
    ("` recorded\n", "` recorded,\n  other\n", 25, "the list of the cases of READ-1"),
    ("- Cases: `reads/plain/` recorded\n", "", 25, "the list of the cases of READ-1"),
    (
      "it is inside.\n", "it is inside.\n- Cases: `reads/plain/` gone\n", 33,
      "the list of the cases of READ-2"
    ),
  ])
  func `What is out of date is found, and brought up to date`(
    fresh: String,
    stale: String,
    line: Int,
    part: String
  ) {
    let chapter = Self.prose.replacing(fresh, with: stale)
    #expect(
      findings(chapter) == [
        "Spec/reads.md:\(line):1: \(part) is out of date: run \"touchstone lint --fix\""
      ]
    )
    #expect(fixed(chapter) == Self.prose)
  }

  @Test(arguments: [
    (
      "generated: count", "generated: cuont", 15,
      "writes no part \"cuont\" (did you mean \"count\"?)"
    ),
    ("generated: count", "generated count", 15, "a marker reads"),
    ("1\n<!-- end -->", "1", 15, "the generated part \"count\" lacks its \"<!-- end -->\""),
    ("recorded\n<!-- end -->", "recorded", 5, "the generated part \"titles\" lacks its"),
    ("<!-- generated: count -->\n", "", 16, "there is no \"<!-- generated: … -->\""),
  ])
  func `A marker that is wrong is found, and nothing is written there`(
    right: String,
    wrong: String,
    line: Int,
    message: String
  ) {
    let chapter = Self.prose.replacing(right, with: wrong)
    let findings = findings(chapter)
    #expect(findings.contains { $0.hasPrefix("Spec/reads.md:\(line):1: ") && $0.contains(message) })
    #expect(fixed(chapter) == nil)
  }

  @Test func `A part that no chapter has is found`() {
    let chapter = Self.prose.replacing("<!-- generated: count -->\n1\n<!-- end -->\n", with: "")
    #expect(findings(chapter) == ["no chapter has the marker \"<!-- generated: count -->\""])
  }

  @Test func `A generated file that differs or is not there is found`() {
    let message = "this file is out of date: run \"touchstone lint --fix\""
    #expect(
      findings(Self.prose, schema: "{\n\"a\": 1\n}\n") == [
        "Spec/schemas/sample.schema.json:2:1: \(message)"
      ]
    )
    #expect(
      findings(Self.prose, schema: nil) == ["Spec/schemas/sample.schema.json:1:1: \(message)"]
    )
  }

  @Test func `A specification of one's own need not list its cases`() {
    let chapter = Self.prose.replacing("- Cases: `reads/plain/` recorded\n", with: "")
      .replacing("<!-- end -->", with: "")
    let lines = SuiteLint(LintSample.text(specification: chapter)).lines
    #expect(lines == [])
  }

  @Test func `Long lists are wrapped, and sorted by group`() {
    let cases = (1...12).map {
      LintSample.makeCase("a-rather-long-name-of-a-case-\($0)", title: "\($0)")
    }
    var text = LintSample.text(
      [
        "reads/plain": LintSample.group(cases),
        "reads/more": LintSample.group([LintSample.makeCase()]),
      ],
      specification: Self.prose
    )
    text.specificationFolder = "Spec"
    var faults: [SuiteFault] = []
    let suite = Suite(reading: text, faults: &faults)
    let fresh = Self.texts.files(of: text, suite).files.first?.fresh ?? ""
    let lines = fresh.split(separator: "\n")
    #expect(
      lines.contains {
        $0.hasPrefix("- Cases: `reads/more/` recorded; `reads/plain/` a-rather-long")
      }
    )
    #expect(lines.contains { $0.hasPrefix("  a-rather-long-name-of-a-case-") })
    #expect(lines.allSatisfy { $0.count <= 120 })
  }

  @Test func `Files are rewritten once, and the second time nothing changes`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(
      at: folder.appending(path: "schemas"),
      withIntermediateDirectories: true
    )
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "reads.md").path()
    func read() throws -> SuiteText {
      var text = LintSample.text(
        specification: String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
      )
      text.specification[0].path = path
      text.specificationFolder = folder.path()
      let schema = folder.path() + "/schemas/sample.schema.json"
      if let bytes = try? Data(contentsOf: URL(filePath: schema)) {
        text.schemas.append((schema, Array(bytes)))
      }
      return text
    }
    try Data(Self.prose.replacing("\n1\n", with: "\n7\n").utf8).write(to: URL(filePath: path))
    let first = try SuiteLint.fix(try read(), Self.texts)
    #expect(first == [path, folder.path() + "/schemas/sample.schema.json"])
    #expect(try read().specification[0].text == Self.prose)
    #expect(try SuiteLint.fix(try read(), Self.texts) == [])
  }
}
