import Foundation
import JSON
import Testing
import TouchstoneCaseFiles

@testable import Touchstone
@testable import TouchstoneLinting

struct SuiteLintTests {
  @Test func `A suite without a fault has no finding`() {
    let lint = SuiteLint(LintSample.text())
    #expect(lint.lines == [])
    #expect(lint.counts == (1, 2, 0))
  }

  @Test func `What loading refuses is found, and nothing is blamed on what is missing then`() {
    let found = LintSample.findings(cases: [LintSample.makeCase("Not Kebab")])
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("cases/reads/plain.json:15:13: the id \"Not Kebab\"") == true)
  }

  @Test func `The built-in suite is clean`() throws {
    let lint = try SuiteLint(.builtIn)
    #expect(lint.lines == [])
    #expect(lint.counts.cases > 800)
    #expect(lint.counts.documents > 30)
  }

  @Test func `A folder that is not there cannot be looked through`() {
    let error = #expect(throws: SuiteError.self) { try SuiteLint(.folder("/nowhere/at/all")) }
    #expect(error?.code == .unreadable)
  }

  @Test func `Cases of one's own need not show the whole specification`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let chapter = folder.appending(path: "documents")
    try FileManager.default.createDirectory(at: chapter, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let group = LintSample.group([LintSample.makeCase()])
    try Data(group.text().utf8).write(to: chapter.appending(path: "own.json"))
    let lint = try SuiteLint(.folder(folder.path()))
    #expect(lint.lines == [])
    #expect(lint.counts.cases == 1)
    #expect(lint.counts.documents == 0)
  }
}
