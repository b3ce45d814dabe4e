import Foundation
import JSON
import Testing

/// Commands read the working copy that they are started in, so that an edit is seen without a build.
struct WorkingCopyTests {
  /// A copy of `Spec/` and `Golden/`, in which one case has another title and one requirement another sentence.
  private func editedCopy() throws -> TemporaryFolder {
    let copy = try SmallSuite.copy(of: ["Golden/cases/custom-events"])
    try edit("Golden/cases/custom-events/data.json", in: copy) { text in
      let title = try #require(text.firstMatch(of: /"title": "([^"]*)",\s*"requirements"/))
      return text.replacing(title.output.1, with: "A title that was not built in")
    }
    return copy
  }

  private func edit(
    _ path: String,
    in copy: TemporaryFolder,
    _ change: (String) throws -> String
  ) throws {
    try copy.write(change(copy.text(of: path)), to: path)
  }

  private func titles(_ arguments: [String], in folder: URL?) async throws -> (Set<String>, String)
  {
    let outcome = try await BuiltTouchstone.run(
      ["list", "--json", "--filter", "custom-events/**"] + arguments,
      in: folder
    )
    try #require(outcome.status == 0, "\(outcome.errors)")
    let cases = try JSON(parsing: outcome.output).array ?? []
    return (Set(cases.compactMap { $0["title"]?.string }), outcome.errors)
  }

  @Test func `An edit of a case is seen without a build`() async throws {
    let copy = try editedCopy()
    let (inside, words) = try await titles([], in: copy.url)
    #expect(inside.contains("A title that was not built in"))
    #expect(words == "touchstone: reading this working copy\n")
    let (named, path) = try await titles(["--suite", copy.url.path()], in: nil)
    #expect(named == inside)
    #expect(path == "touchstone: reading the working copy \(copy.url.path())\n")
  }

  @Test func `Elsewhere the suite is the one that was built in`() async throws {
    let empty = try TemporaryFolder()
    let (titles, words) = try await titles([], in: empty.url)
    #expect(!titles.contains("A title that was not built in"))
    #expect(words == "touchstone: reading the built-in suite\n")
  }

  @Test func `An edited case is run and told as it stands`() async throws {
    let copy = try editedCopy()
    let filter = ["--filter", "custom-events/data/*"]
    let run = try await BuiltTouchstone.run(
      ["run"] + filter + ["--report", "json=report.json"],
      in: copy.url
    )
    #expect(run.status == 0, "\(run.output)")
    #expect(try copy.text(of: "report.json").contains("A title that was not built in"))
  }

  @Test func `A folder that is not a working copy is refused`() async throws {
    let empty = try TemporaryFolder()
    let outcome = try await BuiltTouchstone.run(["list", "--suite", empty.url.path()])
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.hasSuffix("is not a working copy of this project: it has no Golden/cases\n")
    )
  }

  @Test(arguments: ["--suite", "--cases"])
  func `An empty path is not the current folder`(_ option: String) async throws {
    let outcome = try await BuiltTouchstone.run(["list", option, ""])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("\(option) takes the path of a folder, not an empty one"))
  }

  @Test func `A copy of the suite without its program is one, and what else it lacks is named`()
    async throws
  {
    let copy = try editedCopy()
    try FileManager.default.removeItem(at: copy.url.appending(path: "Sources"))
    #expect(
      try await titles(["--suite", copy.url.path()], in: nil).0.contains(
        "A title that was not built in"
      )
    )
    let lint = try await BuiltTouchstone.run(["lint", "--suite", copy.url.path()])
    #expect(!lint.errors.contains("Sources"), "\(lint.errors)")
    try FileManager.default.removeItem(at: copy.url.appending(path: "Spec"))
    let outcome = try await BuiltTouchstone.run(["list", "--suite", copy.url.path()])
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasSuffix("is not a working copy of this project: it has no Spec\n"))
  }
}
