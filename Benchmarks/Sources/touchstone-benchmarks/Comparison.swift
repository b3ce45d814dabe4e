/// Two ways to do the same, measured by turns: what disturbs the machine disturbs both, so that their
/// ratio stays when neither time does.
struct Comparison {
  let ours: () -> Int
  let theirs: () -> Int
  /// How often each is repeated in a round.
  private var repetitions = (ours: 1, theirs: 1)

  init(ours: @escaping () -> Int, theirs: @escaping () -> Int) {
    (self.ours, self.theirs) = (ours, theirs)
  }

  /// Repeats each side so often that it fills about this time.
  func prepared(roundTime: Duration) -> Comparison {
    func count(_ body: () -> Int) -> Int {
      // Three times over, because the first calls also warm caches and allocator up.
      let once = (0..<3).map { _ in time(body, repetitions: 1) }.min() ?? roundTime
      return max(1, Int(roundTime / once))
    }
    var prepared = self
    prepared.repetitions = (count(ours), count(theirs))
    return prepared
  }

  /// The times of one repetition; neither side is always the first.
  func measure(oursFirst: Bool) -> (ours: Duration, theirs: Duration) {
    if oursFirst {
      let mine = time(ours, repetitions: repetitions.ours)
      return (mine, time(theirs, repetitions: repetitions.theirs))
    }
    let other = time(theirs, repetitions: repetitions.theirs)
    return (time(ours, repetitions: repetitions.ours), other)
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
