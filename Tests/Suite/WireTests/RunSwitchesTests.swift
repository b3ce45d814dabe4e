import Foundation
import JSON
import Testing
import Touchstone
import TouchstoneExplaining
import TouchstoneReports

/// What the switches of `run` select, print and write.
struct RunSwitchesTests {
  private let suite: SmallSuite

  init() throws { suite = try SmallSuite() }

  /// The JSON report of a run of a faulty program.
  private func report(
    _ mode: String,
    _ arguments: [String],
    in folder: TemporaryFolder
  ) async throws -> (outcome: BuiltTouchstone.Outcome, path: String, file: ReportFile) {
    let path = folder.url.appending(path: "\(UUID().uuidString).json").path()
    let outcome = try await suite.run(
      ["run", "--report", "json=\(path)", "--jobs", "1"] + arguments + ["--"]
        + FaultyProgram.command(mode)
    )
    return (outcome, path, try ReportFile(file: path, isPartAllowed: true))
  }

  private func names(_ file: ReportFile) -> Set<String> { Set(file.entries.map(\.name)) }

  @Test func `Filters add up, and what is excluded is left out`() async throws {
    let list = try await suite.run([
      "list", "--filter", "custom-events/**", "--filter", "limits/**", "--exclude",
      "custom-events/data/*", "--exclude", "limits/texts/**",
    ])
    #expect(list.status == 0)
    for chosen in ["custom-events/recording/", "limits/fields/"] {
      #expect(list.output.contains(chosen))
    }
    for other in ["custom-events/data/", "limits/texts/"] {
      #expect(!list.output.contains(other))
    }
  }

  @Test(arguments: [
    ["--filter", "custom-events/**", "--filter", "nothing/**"],
    ["--exclude", "nothing/**"], ["--filter", "custom-events/**", "--exclude", "custom-events/**"],
  ])
  func `A pattern that matches nothing, and nothing to run, are errors`(
    _ arguments: [String]
  ) async throws {
    let outcome = try await suite.run(["list"] + arguments)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
  }

  @Test func `Only what failed is run again`() async throws {
    let folder = try TemporaryFolder()
    let allowed = ["--filter", "custom-events/**", "--allow-unsupported"]
    let first = try await report("forgets-data", allowed, in: folder)
    let failing = Set(first.file.entries.filter { $0.verdict == .failed }.map(\.name))
    #expect(!failing.isEmpty)
    #expect(first.file.entries.contains { $0.verdict == .passed })
    let second = try await report("forgets-data", ["--failed", first.path], in: folder)
    #expect(names(second.file) == failing)
    #expect(second.file.selection.earlier?.report == first.path)
    #expect(second.outcome.output.contains("only a part of its cases was selected"))
  }

  @Test func `The edition of an earlier report is that of the run`() async throws {
    let folder = try TemporaryFolder()
    let first = try await report(
      "forgets-data",
      ["--filter", "custom-events/**", "--edition", "2022"],
      in: folder
    )
    // The program does not offer this edition, so that nothing failed, but something had to be run.
    #expect(first.file.selection.edition == "2022")
    let second = try await report("forgets-data", ["--failed", first.path], in: folder)
    #expect(second.outcome.status == 1)
    #expect(second.file.selection.edition == "2022")
    #expect(names(second.file) == names(first.file))
  }

