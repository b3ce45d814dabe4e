extension StepKind {
  /// What class `mobile-platform` does under a name that it shares with another class; nil for every other step.
  var mobileVariant: StepEntry? {
    switch self {
    case .flexibleSync(.on):
      StepEntry(
        does: """
          runs the steps in an open realm, or on another device. Objects and collections belong to the realm in which they \
          were named; realms, sessions and progress blocks to their device (`device` needs `devices`)
          """,
        takes: [.optional(.openRealm), .optional(.device), .required(.steps)],
        oneOf: ["realm", "device"]
      ) { words in "on \(words.has(.device) ? words[.device] : words[.openRealm])" }
    case .flexibleSync(.synchronize):
      StepEntry(
        does: """
          uploads what waits in the realm, and downloads what the server has, until both are at rest. Fails with \
          `offline`, or with `session-invalid` if the session is or becomes invalid, or the user is logged out
          """,
        takes: [.required(.openRealm)]
      ) { "\($0[.openRealm]).synchronize()" }
    case .flexibleSync(.serverObjects):
      StepEntry(
        takes: [.required(.path), .required(.type)],
        yields: .expectedElements,
        value: """
          the objects of the class that the realm with that path, written out, holds on the server, by ascending key, with \
          all their properties; a link is the primary key of its target. Without the realm, an empty array
          """,
        needs: .serverRead
      ) { "server.realm(\($0[.path])).objects(\($0[.type]))" }
    case .eventRealm(.goOffline), .eventRealm(.goOnline), .eventRealm(.restart),
      .eventRealm(.waitForUploads), .eventRealm(.logOut), .eventRealm(.errors):
      mobileVariantOfEventRealm
    default: nil
    }
  }

  private var mobileVariantOfEventRealm: StepEntry? {
    switch self {
    case .eventRealm(.goOffline):
      StepEntry(
        does: "cuts the connection of this device; what has arrived at the server stays",
        needs: .offline
      ) { _ in "device.goOffline()" }
    case .eventRealm(.goOnline):
      StepEntry(does: "restores it; nothing is transferred by that", needs: .offline) { _ in
        "device.goOnline()"
      }
    case .eventRealm(.restart):
      StepEntry(
        does: """
          the process of this device ends without warning and starts again. Realms, sessions and progress blocks have no \
          names any more; users keep theirs. The next step of this table uses the sync manager for the first time
          """,
        needs: .restart
      ) { _ in "process.restart()" }
    case .eventRealm(.waitForUploads):
      StepEntry(
        does: """
          waits until the uploads that logging out has started on this device have ended, and what follows from that is \
          done. Fails with `upload-failed` if that cannot be, as without a connection while something waits
          """
      ) { _ in "try uploads.wait()" }
    case .eventRealm(.logOut):
      StepEntry(does: "logs a user out on this device", takes: [.required(.loggedIn)]) {
        "\($0[.loggedIn]).logOut()"
      }
    case .eventRealm(.errors):
      StepEntry(
        yields: .expectedElements,
        value: """
          what the error handler of this device's sync manager was told since the case began, in that order: `{"kind": \
          <see [below](#errors)>, "path": <that of the session's realm, null without a session>}`
          """
      ) { _ in "SyncManager.shared.errors" }
    default: nil
    }
  }
}
