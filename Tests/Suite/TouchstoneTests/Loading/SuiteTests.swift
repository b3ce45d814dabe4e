import Foundation
import JSON
import Testing

@testable import Touchstone
@testable import TouchstoneCaseFiles

struct SuiteTests {
  private static let requirement = "## READ-1 · MUST\n\nText.\n\n- Source: S0\n"

  private func testCase(
    _ name: String,
    class conformanceClass: String = "recording",
    editions: [String]? = nil
  ) -> Case {
    Case(
      name: name,
      title: "A person is read",
      conformanceClass: conformanceClass,
      level: .must,
      editions: editions,
      requirements: ["READ-1"],
      needs: [],
      notes: nil,
      schema: [:],
      configuration: [:],
      given: [],
      steps: [],
      expectation: [:],
      location: TextLocation(file: "a.json", line: 1)
    )
  }

  private var suite: Suite {
    Suite(
      cases: [
        testCase("reads/queries/one"), testCase("reads/queries/two"), testCase("reads/links/one"),
        testCase("scopes/nested/inner", editions: ["2023", "core"]),
        testCase("flexible/basic/only", class: "flexible-sync"),
      ],
      retired: [RetiredCase(name: "reads/old/one", successor: "reads/links/one")]
    )
  }

  private func names(
    edition: String = "2023",
    class conformanceClass: String = "recording",
    _ filter: String? = nil
  ) throws -> [String] {
    try suite.selecting(edition: edition, class: conformanceClass, filter: filter).cases.map(\.name)
  }

  @Test func `A selection keeps to its class and edition`() throws {
    #expect(try names().count == 4)
    #expect(try names(edition: "2022").count == 3)
    #expect(try names(class: "flexible-sync") == ["flexible/basic/only"])
  }

  @Test func `A filter is a pattern for full names`() throws {
    #expect(try names("reads/**").count == 3)
    #expect(try names("*/*/one") == ["reads/queries/one", "reads/links/one"])
    #expect(try names("scopes/nested/inner") == ["scopes/nested/inner"])
  }

  @Test(arguments: [
    ("reads", "\"reads/**\""), ("reads/queries", "\"reads/queries/**\""),
    ("reads/querys/**", "\"reads/queries/**\""),
    ("reads/*", "\"reads/**\""), ("raeds/links/one", "\"reads/links/one\""),
    ("inner", "\"scopes/nested/inner\""), ("reads/other/*", "\"reads/**\""),
    ("reads/old/one", "it is reads/links/one now"), ("flexible/**", "another class or edition"),
  ])
  func `A filter that selects nothing is refused with what may be meant`(
    filter: String,
    hint: String
  ) {
    let error = #expect(throws: SuiteError.self) { try names(filter) }
    #expect(error?.code == .nothingSelected)
    #expect(error?.description.contains(hint) == true, "\(error?.description ?? "")")
  }

  @Test func `Editions and classes that do not exist are refused, and those without a case`() {
    #expect(throws: SuiteError.self) { try names(edition: "2024") }
    #expect(throws: SuiteError.self) { try names(class: "recordings") }
    #expect(throws: SuiteError.self) { try names(class: "recordings") }
  }

  @Test func `A case is found by its name or by an end that is its alone`() throws {
    #expect(try suite.named("reads/queries/two").name == "reads/queries/two")
    #expect(try suite.named("two").name == "reads/queries/two")
    #expect(try suite.named("links/one").name == "reads/links/one")
    let ambiguous = #expect(throws: SuiteError.self) { try suite.named("one") }
    #expect(ambiguous?.description.contains("reads/queries/one, reads/links/one") == true)
    // The end of a part is not the end of a name.
    #expect(throws: SuiteError.self) { try suite.named("wo") }
    let mistyped = #expect(throws: SuiteError.self) { try suite.named("reads/queries/too") }
    #expect(mistyped?.description.contains("did you mean \"reads/queries/two\"") == true)
  }