  @Test func `Where nothing failed, nothing is run again`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "last.json").path()
    let report = ["--filter", "custom-events/**", "--report", "json=\(path)"]
    try #require(try await suite.run(["run"] + report).status == 0)
    let count = try ReportFile(file: path, isPartAllowed: true).entries.count
    let second = try await suite.run(["run", "--failed", path] + report)
    #expect(second.status == 0)
    #expect(second.output == "no case failed in \"\(path)\": there is nothing to run again\n")
    #expect(try ReportFile(file: path, isPartAllowed: true).entries.count == count)
  }

  @Test func `A list of known failures is written to a device without reading it`() async throws {
    let outcome = try await suite.run(
      ["run", "--filter", "custom-events/**", "--write-expectations", "/dev/stdout"]
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix(#"{"expectations": []"#))
  }

  @Test func `A run stops at the first failure, which is not one that is known`() async throws {
    let folder = try TemporaryFolder()
    let arguments = ["--filter", "custom-events/**", "--fail-fast"]
    let first = try await report("forgets-data", arguments, in: folder)
    #expect(first.outcome.status == 1)
    #expect(first.file.stop == .firstFailure)
    #expect(!first.file.notRun.isEmpty)
    #expect(first.outcome.output.contains("because the run stopped at the first failure"))
    let known = folder.url.appending(path: "known.json").path()
    _ = try await suite.run(
      ["run", "--filter", "custom-events/**", "--write-expectations", known, "--"]
        + FaultyProgram.command("forgets-data")
    )
    let second = try await report(
      "forgets-data",
      arguments + ["--expectations", known],
      in: folder
    )
    #expect(second.outcome.status == 0)
    #expect(second.file.notRun.isEmpty)
  }

  @Test func `Every line in both directions is in the trace`() async throws {
    let folder = try TemporaryFolder()
    let trace = folder.url.appending(path: "trace.txt").path()
    let run = try await report(
      "forgets-data",
      ["--filter", "custom-events/**", "--trace", trace],
      in: folder
    )
    let lines = try folder.text(of: "trace.txt").split(separator: "\n")
    let messages = try lines.map { line in
      let match = try #require(line.wholeMatch(of: /\d+\.\d{6} \d+ (→|←) (.*)/))
      return (direction: String(match.1), message: try JSON(parsing: match.2))
    }
    let requests = messages.filter { $0.direction == "→" }.map(\.message)
    let answers = messages.filter { $0.direction == "←" }.map(\.message)
    // What the program does not offer at all is not sent; what it says so of itself is.
    let cases = run.file.entries.count { !($0.reason ?? "").hasPrefix("does not offer") }
    #expect(requests.count { $0["method"] == "runCase" } == cases)
    #expect(requests.first?["method"] == "initialize")
    #expect(requests.last?["method"] == "shutdown")
    #expect(Set(requests.map { $0["id"] }) == Set(answers.map { $0["id"] }))
  }

  @Test(arguments: [
    ["--trace", "trace.txt"], ["--explain", "-1"], ["--slowest", "-1"],
    ["--observed", "--fail-fast"], ["--failed", "no-such-report.json"],
    ["--trace", "/no-such-folder/trace", "--", "true"],
  ])
  func `A switch that makes no sense is one sentence and status 2`(
    _ arguments: [String]
  ) async throws {
    let outcome = try await suite.run(["run"] + arguments)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
  }

  @Test func `The requests of a case can be piped into an adapter`() async throws {
    let name = try #require(try Suite.embedded().selecting(filter: "custom-events/**").cases.first)
      .name
    let shown = try await suite.run(["show", "--request", name])
    let messages = try shown.output.split(separator: "\n").map { try JSON(parsing: $0) }
    #expect(messages.map { $0["method"] } == ["initialize", "runCase", "shutdown"])
    let folder = try TemporaryFolder()
    try folder.write(shown.output, to: "requests")
    let input = try FileHandle(forReadingFrom: folder.url.appending(path: "requests"))
    let answers = try await BuiltTouchstone.run(["reference"], input: input)
    #expect(answers.status == 0)
    #expect(answers.output.split(separator: "\n").count == 3)
    #expect(answers.output.contains(#""events":["#))
  }

  @Test func `A run that watches runs again when a case changes, and ends with an interrupt`()
    async throws
  {
    let folder = try TemporaryFolder()
    let group = """
      {"title": "Events", "class": "recording", "cases": [{"id": "one", "title": "An event is recorded",
        "requirements": ["CUSTOM-1"], "steps": [{"do": "recordEvent", "activity": "ACTIVITY"}],
        "expect": {"events": [{"event": null, "activity": "a", "data": null}]}}]}
      """
    let chapter = folder.url.appending(path: "cases/mine")
    try FileManager.default.createDirectory(at: chapter, withIntermediateDirectories: true)
    let place = chapter.appending(path: "group.json")
    func write(_ activity: String) throws {
      try Data(group.replacing("ACTIVITY", with: activity).utf8).write(to: place)
    }
    try write("b")
    let report = folder.url.appending(path: "report.json").path()
    let outcome = try await suite.run(
      [
        "run", "--watch", "--cases", folder.url.appending(path: "cases").path(), "--report",
        "json=\(report)",
      ]
    ) { process in
      Thread.detachNewThread {
        func wait(until verdict: Verdict) {
          while process.isRunning {
            if (try? ReportFile(file: report))?.entries.first?.verdict == verdict { return }
            usleep(50_000)
          }
        }
        wait(until: .failed)
        try? Data(group.replacing("ACTIVITY", with: "a").utf8).write(to: place)
        wait(until: .passed)
        usleep(100_000)
        kill(process.processIdentifier, SIGINT)
      }
    }
    #expect(outcome.output.contains("✗ mine/group/one"))
    #expect(outcome.output.contains("selected 1 = passed 1"))
    #expect(outcome.errors.contains("group.json has changed"))
    #expect(outcome.status == SIGINT)
  }
}
