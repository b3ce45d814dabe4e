import JSON
import ReferenceSync
import Touchstone

extension Catalogue {
  /// Wrong ideas of who may do what with a realm.
  static let mobileAccess: Entries = [
    "readers-read-nothing": .mobileRights["ACCESS-1"](
      "Only who may write may read."
    ) { rights, _, _ in rights.mayRead = rights.mayWrite },
    "readers-write": .mobileRights["ACCESS-2"]("A user who may read may write.") { rights, _, _ in
      rights.mayWrite = rights.mayRead
    },
    "writers-manage": .mobileProcess["ACCESS-3"](
      "A user who may read a realm may change who has access to it."
    ) { change, user, access in
      let path = try? RealmURL(change.realmURL).path(for: user)
      let mayRead = path.map { access.rights(of: user, on: $0).mayRead } ?? false
      let owner = mayRead ? path?.owner : nil
      return change.process(as: owner ?? user, &access)
    },
    "anybody-manages": .mobileProcess["ACCESS-3"](
      "Every user may change who has access to a realm."
    ) { change, _, access in
      access.administrators.insert("-")
      return change.process(as: "-", &access)
    },
    "strangers-read": .mobileRights["ACCESS-4"]("All users may read all realms.") { rights, _, _ in
      rights.mayRead = true
    },
    "registered-users-are-administrators": .mobileRights["ACCESS-4"](
      "A user who has registered has all rights."
    ) { rights, identity, _ in if identity.text.hasPrefix("100000") { rights = .all } },
    "owners-by-letters-of-any-case": .mobileRights["ACCESS-4", "OPEN-10"](
      "An account owns the home of every identity that differs in the case of letters alone."
    ) { rights, identity, path in
      if path.owner?.text.lowercased() == identity.text.lowercased() { rights = .all }
    },
    "administrators-are-like-others": .mobileRights["ACCESS-5"](
      "Administrators have no rights of their own."
    ) { rights, identity, path in if identity == "1", path.owner != "1" { rights = .none } },
    "owners-alone-write": .mobileRights["ACCESS-6"](
      "Only the owner can write a realm."
    ) { rights, identity, path in rights.mayWrite = path.owner == identity },
    "management-realms-do-not-travel": .mobileRights["ACCESS-7"](
      "A management realm is not downloaded."
    ) { rights, _, path in if path.components.last == "__management" { rights.mayRead = false } },
    "requests-have-no-time": .steps["ACCESS-7"]("A request was created in 1970.") { step, _ in
      guard step.kind == .writing(.create), step[.type] == "PermissionChange" else { return nil }
      let time: JSON = ["$date": ["$numberLong": "0"]]
      return [Step(step.json.with("value", step.json["value"]?.with("createdAt", time)))]
    },
    "changes-are-not-processed": .mobileProcess["ACCESS-8", "ACCESS-14", "ACCESS-15", "ACCESS-17"](
      "A change of access has a status, and changes nothing."
    ) { change, user, access in
      var copy = access
      return change.process(as: user, &copy)
    },
    "all-realms-are-those-of-others-too": .mobileProcess["ACCESS-9"](
      "With `*` as its realm a change applies to all realms there are."
    ) { change, user, access in
      access.administrators.insert("-")
      return change.process(as: change.realmURL == "*" ? "-" : user, &access)
    },
    "all-users-are-none": .mobileProcess["ACCESS-10"](
      "With `*` as its user a change applies to no user."
    ) { change, user, access in
      var change = change
      if change.userID == "*" { change.userID = "-" }
      return change.process(as: user, &access)
    },
    "errors-have-status-0": .mobileProcess["ACCESS-11", "ACCESS-3"](
      "A change that was refused has the status of one that was carried out."
    ) { change, user, access in
      var outcome = change.process(as: user, &access)
      outcome.statusCode = 0
      return outcome
    },
    "status-is-not-0": .mobileProcess["ACCESS-11"]("A change that was carried out has status 1.") {
      change,
      user,
      access in
      var outcome = change.process(as: user, &access)
      outcome.statusCode = 1
      return outcome
    },
    "no-status-message": .outcomes["ACCESS-12"]("A change has no message.") { step, outcome, _ in
      step.kind == .reading(.value) && step[.property] == "statusMessage"
        ? outcome.mapValue { _ in .null } : nil
    },
    "null-is-false": .mobileProcess["ACCESS-13"]("A right that is null is taken away.") {
      change,
      user,
      access in
      var change = change
      change.mayRead = change.mayRead ?? false
      change.mayWrite = change.mayWrite ?? false
      change.mayManage = change.mayManage ?? false
      return change.process(as: user, &access)
    },
    "null-is-true": .mobileProcess["ACCESS-13"]("A right that is null is given.") {
      change,
      user,
      access in
      var change = change
      change.mayRead = change.mayRead ?? true
      change.mayWrite = change.mayWrite ?? true
      return change.process(as: user, &access)
    },
    "managing-is-not-reading": .mobileProcess["ACCESS-14"](
      "A right to manage gives no right to read."
    ) { change, user, access in
      var change = change
      if change.mayManage == true, change.mayRead != true { change.mayManage = false }
      return change.process(as: user, &access)
    },
    "only-owners-manage": .mobileProcess["ACCESS-15"](
      "A user who may manage another user's realm changes nothing."
    ) { change, user, access in
      let path = try? RealmURL(change.realmURL).path(for: user)
      guard let owner = path?.owner, owner != user, !access.administrators.contains(user) else {
        return change.process(as: user, &access)
      }
      return change.process(as: "-", &access)
    },
    "management-realms-are-open": .mobileRights["ACCESS-16"](
      "Every user may read the management realms of others."
    ) { rights, _, path in if path.components.last == "__management" { rights.mayRead = true } },
    "rights-are-for-good": .mobileProcess["ACCESS-17", "ACCESS-14"](
      "Access is never taken away."
    ) { change, user, access in
      var change = change
      change.mayRead = change.mayRead == false ? nil : change.mayRead
      change.mayWrite = change.mayWrite == false ? nil : change.mayWrite
      change.mayManage = change.mayManage == false ? nil : change.mayManage
      return change.process(as: user, &access)
    },
    "levels-are-not-told": .outcomes["ACCESS-18"]("The message says nothing of the level.") {
      step,
      outcome,
      _ in
      step.kind == .reading(.value) && step[.property] == "statusMessage"
        ? outcome.mapValue { _ in "done" } : nil
    },
    "offers-have-no-token": .outcomes["ACCESS-19"]("An offer gets no token.") { step, outcome, _ in
      step.kind == .reading(.value) && step[.property] == "token"
        ? outcome.mapValue { _ in .null } : nil
    },
    "offers-do-not-expire": .outcomes["ACCESS-20"](
      "Whatever is offered or taken, it succeeds."
    ) { step, outcome, _ in
      step.kind == .reading(.value) && step[.property] == "statusCode"
        ? outcome.mapValue { _ in 0 } : nil
    },
  ]
}
