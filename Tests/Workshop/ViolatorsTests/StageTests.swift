import ReferenceEvents
import TestSupport
import Testing
import Touchstone
@testable import Violators

/// What wrong stages are made with: they differ from the right ones in what is adjusted alone.
struct StageTests {
  @Test func `Stages that can be adjusted pass every case with nothing adjusted`() async throws {
    let violator = Violator.stages("Nothing is wrong.") { pipeline in
      pipeline.listFound { _, listed in listed.sorted() }
      pipeline.expand { link in
        !link.isCircle && !link.event.isWrite && link.laterReads.contains(where: link.isFollowed)
      }
    }
    let verdict = try await violator.judge(by: Suite.ofEverydaySizes())
    #expect(verdict.catching.map(\.name) == [])
    #expect(verdict.selected > 0)
  }
}
