/// Two ways to do the same, measured by turns: what disturbs the machine disturbs both, so that their
/// ratio stays when neither time does.
struct Comparison {
  let ours: () -> Int
  let theirs: () -> Int

  struct Result {
    /// How many times as long the other side takes, in the middle of all rounds.
    let ratio: Double
    /// The quarter of the rounds with the lowest ratios ends here, that with the highest begins there.
    let quartiles: ClosedRange<Double>
    /// The times of one repetition in the middle of all rounds.
    let ours: Duration
    let theirs: Duration
  }

  func measure(rounds: Int, roundTime: Duration) -> Result {
    let ourRepetitions = repetitions(of: ours, filling: roundTime)
    let theirRepetitions = repetitions(of: theirs, filling: roundTime)
    var samples: [(ours: Duration, theirs: Duration)] = []
    for round in 0..<rounds {
      // Neither side is always the first.
      if round.isMultiple(of: 2) {
        let mine = time(ours, repetitions: ourRepetitions)
        samples.append((mine, time(theirs, repetitions: theirRepetitions)))
      } else {
        let other = time(theirs, repetitions: theirRepetitions)
        samples.append((time(ours, repetitions: ourRepetitions), other))
      }
    }
    let ratios = samples.map { $0.theirs / $0.ours }.sorted()
    return Result(
      ratio: ratios[rounds / 2],
      quartiles: ratios[rounds / 4]...ratios[rounds * 3 / 4],
      ours: samples.map(\.ours).sorted()[rounds / 2],
      theirs: samples.map(\.theirs).sorted()[rounds / 2]
    )
  }

  private func repetitions(of body: () -> Int, filling roundTime: Duration) -> Int {
    // Three times over, because the first calls also warm caches and allocator up.
    let once = (0..<3).map { _ in time(body, repetitions: 1) }.min() ?? roundTime
    return max(1, Int(roundTime / once))
  }

  private func time(_ body: () -> Int, repetitions: Int) -> Duration {
    var sum = 0
    let elapsed = ContinuousClock().measure {
      for _ in 0..<repetitions { sum &+= body() }
    }
    // The results are used, so that no work is optimised away.
    precondition(sum != 0, "nothing was done")
    return elapsed / repetitions
  }
}
