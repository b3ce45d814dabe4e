/// Steps about synchronized realms and their copies on a device.
package enum MobileRealmStep: String, StepTopic {
  case configure, open, close, managementRealm, transfer, localRealms, migrationCalls

  /// The options of a configuration that exclude each other.
  package static let options = ["fileURL", "inMemoryIdentifier", "syncConfiguration"]

  var classes: [ConformanceClass]? { [.mobilePlatform] }

  var entry: StepEntry {
    switch self {
    case .configure:
      StepEntry(
        does: """
          makes a configuration and sets these options on it one after the other, each as a pair: `true` gives it a \
          value, `false` takes it away
          """,
        takes: [.required(.options)],
        yields: .anyObject,
        value: "which options have a value then: an object with a bool for each of the three"
      ) { "Realm.Configuration(setting: \($0[.options]))" }
    case .open:
      StepEntry(
        does: """
          opens a synchronized realm: of a `user`, by its `url`; or with the configuration of a `session`. `schema` \
          replaces the schema of the group, and `schemaVersion` is 0 unless it is given. With `"migration": true` there \
          is a migration block. Fails with `invalid-realm-url` or `incompatible-schema`
          """,
        takes: [
          .optional(.loggedIn), .optional(.url), .optional(.session), .required(.name(.realm)),
          .optional(.schemaOfRealm), .optional(.schemaVersion), .optional(.migration),
        ],
        oneOf: ["url", "session"]
      ) { words in
        let source =
          words.has(.session)
          ? "\(words[.session]).configuration"
          : "SyncConfiguration(user: \(words[.loggedIn]), realmURL: \(words[.url]))"
        let schema = words.has(.schemaOfRealm) ? ", schema: \(words[.schemaOfRealm])" : ""
        let version =
          words.has(.schemaVersion) ? ", schemaVersion: \(words[.schemaVersion])" : ""
        let migration = words.has(.migration) ? ", migrationBlock: { … }" : ""
        return "Realm(\(source)\(schema)\(version)\(migration))"
      }
    case .close:
      StepEntry(
        does: """
          releases the realm: nothing can be done in it any more, and what was not uploaded waits on the device. Other \
          names of the same realm stay open
          """,
        takes: [.required(.openRealm)]
      ) { "\($0[.openRealm]) = nil" }
    case .managementRealm:
      StepEntry(
        does: """
          opens the management realm of a user. Its classes are [below](#management-realms); `synchronize` on \
          it uploads, lets the server process what has come, and downloads
          """,
        takes: [.required(.loggedIn), .required(.name(.realm))],
        needs: .permissions
      ) { "\($0[.loggedIn]).managementRealm()" }
    case .transfer:
      StepEntry(
        does: """
          transfers this many transactions of the realm in one direction, the oldest first, or all there are if there \
          are fewer. Fails as `synchronize` does
          """,
        takes: [.required(.openRealm), .required(.direction), .required(.transactions)],
        needs: .transfer
      ) { "\($0[.openRealm]).\($0.bare(.direction))(transactions: \($0[.transactions]))" }
    case .localRealms:
      StepEntry(
        takes: [.required(.loggedIn)],
        yields: .expectedElements,
        value: "the paths of this user's realms of which there is a copy on this device, sorted"
      ) { "\($0[.loggedIn]).localRealms" }
    case .migrationCalls:
      StepEntry(
        yields: .natural,
        value: "how often a migration block was called since the case began",
        needs: .additiveSchema
      ) { _ in "migrationBlock.calls" }
    }
  }
}

extension StepWording {
  /// A word without quotes.
  func bare(_ argument: TypedKey<String>) -> String { step[argument] ?? "?" }
}
