import Foundation
import JSON
import TestSupport
import Testing

@testable import Touchstone
@testable import TouchstoneBook

struct BookTests {
  @Test func `Every requirement, case and document of the suite stands on one page`() throws {
    let suite = try Suite.embedded()
    var counts: [String: Int] = [:]
    for page in try Book.whole.get().pages {
      for id in page.values(of: "id") { counts[id, default: 0] += 1 }
    }
    let documents = SuiteText.embedded.documents.map {
      $0.path.replacing("Golden/documents/", with: "").replacing(".json", with: "")
    }
    #expect(!documents.isEmpty)
    for name in Array(suite.requirements.keys) + suite.cases.map(\.name) + documents {
      #expect(counts[name] == 1, "\(name)")
    }
  }

  @Test func `A requirement without an example of its own is shown by the only examples of others`()
    throws
  {
    let suite = try Suite.embedded()
    let index = BookIndex(
      try BookContent(
        suite: suite,
        specification: SuiteText.embeddedSpecification,
        documents: []
      )
    )
    for id in Set(suite.cases.flatMap(\.requirements)) where index.cases(toldAt: id).isEmpty {
      for testCase in index.casesByRequirement[id] ?? [] {
        let home = try #require(index.homes[testCase.name])
        #expect(index.cases(toldAt: home) == [testCase], "\(id)")
      }
    }
  }

  @Test func `Every link within the book leads to something`() throws {
    let book = try Book.whole.get()
    let names = Set(book.files.map(\.name))
    let pages = book.pages
    let anchors = Dictionary(
      uniqueKeysWithValues: pages.map { ($0.name, Set($0.values(of: "id"))) }
    )
    var count = 0
    for page in pages {
      for address in Set(page.values(of: "href") + page.values(of: "src")) {
        if address.hasPrefix("https://") || address == "data:," { continue }
        count += 1
        let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts[0].isEmpty ? page.name : String(parts[0])
        #expect(names.contains(name), "\(page.name): \(address)")
        if parts.count == 2 {
          let isThere = anchors[name]?.contains(String(parts[1])) == true
          #expect(isThere, "\(page.name): \(address)")
        }
      }
    }
    #expect(count > 1000)
  }

  @Test func `Everything that can be searched for leads to something`() throws {
    let book = try Book.whole.get()
    let script = try #require(book.files.first { $0.name == BookPages.search }).text
    let json = try JSON(
      parsing: Array(script.dropFirst("window.touchstoneIndex = ".count).dropLast(2).utf8)
    )
    let entries = try #require(json.array)
    let suite = try Suite.embedded()
    #expect(entries.count > suite.cases.count + suite.requirements.count)
    let anchors = Set(
      book.pages.flatMap { page in
        page.values(of: "id").map { "\(page.name)#\($0)" } + [page.name]
      }
    )
    for entry in entries {
      let address = try #require(entry[4]?.string)
      #expect(anchors.contains(address), "\(address)")
    }
  }

  @Test func `No page has an anchor twice`() throws {
    for page in try Book.whole.get().pages {
      let ids = page.values(of: "id")
      #expect(Set(ids).count == ids.count, "\(page.name)")
    }
  }

  @Test func `The same suite gives the same bytes`() throws {
    #expect(try Book.sample().files == Book.sample().files)
  }

  @Test func `A requirement, its case and its document are linked both ways`() throws {
    let book = try Book.sample()
    let chapter = try #require(book.page("reads.html"))
    let document = try #require(book.page("golden-s0.html"))
    #expect(chapter.values(of: "href").contains("golden-s0.html#s0-read"))
    #expect(chapter.values(of: "href").contains("#READ-1"))
    #expect(document.values(of: "href").contains("reads.html#reads/one/a-read"))
    #expect(document.values(of: "href").contains("reads.html#READ-1"))
  }

  @Test func `What does not apply to every edition says to which it does`() throws {
    let chapter = try #require(try Book.sample().page("reads.html"))
    #expect(chapter.values(of: "data-editions").allSatisfy { $0 == "2023 core" })
    #expect(!chapter.values(of: "data-editions").isEmpty)
    #expect(chapter.values(of: "data-notice") == ["2022"])
    #expect(chapter.markup.contains("not in edition 2022: 1 requirement and 1 case."))
  }

  @Test func `The plainest example comes first`() {
    func makeCase(_ name: String, _ requirements: [String], editions: [String]? = nil) -> Case {
      var result = Sample.makeCase(steps: [["do": "events"]])
      result.name = "reads/one/" + name
      result.requirements = requirements
      result.editions = editions
      return result
    }
    var long = makeCase("a", ["READ-1"])
    long.steps += long.steps
    let cases = [
      long, makeCase("b", ["READ-1", "READ-2"]), makeCase("c", ["READ-1"], editions: ["core"]),
      makeCase("d", ["READ-1"]),
    ]
    let specification = [
      (path: "Spec/reads.md", text: "# R\n\n## READ-1 · MUST\n\nText.\n\n- Source: S0\n")
    ]
    let requirements = Specification(files: specification).requirements
    let names = try? BookIndex(
      BookContent(
        suite: Suite(cases: cases, requirements: requirements),
        specification: specification,
        documents: []
      )
    ).cases(toldAt: "READ-1").map(\.name)
    #expect(names == ["reads/one/d", "reads/one/a", "reads/one/b", "reads/one/c"])
  }

  @Test func `A schema that a chapter links to is in the book`() throws {
    let book = try Book.whole.get()
    let schema = try #require(book.files.first { $0.name == "schemas-document.schema.json" })
    #expect(throws: Never.self) { try JSON(parsing: Array(schema.text.utf8)) }
    let chapter = try #require(book.page("documents.html"))
    #expect(chapter.values(of: "href").contains(schema.name))
  }

  @Test func `The list of cases under a requirement is not shown beside the cases themselves`()
    throws
  {
    let book = try Book.sample(
      chapter:
        "# Reads\n\n## READ-1 · MUST\n\nText.\n\n- Source: S0\n- Cases: `reads/one/` a-read\n"
    )
    let page = try #require(book.page("reads.html"))
    #expect(page.markup.contains("<dt>Source</dt>"))
    #expect(!page.markup.contains("<dt>Cases</dt>"))
  }

  @Test func `A former name leads to its successor`() throws {
    let book = try Book.sample(retired: [
      RetiredCase(name: "reads/old/one", successor: "reads/one/a-read")
    ])
    let page = try #require(book.page("all-cases.html"))
    #expect(
      page.markup.contains(
        "<code>reads/old/one</code> is now <a href=\"reads.html#reads/one/a-read\">"
      )
    )
  }

  @Test func `A chapter that would hide another page is refused`() {
    #expect(throws: SuiteError.self) {
      try BookContent(
        suite: Suite(cases: []),
        specification: [("Spec/README.md", "# A\n"), ("Spec/specification.md", "# B\n")],
        documents: []
      )
    }
    #expect(throws: SuiteError.self) {
      try BookContent(
        suite: Suite(cases: []),
        specification: [("Spec/index.md", "# A\n")],
        documents: []
      )
    }
  }

  @Test func `A document without its origin is refused where it stands`() {
    let error = #expect(throws: SuiteError.self) {
      try BookContent(
        suite: Suite(cases: []),
        specification: [],
        documents: [("Golden/documents/a.json", Array("{\"id\": \"a\"}".utf8))]
      )
    }
    #expect(error?.faults.first?.location?.file == "Golden/documents/a.json")
  }
}
