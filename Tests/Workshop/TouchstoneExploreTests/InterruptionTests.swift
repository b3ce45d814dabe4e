import JSON
import ReferenceAdapter
import Synchronization
import Testing
import Touchstone

@testable import TouchstoneExplore

/// Nothing that is cut off counts as a difference, and what an implementation declines hides nothing else.
struct InterruptionTests {
  /// Explores until the implementation has run so many programs, and ends then.
  private func explore(_ subject: Dying, until count: Int) async throws -> Exploration {
    let duel = try await Duel(
      of: subject,
      model: ReferenceImplementation(),
      settings: ExploreSettings()
    )
    let explorer = Explorer(duel, seed: 1, limits: .init(count: 1000, time: nil), jobs: 1)
    let run = Task { await explorer.explore() }
    subject.countdown.begin(count) { run.cancel() }
    return await run.value
  }

  @Test func `An implementation that dies of the interruption does not differ`() async throws {
    let exploration = try await explore(Dying(isWrong: false), until: 20)
    #expect(exploration.isInterrupted)
    #expect(exploration.differing == 0)
    #expect(exploration.leftOut == 0)
  }

  @Test func `A difference that is being made small stays what it is`() async throws {
    let exploration = try await explore(Dying(isWrong: true), until: 20)
    #expect(exploration.isInterrupted)
    #expect(exploration.differences.map(\.verdict.verdict) == [.failed])
  }

  // A step that names other things afterwards, one that stands alone, and one that stands in transactions.
  @Test(arguments: ["beginScope", "count", "set"])
  func `What is declined hides no difference`(_ step: String) async throws {
    let agreeing = try await TouchstoneExploreTests.explore(
      Declining(step: step, isWrong: false),
      count: 100
    )
    #expect(agreeing.differing == 0)
    #expect(agreeing.shortened > 2)
    #expect(agreeing.unsupported < 20)
    let wrong = Declining(step: step, isWrong: true)
    let differing = try await TouchstoneExploreTests.explore(wrong, count: 100)
    #expect(differing.differing == 3)
  }
}

/// The reference, which ends the exploration at some program and dies of that; it may lose the trails.
private struct Dying: Implementation {
  struct Fault: Error {}

  /// Counts programs down to the one at which the exploration ends.
  final class Countdown: Sendable {
    private struct State {
      var left = Int.max
      var end: @Sendable () -> Void = {}
    }

    private let state = Mutex(State())

    func begin(_ count: Int, _ end: @escaping @Sendable () -> Void) {
      state.withLock { $0 = State(left: count, end: end) }
    }

    /// What ends the exploration, at its program alone.
    func next() -> (@Sendable () -> Void)? {
      state.withLock { state in
        state.left -= 1
        return state.left == 0 ? state.end : nil
      }
    }
  }

  let isWrong: Bool
  let countdown = Countdown()
  private let reference = ReferenceImplementation()

  init(isWrong: Bool) { self.isWrong = isWrong }

  func initialize(edition: String) async throws -> ImplementationInfo {
    try await reference.initialize(edition: edition)
  }

  func runCase(_ program: CaseProgram) async throws -> CaseResult {
    if let end = countdown.next() {
      end()
      throw Fault()
    }
    if Task.isCancelled { throw Fault() }
    guard isWrong, case .completed(let steps, _) = try await reference.runCase(program) else {
      return try await reference.runCase(program)
    }
    return .completed(steps: steps, events: [])
  }
}

/// The reference, which does not know a step; it may lose the trails.
private struct Declining: Implementation {
  let step: String
  let isWrong: Bool
  private let reference = ReferenceImplementation()

  init(step: String, isWrong: Bool) { (self.step, self.isWrong) = (step, isWrong) }

  func initialize(edition: String) async throws -> ImplementationInfo {
    try await reference.initialize(edition: edition)
  }

  func runCase(_ program: CaseProgram) async throws -> CaseResult {
    let answer = try await reference.runCase(program)
    guard case .completed(let outcomes, let events) = answer else { return answer }
    return .completed(steps: declining(outcomes, of: program.steps), events: isWrong ? [] : events)
  }

  private func declining(_ outcomes: [StepOutcome], of steps: [Step]) -> [StepOutcome] {
    zip(outcomes, steps).map { outcome, step in
      if step.name == self.step { return .unsupported("this step is not known") }
      guard !step.steps.isEmpty, case .ok(.array(let nested)) = outcome else { return outcome }
      let outcomes = declining(nested.map(StepOutcome.init(message:)), of: step.steps)
      return .ok(.array(outcomes.map(\.message)))
    }
  }
}
