import JSON
import ReferenceAdapter
import Testing
import Touchstone
import TouchstoneProcess

/// A pipe is neither kinder nor harsher than a call.
struct OnePathTests {
  @Test(arguments: Suite.editions)
  func `The reference gets the same verdicts in process and behind a pipe`(
    _ edition: String
  ) async throws {
    let suite = try Suite.embedded().selecting(edition: edition, class: "recording", filter: nil)
    // What is the same in every edition is compared once.
    let cases = suite.cases.filter { edition == "2023" || $0.editions != nil }
    #expect(!cases.isEmpty)
    let options = SubprocessOptions(
      command: [try BuiltTouchstone.path(), "reference"],
      processes: 2
    )
    let runner = Runner(RunSelection(edition: edition), jobs: options.capacity)
    let near = try await runner.run(cases, on: ReferenceImplementation())
    let far = try await runner.run(cases, on: SubprocessImplementation(options))
    #expect(far.implementation == near.implementation)
    #expect(far.faults == [])
    #expect(far.verdicts.count == cases.count)
    for (far, near) in zip(far.verdicts, near.verdicts) {
      #expect(far.testCase.name == near.testCase.name)
      #expect(far.verdict == near.verdict, "\(far.testCase.name): \(far.reason ?? "")")
      #expect(far.findings == near.findings, "\(far.testCase.name)")
      #expect(outcomes(far) == outcomes(near), "\(far.testCase.name)")
    }
  }

  /// What was answered, but for what differs from one run to the next: ids and times.
  private func outcomes(_ verdict: CaseVerdict) -> [StepOutcome] {
    guard case .completed(let steps, _)? = verdict.result else { return [] }
    return steps.filter { if case .ok(JSON.array(_)) = $0 { false } else { true } }
  }
}