  @Test func `Cases stand in the order of the table of contents`() throws {
    var text = SuiteText()
    text.specification = [
      (
        "Spec/README.md",
        "# S\n\nSee [Reads](reads.md).\n\n1. [Writes](writes.md)\n2. [Reads](reads.md#top)\n"
      ),
      ("Spec/reads.md", Self.requirement),
    ]
    for way in ["appendix/a.json", "reads/b.json", "reads/a.json", "writes/z.json"] {
      text.addGroup(way, shownAs: "Golden/cases/" + way, text: Array(GroupText().text.utf8))
    }
    let suite = try Suite(reading: text)
    #expect(
      suite.cases.map(\.name) == ["writes/z/one", "reads/a/one", "reads/b/one", "appendix/a/one"]
    )
    #expect(suite.cases[0].location.file == "Golden/cases/writes/z.json")
    #expect(suite.requirementsWithoutCase == [])
  }

  @Test func `A requirement without a case is known, unless nothing can show it`() throws {
    var text = SuiteText()
    let more =
      "\n## READ-2 · MUST\n\nText.\n\n- Source: S0\n\n## READ-3 · MAY\n\nText.\n\n- Source: S0\n- Not observable: no\n"
    text.specification = [("Spec/reads.md", Self.requirement + more)]
    text.addGroup("reads/a.json", shownAs: "reads/a.json", text: Array(GroupText().text.utf8))
    #expect(try Suite(reading: text).requirementsWithoutCase.map(\.id) == ["READ-2"])
  }

  @Test func `Faults of all files are one error, sorted`() {
    var text = SuiteText()
    text.specification = [("Spec/reads.md", "## READ-1 · OFTEN\n")]
    text.addGroup("b/a.json", shownAs: "b/a.json", text: Array("[".utf8))
    text.addGroup("a/B.json", shownAs: "a/B.json", text: [])
    text.addGroup("a/b/c.json", shownAs: "a/b/c.json", text: [])
    let error = #expect(throws: SuiteError.self) { try Suite(reading: text) }
    #expect(error?.code == .malformed)
    #expect(
      error?.faults.map { $0.location?.file } == [
        "Spec/reads.md", "a/B.json", "a/b/c.json", "b/a.json",
      ]
    )
  }

  @Test(
    arguments: [
      ("[{\"name\": \"a/b/c\", \"reason\": \"it was wrong\"}]", nil),
      ("[{\"name\": \"a/b/c\", \"successor\": \"reads/a/one\"}]", nil), ("[]", nil),
      ("{}", "must be an array"),
      ("[{\"name\": \"a/b/c\"}]", "has a \"successor\" or a \"reason\""),
      ("[{\"name\": \"reads/a/one\", \"reason\": \"gone\"}]", "a case has it"),
      ("[{\"name\": \"a/b/c\", \"successor\": \"reads/a/on\"}]", "(did you mean \"reads/a/one\"?)"),
      (
        "[{\"name\": \"a\", \"reason\": \"b\"}, {\"name\": \"a\", \"reason\": \"b\"}]",
        "is there twice"
      ),
      ("[", ""),
    ] as [(String, String?)]
  )
  func `Former names are forwarded to cases that exist`(retired: String, message: String?) throws {
    var text = SuiteText()
    text.specification = [("Spec/reads.md", Self.requirement)]
    text.addGroup("reads/a.json", shownAs: "reads/a.json", text: Array(GroupText().text.utf8))
    text.retired = ("retired.json", Array(retired.utf8))
    guard let message else {
      #expect(try Suite(reading: text).cases.count == 1)
      return
    }
    let error = #expect(throws: SuiteError.self) { try Suite(reading: text) }
    #expect(error?.faults.count == 1)
    #expect(error?.description.hasPrefix("retired.json:1:") == true)
    #expect(
      message.isEmpty || error?.description.contains(message) == true,
      "\(error?.description ?? "")"
    )
  }

  @Test(arguments: [true, false])
  func `A folder of chapters is read, and one that holds it`(isNested: Bool) throws {
    let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: root) }
    let chapters = isNested ? root.appending(path: "cases") : root
    try Self.write(GroupText().text, to: chapters.appending(path: "reads/people.json"))
    try Self.write(Self.requirement, to: root.appending(path: "Spec/reads.md"))
    let suite = try Suite(directory: root.path())
    #expect(suite.cases.map(\.name) == ["reads/people/one"])
    #expect(suite.requirements.keys.sorted() == ["READ-1"])
    #expect(suite.cases[0].location.line == 7)
  }

  @Test func `A folder that is not there, or holds no case, is refused`() throws {
    #expect(throws: SuiteError.self) { try Suite(directory: "/nowhere/at all") }
    let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: root) }
    try Self.write("no case", to: root.appending(path: "README.txt"))
    let error = #expect(throws: SuiteError.self) { try Suite(directory: root.path()) }
    #expect(error?.description.contains("holds no group file") == true)
  }

  @Test func `The built-in suite has no fault, and a case for every requirement that one can show`()
    throws
  {
    let suite = try Suite.embedded()
    #expect(suite.cases.count > 100)
    #expect(Set(suite.cases.map(\.name)).count == suite.cases.count)
    #expect(suite.requirementsWithoutCase.map(\.id) == [])
  }

  private static func write(_ text: String, to file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: file)
  }
}
