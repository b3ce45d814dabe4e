import Foundation
import JSON
import Testing
import Touchstone
import TouchstoneReports

/// What the command does with programs, as people and build servers see it.
struct RunCommandTests {
  private let suite: SmallSuite

  init() throws { suite = try SmallSuite() }

  private let few = ["--filter", "custom-events/**"]
  /// What it says first, in the working copy.
  private let reading = "touchstone: reading this working copy\n"

  @Test func `A run that is as expected ends with status 0`() async throws {
    let path = try BuiltTouchstone.path()
    let outcome = try await suite.run(["run"] + few + ["--", path, "reference"])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("Touchstone reference"))
    #expect(outcome.errors == reading)
  }

  @Test(arguments: [true, false])
  func `Observed programs are replayed, in process and on a program`(_ isProgram: Bool) async throws
  {
    let command = isProgram ? ["--", try BuiltTouchstone.path(), "reference"] : []
    let outcome = try await BuiltTouchstone.run(
      ["run", "--observed", "--filter", "observed/plain/80000*"] + command
    )
    #expect(outcome.status == 0)
    let agreement = #/(\d+) of (\d+) programs agree with the original library, \d+ of them/#
    let counts = try #require(outcome.output.firstMatch(of: agreement))
    #expect(counts.1 == counts.2)
    #expect(counts.1 != "0")
  }

  @Test(arguments: [["--edition", "2023"], ["--cases", "Golden"]])
  func `Observed programs have an edition and a file of their own`(_ more: [String]) async throws {
    #expect(try await BuiltTouchstone.run(["run", "--observed"] + more).status == 2)
  }

  @Test func `A program without edition core agrees on nothing`() async throws {
    let outcome = try await BuiltTouchstone.run(
      ["run", "--observed", "--filter", "observed/plain/80000*", "--"]
        + FaultyProgram.command("none")
    )
    #expect(outcome.output.contains("does not offer edition core"))
    #expect(outcome.output.contains("\n0 of 99 programs agree with the original library"))
  }

  @Test func `A run that is not ends with status 1`() async throws {
    let outcome = try await suite.run(
      ["run"] + few + ["--jobs", "1", "--"] + FaultyProgram.command("none")
    )
    #expect(outcome.status == 1)
    #expect(outcome.errors == reading)
  }

  @Test func `A program that cannot be started is one sentence and status 2`() async throws {
    let outcome = try await suite.run(
      ["run"] + few + ["--", "touchstone-no-such-program"]
    )
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(
      outcome.errors == reading + "touchstone: the implementation could not be initialized: "
        + "touchstone-no-such-program cannot be started: there is no such program in PATH\n"
    )
  }

  @Test(arguments: [
    ["run", "--jobs", "0"], ["run", "--timeout", "0"], ["run", "--start-timeout", "x"], ["smoke"],
  ])
  func `Options out of range are refused`(_ arguments: [String]) async throws {
    #expect(try await suite.run(arguments).status == 2)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `A run that is interrupted says what it knows, and that it is not complete`(
    _ signal: Int32
  ) async throws {
    let temporary = try TemporaryFolder()
    let folder = temporary.url
    let report = folder.appending(path: "report.json")
    let command = FaultyProgram.command("hangs-always", folder: folder)
    let outcome = try await suite.run(
      ["run", "--report", "json=\(report.path())", "--timeout", "60", "--"] + command
    ) { process in
      Thread.detachNewThread {
        let hung = folder.appending(path: "hung").path()
        while process.isRunning, !FileManager.default.fileExists(atPath: hung) { usleep(10_000) }
        kill(process.processIdentifier, signal)
      }
    }
    #expect(outcome.status == 2)
    #expect(outcome.output.contains("not finished"))
    #expect(outcome.errors.contains("the run was interrupted"))
    let json = try JSON(parsing: try Data(contentsOf: report))
    #expect(json["run"]?["complete"] == false)
    #expect(throws: SuiteError.self) { try ReportFile(file: report.path()) }
  }

  /// What is left of an interrupted run of a program that hangs.
  private func interrupted(
    by interrupt: @escaping @Sendable (Process) -> Void
  ) async throws {
    let temporary = try TemporaryFolder()
    let folder = temporary.url
    let report = folder.appending(path: "report.json").path()
    let outcome = try await suite.run(
      ["run", "--report", "json=\(report)", "--timeout", "60", "--"]
        + FaultyProgram.command("hangs-always", folder: folder)
    ) { process in
      Thread.detachNewThread {
        let hung = folder.appending(path: "hung").path()
        while process.isRunning, !FileManager.default.fileExists(atPath: hung) { usleep(10_000) }
        interrupt(process)
      }
    }
    #expect(outcome.status == 2)
    let file = try ReportFile(file: report, isPartAllowed: true)
    #expect(!file.notRun.isEmpty)
    #expect(outcome.output.contains("\nNot run, because the run was interrupted:\n"))
  }

  @Test func `Two quick interrupts still write the reports and say what was not run`() async throws
  {
    try await interrupted { process in
      kill(process.processIdentifier, SIGINT)
      usleep(20_000)
      kill(process.processIdentifier, SIGINT)
    }
  }

  @Test func `So do several signals at once, as a group gets them`() async throws {
    try await interrupted { process in
      for signal in [SIGINT, SIGTERM, SIGHUP] { kill(process.processIdentifier, signal) }
    }
  }

  #if os(Linux)
  @Test func `A signal that comes while the suite is read ends the run before the first case`()
    async throws
  {
    let outcome = try await BuiltTouchstone.run(
      ["run", "--"] + FaultyProgram.command("hangs-always")
    ) { process in
      Thread.detachNewThread {
        // That is so before anything is read, which takes some time.
        while process.isRunning, !Self.catches(SIGTERM, process) { usleep(1000) }
        kill(process.processIdentifier, SIGTERM)
      }
    }
    #expect(outcome.status == 2)
    #expect(
      outcome.errors == "touchstone: reading the built-in suite\n"
        + "touchstone: no case was run yet: there is nothing to report\n"
        + "touchstone: the run was interrupted\n"
    )
  }

  /// Whether the process has a handler for a signal, as the kernel says.
  private static func catches(_ signal: Int32, _ process: Process) -> Bool {
    let path = "/proc/\(process.processIdentifier)/status"
    guard let status = try? String(contentsOfFile: path, encoding: .utf8),
      let mask = status.firstMatch(of: #/SigCgt:\s*([0-9a-f]+)/#)?.output.1,
      let signals = UInt64(mask, radix: 16)
    else { return false }
    return signals & 1 << UInt64(signal - 1) != 0
  }
  #endif
}
