package import Touchstone

/// What came of exploring so far: how many programs ran, which differences there are, and what was covered.
package struct Exploration: Sendable {
  package let settings: ExploreSettings
  package let seed: UInt64
  package let subject: ImplementationInfo
  package internal(set) var agreed = 0
  package internal(set) var differing = 0
  /// How many programs differed for a cause that was not known.
  package internal(set) var shrunk = 0
  /// How many programs differed for each cause that was known.
  package internal(set) var knownCauses: [String: Int] = [:]
  package internal(set) var unsupported = 0
  /// How many programs ran without steps that the implementation does not support.
  package internal(set) var shortened = 0
  package internal(set) var leftOut = 0
  /// Why a program was left out for the first time, and why one was not supported.
  package internal(set) var remarks: [String] = []
  package internal(set) var differences: [Difference] = []
  package internal(set) var coverage = Coverage()
  package internal(set) var duration = Duration.zero
  /// Whether it ended before its time, because so many programs differed.
  package internal(set) var isStopped = false
  package internal(set) var isInterrupted = false

  init(settings: ExploreSettings, seed: UInt64, subject: ImplementationInfo) {
    (self.settings, self.seed, self.subject) = (settings, seed, subject)
  }

  /// How many programs ran.
  package var count: Int { agreed + differing + unsupported + leftOut }

  /// Programs a second.
  package var rate: Double {
    let seconds = duration / .seconds(1)
    return seconds > 0 ? Double(count) / seconds : 0
  }

  mutating func note(_ outcome: Duel.Outcome, _ coverage: Coverage, declined: String?) {
    if let declined {
      if shortened == 0 { remarks.append("left out of programs, for the first time: \(declined)") }
      shortened += 1
    }
    self.coverage.add(coverage)
    switch outcome {
    case .agreed: agreed += 1
    case .differed: differing += 1
    case .unsupported(let verdict):
      let reason = verdict.reason ?? ""
      if unsupported == 0 { remarks.append("not supported, for the first time: \(reason)") }
      unsupported += 1
    case .leftOut(let reason):
      if leftOut == 0 { remarks.append("left out, for the first time: \(reason)") }
      leftOut += 1
    }
  }
}
