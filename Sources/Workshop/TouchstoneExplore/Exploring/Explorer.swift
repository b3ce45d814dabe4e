import Touchstone

/// Runs random programs and collects in which ways two implementations differ.
///
/// Programs run at the same time, but what is found does not depend on that: differences are looked at in the order of
/// the seeds.
package struct Explorer: Sendable {
  /// When to stop.
  package struct Limits: Sendable {
    /// How many programs are run; nil for any number.
    package var count: Int?
    /// How long it takes; nil for any time.
    package var time: Duration?
    /// How many programs that differ are shrunk, after which it ends.
    package var differing = 20

    package init(count: Int?, time: Duration?) { (self.count, self.time) = (count, time) }
  }

  package let duel: Duel
  package var seed: UInt64
  package var limits: Limits
  /// How many programs run at the same time.
  package var jobs: Int
  /// What tells which requirements a difference is about.
  package var suspects: [Suspect] = []
  /// The causes of differences that are known: such a difference is counted, and not told again.
  package var known: Set<String> = []
  /// Whether programs on which the sides differ are made small.
  private var shrinks = true

  package init(_ duel: Duel, seed: UInt64, limits: Limits, jobs: Int) {
    (self.duel, self.seed, self.limits, self.jobs) = (duel, seed, limits, max(1, jobs))
  }

  /// One program and how it ended.
  private struct Run: Sendable {
    var index: Int
    var program: Program
    var outcome: Duel.Outcome
    var coverage: Coverage
    /// Why steps were left out of it.
    var declined: String?
  }

  /// Runs programs until a limit is reached or the task is cancelled.
  ///
  /// - Parameters:
  ///   - observe: is told how far it is.
  ///   - found: is told of each difference as soon as it is small.
  /// - Returns: what came of it.
  package func explore(
    _ observe: @escaping @Sendable (Exploration) -> Void = { _ in },
    found: @escaping @Sendable (Difference) -> Void = { _ in }
  ) async -> Exploration {
    let start = ContinuousClock.now
    var exploration = Exploration(settings: duel.settings, seed: seed, subject: duel.info)
    var waiting: [Int: Run] = [:]
    var next = 0
    var done = 0
    await withTaskGroup(of: Run.self) { group in
      func startNext() {
        if Task.isCancelled || next >= limits.count ?? .max { return }
        if let time = limits.time, ContinuousClock.now - start > time { return }
        let index = next
        next += 1
        group.addTask { await run(index) }
      }
      for _ in 0..<jobs { startNext() }
      while let ended = await group.next() {
        waiting[ended.index] = ended
        // In the order of the seeds.
        while let run = waiting.removeValue(forKey: done) {
          done += 1
          // What was cut off says nothing.
          if Task.isCancelled, case .leftOut = run.outcome { continue }
          exploration.note(run.outcome, run.coverage, declined: run.declined)
          if case .differed(let verdict) = run.outcome {
            let count = exploration.differences.count
            await add(run.program, verdict, seed: seed &+ UInt64(run.index), to: &exploration)
            if exploration.differences.count > count { found(exploration.differences[count]) }
            if exploration.shrunk >= limits.differing {
              exploration.isStopped = true
              group.cancelAll()
              return
            }
          }
          exploration.duration = ContinuousClock.now - start
          observe(exploration)
        }
        startNext()
      }
    }
    exploration.duration = ContinuousClock.now - start
    exploration.isInterrupted = Task.isCancelled
    return exploration
  }

  private func run(_ index: Int) async -> Run {
    let seed = seed &+ UInt64(index)
    var program = duel.program(seed: seed)
    let name = "explore/programs/seed-\(seed)"
    var outcome = await duel.outcome(of: program, named: name)
    var declined: String?
    while case .unsupported(let verdict) = outcome,
      let rest = program.without(declined: verdict.result, duel.settings)
    {
      declined = declined ?? verdict.reason
      program = rest
      outcome = await duel.outcome(of: program, named: name)
    }
    var coverage = Coverage()
    switch outcome {
    case .agreed(let testCase): coverage.count(testCase)
    case .differed(let verdict): coverage.count(verdict.testCase)
    case .unsupported, .leftOut: break
    }
    return Run(
      index: index,
      program: program,
      outcome: outcome,
      coverage: coverage,
      declined: declined
    )
  }

  /// Shrinks a program on which the sides differ, and puts it to those that show the same.
  private func add(
    _ program: Program,
    _ verdict: CaseVerdict,
    seed: UInt64,
    to exploration: inout Exploration
  ) async {
    var shrinker = Shrinker(program, verdict, in: duel)
    let smallest =
      shrinks
      ? await shrinker.shrink() : .init(program: program, verdict: verdict, isMinimal: false)
    var found = Difference(
      seeds: [seed],
      program: smallest.program,
      verdict: smallest.verdict,
      isMinimal: smallest.isMinimal
    )
    if known.contains(found.cause) {
      exploration.knownCauses[found.cause, default: 0] += 1
      return
    }
    exploration.shrunk += 1
    let same = exploration.differences.firstIndex {
      $0.program.anonymous == found.program.anonymous
    }
    if let same { return exploration.differences[same].seeds.append(seed) }
    found.verdict.testCase.name = "explore/programs/seed-\(seed)"
    found.verdict.testCase.requirements = await duel.explanation(of: found, by: suspects)
    exploration.differences.append(found)
  }
}

extension Explorer {
  /// The number of the first program on which the sides differ, counted from 0, without making it small; nil if no
  /// program of the limit shows a difference.
  package func firstDifference() async -> Int? {
    var explorer = self
    explorer.limits.count = limits.count ?? 10_000
    explorer.limits.differing = 1
    explorer.shrinks = false
    return await explorer.explore().differences.first.map { Int($0.seeds[0] &- seed) }
  }
}
