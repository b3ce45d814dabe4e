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

  @Test func `Nothing is said of an implementation that leaves nothing`() async throws {
    let outcome = try await SmallSuite().run(
      ["run", "--filter", "custom-events/**", "--jobs", "1", "--"] + FaultyProgram.command("none")
    )
    #expect(outcome.output.contains("selected "))
    #expect(!outcome.errors.contains("left processes"))
  }
}
#endif
