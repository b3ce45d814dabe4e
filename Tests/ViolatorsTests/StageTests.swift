import Testing
import Touchstone
import Violators

/// What wrong stages are made with: they differ from the right ones in what is adjusted alone.
struct StageTests {
  @Test func `Stages that can be adjusted pass every case with nothing adjusted`() async throws {
    let verdict = try await Violator.withNothingWrong.judge(by: Suite.embedded())
    #expect(verdict.catching.map(\.name) == [])
    #expect(verdict.selected > 0)
  }
}
