import JSON
import ReferenceSync
import Touchstone

extension Catalogue {
  /// Wrong ideas of who is logged in, and of what logging out does.
  static let mobileUsers: Entries = [
    "logged-out-users-synchronize": .skipping["USER-1", "SESSION-7"](
      "Logging out changes nothing."
    ) { step, _ in step.kind == .eventRealm(.logOut) },
    "name-is-the-identity": .outcomes["USER-2"](
      "Logging in gives the name of the user in place of the identity."
    ) { step, outcome, _ in
      guard step.kind == .mobileUser(.authenticate), let name = step[.username] else { return nil }
      return outcome.mapValue { _ in .string(name) }
    },
    "registering-registers-nothing": .program["USER-4", "USER-5"](
      "With `register` one who is known logs in, and one who is not does not."
    ) { program in
      program.mapSteps { $0.kind == .mobileUser(.authenticate) ? $0.with(.register, nil) : $0 }
    },
    "taken-names-are-taken-over": .overlooking("user-exists")["USER-5"](
      "Registering a name that is taken is not an error."
    ),
    "unknown-accounts-are-registered": .program["USER-6"](
      "Logging in to an account that does not exist makes it."
    ) { program in
      let names = Set((program.configuration[.mobilePlatform]?[.accounts] ?? [:]).keys)
      program.mapSteps { step in
        guard step.kind == .mobileUser(.authenticate), let name = step[.username],
          !names.contains(name)
        else { return step }
        return step.with(.register, true)
      }
    },
    "failed-logins-are-users": .answer["USER-7"](
      "A user who fails to log in is a user all the same."
    ) { program, result in
      var failures = 0
      return result.mapOutcomes(program) { step, outcome, _ in
        if step.kind == .mobileUser(.authenticate), outcome.errorCode != nil { failures += 1 }
        guard step.kind == .mobileUser(.users), failures > 0 else { return nil }
        return outcome.mapValue { $0.mapArray { $0 + ["nobody"] } }
      }
    },
    "one-user-at-a-time": .outcome(of: .mobileUser(.users))["USER-8"](
      "Only one of the users who are logged in is listed."
    ) { $0.mapArray { Array($0.prefix(1)) } },
    "users-of-all-devices-are-listed": .answer["USER-9"](
      "Each user who has ever logged in is listed, on each device."
    ) { program, result in
      var known: Set<String> = []
      return result.mapOutcomes(program) { step, outcome, _ in
        if step.kind == .mobileUser(.authenticate), let name = outcome.value?.string {
          known.insert(name)
        }
        guard step.kind == .mobileUser(.users) else { return nil }
        return outcome.mapValue { _ in .array(known.sorted().map(JSON.string)) }
      }
    },
    "any-password-will-do": .overlooking("invalid-credentials")["USER-10", "USER-13"](
      "Credentials that the server does not accept are not an error."
    ),
    "each-login-is-another-user": .answer["USER-11"](
      "An account that logs in again gets another identity."
    ) { program, result in
      var seen: Set<JSON> = []
      return result.mapOutcomes(program) { step, outcome, _ in
        guard step.kind == .mobileUser(.authenticate), let value = outcome.value,
          !seen.insert(value).inserted
        else { return nil }
        return .ok(value.mapString { $0 + "-2" })
      }
    },
    "tokens-of-any-provider": .outcomes["USER-12"](
      "Providers other than passwords are refused."
    ) { step, outcome, _ in
      guard step.kind == .mobileUser(.authenticate), step[.provider] != "password",
        step[.provider] != "_access_token", outcome.value != nil
      else { return nil }
      return .failure("invalid-credentials", "only passwords are known")
    },
    "access-tokens-ask-the-server": .outcomes["USER-14"](
      "An access token is checked by the server when logging in."
    ) { step, outcome, walk in
      step.kind == .mobileUser(.authenticate) && step[.provider] == "_access_token"
        && !walk.isOnline
        ? .failure("offline", "there is no connection") : nil
    },
    "first-user-is-current": .overlooking("several-users")["USER-15"](
      "With several users there is a current one."
    ),
    "users-end-with-the-process": .outcomes["USER-16"]("After a restart no user is logged in.") {
      step,
      outcome,
      walk in
      step.kind == .mobileUser(.users) && walk.runs > 0 ? outcome.mapValue { _ in [] } : nil
    },
    "administrators-outlive-the-process": .answer["USER-17"](
      "Users with an access token are there after a restart."
    ) { program, result in
      var administrators: [JSON] = []
      return result.mapOutcomes(program) { step, outcome, walk in
        if step.kind == .mobileUser(.authenticate), step[.provider] == "_access_token" {
          administrators += [outcome.value].compactMap(\.self)
        }
        guard step.kind == .mobileUser(.users), walk.runs > 0 else { return nil }
        return outcome.mapValue { $0.mapArray { $0 + administrators } }
      }
    },
    "users-are-always-active": .outcome(of: .mobileUser(.userState))["USER-18"](
      "The state of a user does not change by logging out."
    ) { _ in "active" },
    "logging-out-again-fails": .answer["USER-19"]("Logging out twice is an error.") {
      program,
      result in
      var gone: Set<String> = []
      return result.mapOutcomes(program) { step, _, _ in
        if step.kind == .mobileUser(.authenticate), let name = step.boundName { gone.remove(name) }
        guard step.kind == .eventRealm(.logOut), let name = step[.loggedIn],
          !gone.insert(name).inserted
        else { return nil }
        return .failure("other", "the user is logged out")
      }
    },
    "logging-in-again-is-too-late": .steps["USER-20"](
      "A user who has logged out stays so, and can log in again without effect."
    ) { step, walk in
      guard step.kind == .mobileUser(.authenticate), !walk.isLoggedIn, let name = step.boundName
      else { return nil }
      return [step, ["do": "logOut", "user": .string(name)]]
    },
    "logging-out-drops-what-waits": .mobile["USER-21", "USER-24"](
      "Logging out deletes the copies with all that was not uploaded."
    ) { $0.leave = { _, _ in .deletedNow } },
    "copies-outlive-the-user": .mobile["USER-22"](
      "After logging out the local copies stay where they are."
    ) { $0.isDeleted = { _, _ in false } },
    "logging-out-deletes-copies-of-others": .mobile["USER-23"](
      "Logging out deletes all local copies of the device."
    ) { $0.isDeleted = { _, _ in true } },
    "logging-out-waits-for-no-connection": .skipping["USER-24", "ERROR-7"](
      "The connection is never missed."
    ) { step, _ in step.kind == .eventRealm(.goOffline) },
    "uploads-go-on-in-core": .mobile["USER-25"](
      "Logging out uploads what waits, in edition core, too.",
      edition: "core"
    ) { $0.leave = { _, isUploaded in isUploaded ? .deletedNow : .deletedAfterUpload } },
    "copies-go-at-once-in-core": .mobile["USER-26"](
      "In edition core the copies go as soon as their user logs out.",
      edition: "core"
    ) { $0.leave = { _, _ in .deletedNow } },
    "realms-are-closed-by-logging-out": .program["USER-29"](
      "What is written after logging out is not kept."
    ) { program in
      var isLoggedIn = true
      program.steps = program.steps.map { step in
        if step.kind == .eventRealm(.logOut) { isLoggedIn = false }
        if step.kind == .mobileUser(.authenticate) { isLoggedIn = true }
        guard !isLoggedIn, step.kind == .flexibleSync(.on) else { return step }
        return step.with(steps: step.steps.filter { $0.kind != .writing(.write) })
      }
    },
    "sessions-without-a-copy-wait": .outcomes["USER-30"](
      "A session whose copy was deleted is inactive."
    ) { step, outcome, _ in
      step.kind == .mobileSession(.sessionState)
        ? outcome.mapValue { $0 == "invalid" ? "inactive" : $0 } : nil
    },
    "nothing-opens-for-the-logged-out": .answer["USER-31"](
      "A user who has logged out cannot open a realm."
    ) { program, result in
      var gone: Set<String> = []
      return result.mapOutcomes(program) { step, _, _ in
        if step.kind == .eventRealm(.logOut), let name = step[.loggedIn] { gone.insert(name) }
        guard step.kind == .mobileRealm(.open), let name = step[.loggedIn], gone.contains(name)
        else { return nil }
        return .failure("session-invalid", "the user is logged out")
      }
    },
    "passwords-are-checked-on-the-device": .skipping["USER-27"](
      "Logging in with a password needs no connection."
    ) { step, _ in step.kind == .eventRealm(.goOffline) },
  ]
}
