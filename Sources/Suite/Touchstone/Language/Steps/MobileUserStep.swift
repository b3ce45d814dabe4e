/// Steps about who is logged in on a device.
package enum MobileUserStep: String, StepTopic {
  case authenticate, users, userState, currentUser

  var classes: [ConformanceClass]? { [.mobilePlatform] }

  var entry: StepEntry {
    switch self {
    case .authenticate:
      StepEntry(
        does: """
          logs a user in on this device: with `username` and `password` if the provider is `password`, where `register` \
          makes a new account; with `token` otherwise, and with `identity` if the provider is `_access_token`. Fails \
          with `invalid-credentials`, `no-such-user`, `user-exists` or `offline`
          """,
        takes: [
          .required(.provider), .optional(.username), .optional(.password), .optional(.register),
          .optional(.token), .optional(.identity), .required(.name(.user)),
        ],
        yields: .content,
        value: "the identity of the user"
      ) { words in
        "SyncUser.logIn(with: .\(words.credentials), server: \"realm://server\")"
      }
    case .users:
      StepEntry(
        yields: .expectedElements,
        value: "the identities of the active users of this device, sorted"
      ) { _ in "SyncUser.all" }
    case .userState:
      StepEntry(
        takes: [.required(.loggedIn)],
        yields: .word(["active", "logged-out", "error"]),
        value: "`active`, `logged-out` or `error`"
      ) { "\($0[.loggedIn]).state" }
    case .currentUser:
      StepEntry(
        does: "Fails with `several-users` if more than one is active",
        yields: .expectedTextOrNull,
        value: "the identity of the only active user of this device, null if there is none",
        needs: .currentUser
      ) { _ in "SyncUser.current" }
    }
  }
}

extension StepWording {
  /// Credentials as the page makes them; passwords and tokens stay unsaid.
  fileprivate var credentials: String {
    guard step[.provider] == "password" else {
      return "token(provider: \(self[.provider]), …)"
    }
    let register = step[.register] == true ? ", register: true" : ""
    return "usernamePassword(\(self[.username]), …\(register))"
  }
}
