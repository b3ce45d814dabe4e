import Foundation
import Testing

#if os(Linux)
/// What an implementation leaves behind ends with the command, and the command says so.
struct OrphanTests {
  @Test func `A descendant that nothing leads to is ended and named`() async throws {
    let outcome = try await SmallSuite().run(
      ["run", "--filter", "custom-events/**", "--jobs", "1", "--"] + FaultyProgram.command("orphan")
    )
    let sentence = #/left processes behind, which were ended: sleep \(process (\d+)\)/#
    let match = try #require(outcome.errors.firstMatch(of: sentence), "\(outcome.errors)")
    let process = try #require(pid_t(match.1))
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
