import JSON
import ReferenceSync
import Touchstone

extension Catalogue {
  /// Wrong ideas of what blocks are told of progress.
  static let mobileProgress: Entries = [
    "directions-are-mixed-up": .program["PROGRESS-1"]("A block for downloads is told of uploads.") {
      program in
      program.mapSteps { step in
        step.kind == .mobileSession(.watchProgress) ? step.with(.direction, "upload") : step
      }
    },
    "blocks-share-their-numbers": .mobileReport["PROGRESS-3"](
      "All blocks for current work keep the first numbers."
    ) { watch, counters, right in
      var first = watch
      first.captured = 501
      return watch.mode == .forCurrentlyOutstandingWork ? first.report(counters) : right(&watch)
    },
    "pending-bytes-alone": .mobileReport["PROGRESS-4"](
      "The transferrable bytes are those that are pending."
    ) { watch, counters, right in
      var (progress, isLast) = right(&watch)
      progress.transferrableBytes -= progress.transferredBytes
      return (progress, isLast)
    },
    "stopping-stops-nothing": .mobile["PROGRESS-5", "PROGRESS-8"]("A stopped block is called on.") {
      $0.isStopped = { _, _ in false }
    },
    "stopping-again-fails": .answer["PROGRESS-6"]("Stopping a block twice is an error.") {
      program,
      result in
      var stopped: Set<String> = []
      return result.mapOutcomes(program) { step, _, _ in
        guard step.kind == .mobileSession(.stopProgress), let watch = step[.watch],
          !stopped.insert(watch).inserted
        else { return nil }
        return .failure("other", "the block was stopped before")
      }
    },
    "finished-work-is-not-told": .outcomes["PROGRESS-7"](
      "A block without work left is not called."
    ) { step, outcome, _ in
      guard step.kind == .mobileSession(.progress) else { return nil }
      return outcome.mapValue { $0.mapArray { $0.count == 1 && $0[0][0] == $0[0][1] ? [] : $0 } }
    },
    "blocks-end-with-the-work": .mobileReport["PROGRESS-8"](
      "A block ends when everything was transferred, however it was registered."
    ) { watch, counters, right in
      let (progress, _) = right(&watch)
      return (progress, progress.transferredBytes >= progress.transferrableBytes)
    },
    "current-work-moves-on": .mobileReport["PROGRESS-9"](
      "A block for current work is told the latest transferrable bytes."
    ) { watch, counters, right in
      let (_, isLast) = right(&watch)
      return (counters.progress(watch.direction), isLast)
    },
    "current-work-does-not-end": .mobileReport["PROGRESS-10"](
      "A block for current work goes on when its work is done."
    ) { watch, _, right in (right(&watch).0, false) },
    "current-work-ends-beyond-the-goal": .mobileReport["PROGRESS-10"](
      "A block for current work ends only when more than that is transferred."
    ) { watch, _, right in
      let (progress, _) = right(&watch)
      let isBeyond = progress.transferredBytes > progress.transferrableBytes
      return (progress, watch.mode == .forCurrentlyOutstandingWork && isBeyond)
    },
    "first-numbers-are-missed": .outcome(of: .mobileSession(.progress))["PROGRESS-11"](
      "The first call of a block is left out."
    ) { $0.mapArray { Array($0.dropFirst()) } },
    "failed-sessions-have-tokens": .outcome(of: .mobileSession(.watchProgress))["PROGRESS-12"](
      "There is always a token."
    ) { _ in true },
    "progress-falls": .outcome(of: .mobileSession(.progressSummary))["PROGRESS-13"](
      "The numbers fall now and then."
    ) { $0.with("neverFalls", false) },
    "progress-is-never-complete": .outcome(of: .mobileSession(.progressSummary))["PROGRESS-13"](
      "The last call does not reach the end."
    ) { $0.with("finished", false) },
    "progress-is-always-complete": .outcome(of: .mobileSession(.progressSummary))["PROGRESS-14"](
      "Whatever is transferred is all."
    ) { $0.with("finished", true) },
    "transfers-count-on-from-reported-numbers": .answer["PROGRESS-15"](
      "What is transferred is added to the numbers that the engine was made to report."
    ) { program, result in
      var (isInjected, hasAdded) = (false, false)
      return result.mapOutcomes(program) { step, outcome, _ in
        if step.kind == .mobileSession(.reportProgress) { isInjected = true }
        if step.kind == .flexibleSync(.synchronize) { hasAdded = isInjected }
        guard hasAdded, step.kind == .mobileSession(.progress) else { return nil }
        return outcome.mapValue { $0.mapArray { $0 + [[1_000_000, 1_000_000]] } }
      }
    },
  ]
}
