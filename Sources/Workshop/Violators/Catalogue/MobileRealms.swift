import JSON
import ReferenceSync
import Touchstone

extension Catalogue {
  /// Wrong ideas of which realm a URL names, and of sessions.
  static let mobileRealms: Entries = [
    "scheme-is-part-of-the-name": .steps["OPEN-2"]("Another scheme is another realm.") { step, _ in
      step.tampering(url: "realms://") { "realm://\($0)/encrypted" }
    },
    "urls-are-decoded-twice": .steps["OPEN-11"]("A URL is percent-decoded twice.") { step, _ in
      step.tampering(url: "realm://") { "realm://\($0.replacing("%25", with: "%"))" }
    },
    "last-part-names-the-realm": .mobile["OPEN-2"](
      "Realms with the same last part of their path are one."
    ) { stages in
      stages.path = { url, identity throws(SyncError) in
        let path = try url.path(for: identity)
        let last = path.components.last ?? ""
        return RealmPath("/\(path.components[0])/\(last)") ?? path
      }
    },
    "tilde-is-not-expanded": .mobile["OPEN-3"]("`~` is one home for all users.") { stages in
      stages.path = { url, _ throws(SyncError) in try url.path(for: "5917268") }
    },
    "sync-stays-beside-files": .outcome(of: .mobileRealm(.configure))["OPEN-4"](
      "A file or memory does not remove the sync configuration."
    ) { $0.with("syncConfiguration", true) },
    "files-stay-beside-sync": .outcomes["OPEN-5"](
      "A sync configuration leaves a file as it was."
    ) { step, outcome, _ in
      guard step.kind == .mobileRealm(.configure),
        step[.options]?.contains(where: { $0[0] == "fileURL" && $0[1] == true }) ?? false
      else { return nil }
      return outcome.mapValue { $0.with("fileURL", true) }
    },
    "any-scheme-will-do": .program["OPEN-7"]("The scheme of a URL is not looked at.") { program in
      program.mapSteps { step in
        guard let url = step[.url], let colon = url.firstRange(of: "://") else { return step }
        return step.with(.url, .string("realm" + url[colon.lowerBound...]))
      }
    },
    "nothing-is-downloaded": .mobile["OPEN-8", "OPEN-9", "RESET-4"](
      "What the server had before does not arrive."
    ) { $0.deliver = { _ in [] } },
    "paths-know-no-case": .program["OPEN-10"]("Capital letters in a URL make no difference.") {
      program in
      program.mapSteps { $0.with(.url, $0[.url].map { .string($0.lowercased()) }) }
    },
    "dots-in-paths-are-followed": .program["OPEN-11"](
      "`..` and `.` lead through the folders of the server."
    ) { program in
      program.mapSteps { step in
        guard let url = step[.url] else { return step }
        return step.with(
          .url,
          .string(
            url.replacing("%2e", with: ".").replacing("%2E", with: ".")
              .replacing(#/\/[^\/]+\/\.\.\//#, with: "/").replacing("/./", with: "/")
              .replacing("%2F", with: "/").replacing("%2f", with: "/")
          )
        )
      }
    },
    "offline-writes-are-lost": .steps["OPEN-12"](
      "What is written without a connection is not uploaded later."
    ) { step, walk in step.kind == .writing(.write) && !walk.isOnline ? [.newVersion] : nil },
    "closing-loses-what-waits": .program["OPEN-13"](
      "What was not uploaded when a realm was closed is forgotten."
    ) { program in
      var kept: [Step] = []
      for step in program.steps.reversed() {
        let next = kept.last {
          [.eventRealm(.restart), .mobileRealm(.close), .flexibleSync(.synchronize)]
            .contains($0.kind)
        }
        let isForgotten =
          step.kind == .flexibleSync(.on) && next != nil
          && next?.kind != .flexibleSync(.synchronize)
        kept.append(isForgotten ? step.withoutWrites : step)
      }
      program.steps = kept.reversed()
    },
    "sessions-are-not-listed": .outcome(of: .mobileSession(.sessions))["SESSION-1"](
      "Of several sessions one is listed."
    ) { $0.mapArray { Array($0.prefix(1)) } },
    "sessions-are-always-active": .outcome(of: .mobileSession(.sessionState))[
      "SESSION-2",
      "SESSION-7",
      "RESET-14"
    ]("Whatever happens, a session is active.") { _ in "active" },
    "configuration-of-another-realm": .outcome(of: .mobileSession(.sessionConfiguration))[
      "SESSION-3"
    ]("The configuration of a session names another realm.") {
      $0.with("path", $0["path"]?.mapString { $0 + "-2" })
    },
    "one-session-for-each-name": .outcome(of: .mobileSession(.sessions))["SESSION-4"](
      "A session is listed once for each time that its realm was opened."
    ) { $0.mapArray { $0 + $0 } },
    "sessions-for-every-url": .outcome(of: .mobileSession(.session))["SESSION-5"](
      "There is a session for any URL."
    ) { _ in true },
    "invalid-sessions-are-configured": .outcome(of: .mobileSession(.sessionConfiguration))[
      "SESSION-6"
    ]("A session that has failed still has a configuration.") {
      $0.isNull ? ["user": "5917268", "path": "/5917268/widgets"] : $0
    },
    "logging-out-ends-all-sessions": .answer["SESSION-8"](
      "When a user logs out, the sessions of all users are inactive."
    ) { program, result in
      var isOut = false
      return result.mapOutcomes(program) { step, outcome, _ in
        if step.kind == .eventRealm(.logOut) { isOut = true }
        guard step.kind == .mobileSession(.sessionState), isOut else { return nil }
        return outcome.mapValue { _ in "inactive" }
      }
    },
    "sessions-end-offline": .answer["SESSION-9"](
      "A session that was once without a connection is invalid."
    ) { program, result in
      var wasOffline = false
      return result.mapOutcomes(program) { step, outcome, _ in
        if step.kind == .eventRealm(.goOffline) { wasOffline = true }
        guard step.kind == .mobileSession(.sessionState), wasOffline else { return nil }
        return outcome.mapValue { _ in "invalid" }
      }
    },
  ]
}

extension Step {
  /// The step with another URL in place of one that begins so; nil without one.
  fileprivate func tampering(url prefix: String, _ change: (_ rest: String) -> String) -> [Step]? {
    guard let url = json["url"]?.string, url.hasPrefix(prefix) else { return nil }
    let changed = change(String(url.dropFirst(prefix.count)))
    return [Step(json.with("url", .string(changed)))]
  }

  /// The step with transactions that change nothing.
  var withoutWrites: Step {
    with(steps: steps.map { $0.kind == .writing(.write) ? .newVersion : $0 })
  }
}
