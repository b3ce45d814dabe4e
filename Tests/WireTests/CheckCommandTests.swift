import Foundation
import Testing

/// What `touchstone check` does with files and arguments, as people and build servers see it.
struct CheckCommandTests {
  private struct Outcome {
    var status: Int32
    var output: String
    var errors: String
  }

  private static let document =
    #"{"_id":{"$oid":"62b4804c15659310991e5e0a"},"_partition":"events-62b4804b15659310991e5e09","activity":"login","timestamp":{"$date":"2022-06-23T15:01:31.941Z"}}"#

  /// Runs the command in a folder with these files.
  private func check(
    _ arguments: [String],
    files: [String: String] = [:],
    input: String = ""
  ) async throws -> Outcome {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    try Data(input.utf8).write(to: folder.appending(path: "input"))
    let process = Process()
    process.executableURL = URL(filePath: try BuiltTouchstone.path())
    process.arguments = ["check"] + arguments
    process.currentDirectoryURL = folder
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    process.standardInput = try FileHandle(forReadingFrom: folder.appending(path: "input"))
    try process.run()
    async let out = onThread { try output.fileHandleForReading.readToEnd() ?? Data() }.value
    async let err = onThread { try errors.fileHandleForReading.readToEnd() ?? Data() }.value
    let (outData, errData) = (try await out, try await err)
    _ = try await onThread { process.waitUntilExit() }.value
    return Outcome(
      status: process.terminationStatus,
      output: String(decoding: outData, as: UTF8.self),
      errors: String(decoding: errData, as: UTF8.self)
    )
  }

  @Test func `A sound trail ends with status 0`() async throws {
    let outcome = try await check(["a"], files: ["a": Self.document])
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("1 document: 0 errors, 0 warnings, 0 notes\n"))
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
    (["."], ". cannot be read: it is a folder"), (["empty"], "there is no document in empty"),
    (["noise"], "noise: this is no trail"),
    (["a", "--edition", "2021"], "known: 2023, 2022, core"),
    (["a", "--level", "deep"], "known: document, payload, types, history"),
    (["a", "--schema", "nowhere"], "nowhere cannot be read"),
    (["a", "--schema", "noise"], "noise:1:"),
    (["a", "--schema", "schema"], "schema: the type of \"a\" in class \"A\" can't be read"),
    (["a", "--report", "yaml=x"], "there is no format yaml"),
    (["a", "--report", "json=nowhere/x"], "there is no folder"),
    (["a", "--max-findings", "-1"], "--max-findings"), ([], "Missing expected argument"),
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

  @Test func `Every report is written`() async throws {
    let reports = ["json", "junit", "markdown", "html", "sarif"]
    let outcome = try await check(
      ["a"] + reports.flatMap { ["--report", "\($0)=/dev/null"] }.prefix(2)
        + ["--schema", "schema"],
      files: ["a": Self.document, "schema": #"{"A": {"properties": {"a": "list<int>"}}}"#]
    )
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
  }

  @Test func `Examples are bounded, and counts are exact`() async throws {
    let lines = Array(repeating: "{}", count: 50).joined(separator: "\n")
    let outcome = try await check(["a", "--max-findings", "2"], files: ["a": lines])
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("id-missing (50×"))
    #expect(outcome.output.contains("  … and 48 more\n"))
    #expect(!outcome.output.contains("a:3:"))
  }
}
