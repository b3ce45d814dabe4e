import JSON
import Touchstone

extension Catalogue {
  /// Wrong ideas of errors, logs and client resets.
  static let mobileResets: Entries = [
    "login-errors-are-handled": .answer["ERROR-1"](
      "A failing login is told to the error handler, too."
    ) { program, result in
      var failures: [JSON] = []
      return result.mapOutcomes(program) { step, outcome, _ in
        if step.kind == .mobileUser(.authenticate), outcome.errorCode != nil {
          failures.append(["kind": "user-error", "path": .null])
        }
        guard step.kind == .eventRealm(.errors) else { return nil }
        return outcome.mapValue { $0.mapArray { failures + $0 } }
      }
    },
    "errors-have-no-session": .outcome(of: .eventRealm(.errors))["ERROR-2"](
      "The error handler is given no session."
    ) { $0.mapElements { $0.with("path", .null) } },
    "errors-are-told-twice": .outcome(of: .eventRealm(.errors))["ERROR-2"](
      "Each error is told twice."
    ) { $0.mapArray { $0.flatMap { [$0, $0] } } },
    "missing-access-is-internal": .outcome(of: .eventRealm(.errors))["ERROR-4"](
      "Missing access is told as an internal error."
    ) { errors in
      errors.mapElements {
        $0["kind"] == "session-error" ? $0.with("kind", "internal-error") : $0
      }
    },
    "errors-of-all-devices": .answer["ERROR-8"](
      "An error handler is told the errors of other devices, too."
    ) { program, result in
      var known: [JSON] = []
      return result.mapOutcomes(program) { step, outcome, _ in
        guard step.kind == .eventRealm(.errors), let errors = outcome.value?.array else {
          return nil
        }
        known += errors.filter { !known.contains($0) }
        return .ok(.array(known))
      }
    },
    "log-levels-are-not-looked-at": .outcome(of: .mobileServer(.syncLog))["ERROR-9", "ERROR-10"](
      "Lines of every level are logged."
    ) { counts in
      counts.mapObject { counts in
        for level in MobileServerStep.logLevels where level != "off" && level != "all" {
          counts[level] = 7
        }
        counts["total"] = 49
      }
    },
    "off-is-fatal": .outcome(of: .mobileServer(.syncLog))["ERROR-10"](
      "With the level `off` the worst is logged all the same."
    ) { $0["total"] == 0 ? $0.with("total", 1).with("fatal", 1) : $0 },
    "nothing-is-logged": .outcome(of: .mobileServer(.syncLog))["ERROR-11"]("There is no log.") {
      $0.mapMembers { _ in 0 }
    },
    "all-is-logged-by-default": .outcomes["ERROR-12"](
      "Without a level debug lines are logged."
    ) { step, outcome, walk in
      guard step.kind == .mobileServer(.syncLog),
        !walk.program.allSteps.contains(where: { $0.kind == .mobileServer(.setLogLevel) })
      else { return nil }
      return outcome.mapValue { $0.with("debug", 3) }
    },
    "restored-servers-are-not-noticed": .skipping["RESET-1"](
      "A restored server is taken for what it was before."
    ) { step, _ in step.kind == .mobileServer(.restoreServer) },
    "backup-before-the-start": .outcome(of: .mobileServer(.resetInfo))["RESET-2"](
      "The backup is there before the reset is started."
    ) { $0.isNull ? $0 : $0.with("backupExists", true) },
    "deleted-before-it-is-copied": .outcome(of: .mobileServer(.resetInfo))["RESET-3"](
      "After a reset there is no backup."
    ) { $0.isNull ? $0 : $0.with("backupExists", false) },
    "reset-keeps-the-copy": .skipping["RESET-4", "RESET-5", "RESET-7"](
      "Starting a reset does nothing."
    ) { step, _ in step.kind == .mobileServer(.startReset) },
    "reset-loses-what-was-written-since": .program["RESET-5", "RESET-9"](
      "What is written between the error and the reset is not in the backup."
    ) { program in
      var isPending = false
      program.steps = program.steps.map { step in
        if step.kind == .mobileServer(.restoreServer) { isPending = true }
        if step.kind == .mobileServer(.startReset) { isPending = false }
        return isPending && step.kind == .flexibleSync(.on) ? step.withoutWrites : step
      }
    },
    "resets-wait-for-good": .outcomes["RESET-8"](
      "A reset that was not started does not happen at the next start."
    ) { step, outcome, walk in
      step.kind == .mobileServer(.resetInfo) && walk.runs > 0
        ? outcome.mapValue { _ in ["backupExists": false] } : nil
    },
    "realms-are-locked-until-the-reset": .answer["RESET-9"](
      "Until the reset nothing can be written."
    ) { program, result in
      var isPending = false
      return result.mapOutcomes(program) { step, outcome, _ in
        if outcome.errorCode == "session-invalid" { isPending = true }
        if step.kind == .mobileServer(.startReset) { isPending = false }
        return isPending && step.kind == .writing(.create)
          ? .failure("other", "the realm is to be reset") : nil
      }
    },
    "every-restore-is-a-reset": .answer["RESET-11"](
      "A restored server resets every local copy."
    ) { program, result in
      var isRestored = false
      return result.mapOutcomes(program) { step, outcome, _ in
        if step.kind == .mobileServer(.restoreServer) { isRestored = true }
        return isRestored && step.kind == .flexibleSync(.synchronize)
          ? .failure("session-invalid", "the server was restored") : nil
      }
    },
    "resets-take-all-realms": .answer["RESET-12"]("A reset empties all realms of the device.") {
      program,
      result in
      var isReset = false
      return result.mapOutcomes(program) { step, outcome, walk in
        if step.kind == .mobileServer(.startReset) || step.kind == .eventRealm(.restart) {
          isReset = true
        }
        guard isReset else { return nil }
        switch step.kind {
        case .mobileRealm(.localRealms): return outcome.mapValue { _ in [] }
        case .reading(.get): return outcome.mapValue { _ in false }
        case .reading(.query): return outcome.mapValue { _ in 0 }
        default: return nil
        }
      }
    },
  ]
}
