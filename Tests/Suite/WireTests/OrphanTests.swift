import Foundation
import Testing
import TouchstoneReports

#if os(Linux)
/// What an implementation leaves behind ends with the command, and the command says so.
struct OrphanTests {
  @Test func `A descendant that nothing leads to is ended and named`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "report.json").path()
    let outcome = try await SmallSuite().run(
      ["run", "--filter", "custom-events/**", "--jobs", "1", "--report", "json=\(path)", "--"]
        + FaultyProgram.command("orphan")
    )
    let sentence = #/left processes behind, which were ended: sleep \(process (\d+)\)/#
    let match = try #require(outcome.errors.firstMatch(of: sentence), "\(outcome.errors)")
    let process = try #require(pid_t(match.1))
    #expect(kill(process, 0) == -1 && errno == ESRCH)
    let report = try ReportFile(file: path, isPartAllowed: true)
    #expect(report.leftBehind?.contains("sleep (process \(process))") == true)
    #expect(outcome.errors.split(separator: "left processes").count == 2)
  }

  @Test(
    arguments: [["run"], ["smoke"], ["explore", "--count", "1"]],
    ["hangs-at-start", "hangs-always"]
  )
  func `A signal ends a command and the program that it waits for`(
    _ arguments: [String],
    _ mode: String
  ) async throws {
    let folder = try TemporaryFolder()
    let hung = folder.url.appending(path: "hung")
    let outcome = try await SmallSuite().run(
      arguments + ["--start-timeout", "50", "--timeout", "50", "--jobs", "1", "--"]
        + FaultyProgram.command(mode, folder: folder.url)
    ) { process in
      Thread.detachNewThread {
        while process.isRunning, !FileManager.default.fileExists(atPath: hung.path()) {
          usleep(10_000)
        }
        kill(process.processIdentifier, SIGTERM)
      }
    }
    #expect(outcome.status == 2, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.errors.contains("interrupted\n"), "\(outcome.errors)")
    let process = try #require(pid_t(String(contentsOf: hung, encoding: .utf8)))
    #expect(kill(process, 0) == -1 && errno == ESRCH)
  }

  @Test func `Nothing is said of an implementation that leaves nothing`() async throws {
    let outcome = try await SmallSuite().run(
      ["run", "--filter", "custom-events/**", "--jobs", "1", "--"] + FaultyProgram.command("none")
    )
    #expect(outcome.output.contains("selected "))
    #expect(!outcome.errors.contains("left processes"))
  }
}
#endif
