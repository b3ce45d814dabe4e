import Foundation
import Testing

/// What `touchstone check` does with files and arguments, as people and build servers see it.
struct CheckCommandTests {
  private static let document =
    #"{"_id":{"$oid":"62b4804c15659310991e5e0a"},"_partition":"events-62b4804b15659310991e5e09","activity":"login","timestamp":{"$date":"2022-06-23T15:01:31.941Z"}}"#

  /// Runs the command in a folder with these files.
  private func check(
    _ arguments: [String],
    files: [String: String] = [:],
    input: String = "",
    in folder: TemporaryFolder? = nil
  ) async throws -> BuiltTouchstone.Outcome {
    let folder = try folder ?? TemporaryFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    try folder.write(input, to: "input")
    return try await BuiltTouchstone.run(
      ["check"] + arguments,
      in: folder.url,
      input: try FileHandle(forReadingFrom: folder.url.appending(path: "input"))
    )
  }

  @Test func `A sound trail ends with status 0`() async throws {
    let outcome = try await check(["a"], files: ["a": Self.document])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("\n1 document: 0 errors, 0 warnings, 0 notes\n"))
    #expect(outcome.errors == "")
  }

  @Test func `Standard input is read, and an error ends with status 1`() async throws {
    let outcome = try await check(["-"], input: Self.document + "\n{}\n")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("  -:2: the document has no _id\n"))
    #expect(outcome.errors == "")
  }

  @Test(arguments: [
    (["nowhere"], "nowhere cannot be read: there is no such file"),
    (["."], ". cannot be read: it is a folder"), (["empty"], "no documents found in empty"),
    (["noise"], "noise: not one document could be read"),
    (["a", "--edition", "2021"], "Please provide one of '2023', '2022' or 'core'"),
    (
      ["a", "--level", "deep"], "Please provide one of 'document', 'payload', 'types' or 'history'"
    ),
    (["a", "--schema", "nowhere"], "the schema \"nowhere\" cannot be read: there is no such file"),
    (["a", "--schema", "noise"], "noise:1:"),
    (
      ["a", "--schema", "schema"],
      "schema:1:28: A.properties.a: the type of \"a\" in class \"A\" can't be read"
    ),
    (["a", "--report", "yaml=x"], "there is no format yaml"),
    (["a", "--report", "json=nowhere/x"], "there is no folder"),
    (["a", "--max-findings", "-1"], "--max-findings"),
    ([], "name the files of the trail, or - for standard input"),
  ])
  func `What cannot be checked is one clear error and status 2`(
    arguments: [String],
    words: String
  ) async throws {
    let outcome = try await check(
      arguments,
      files: [
        "a": Self.document, "empty": "\n", "noise": "some\ntext\n",
        "schema": #"{"A": {"properties": {"a": "list<int"}}}"#,
      ]
    )
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("touchstone: "))
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
  }

  @Test(arguments: [
    ("json", #""code":"id-missing""#), ("sarif", #""ruleId":"id-missing""#),
    ("junit", "the document has no _id"), ("markdown", "a document has no &#95;id"),
    ("html", "the document has no _id"),
  ])
  func `Each report says what was found`(_ format: String, _ words: String) async throws {
    let folder = try TemporaryFolder()
    let outcome = try await check(
      ["a", "--report", "\(format)=report"],
      files: ["a": Self.document + "\n{}\n"],
      in: folder
    )
    #expect(outcome.status == 1)
    #expect(outcome.errors == "")
    let report = try folder.text(of: "report")
    let compact = report.replacing("\" : \"", with: "\":\"").replacing("\": \"", with: "\":\"")
    #expect(compact.contains(words), "\(report.prefix(2_000))")
  }

  @Test func `Examples are bounded, and counts are exact`() async throws {
    let lines = Array(repeating: "{}", count: 50).joined(separator: "\n")
    let outcome = try await check(["a", "--max-findings", "2"], files: ["a": lines])
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("id-missing (50×"))
    #expect(outcome.output.contains("  … and 48 more (--max-findings)\n"))
    let grounds = "(custom event without an activity)"
    #expect(outcome.output.contains("\n    a:1 \(grounds), a:2 \(grounds)\n"))
    #expect(!outcome.output.contains("a:3"))
  }
}
