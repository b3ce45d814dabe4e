package import JSON

// The arguments that only steps of class `mobile-platform` have.

extension TypedKey where Value == String {
  package static var provider: Self { Self("provider", .content) }
  package static var username: Self { Self("username", .string) }
  package static var password: Self { Self("password", .string) }
  package static var token: Self { Self("token", .string) }
  /// The identity that goes with an access token.
  package static var identity: Self { Self("identity", .content) }
  /// A user who has logged in.
  package static var loggedIn: Self { Self("user", .handle(.user)) }
  package static var url: Self { Self("url", .string) }
  /// A realm that is open.
  package static var openRealm: Self { Self("realm", .handle(.realm)) }
  /// A realm that was opened, and may be closed by now.
  package static var realmFile: Self { Self("realm", .realmFile) }
  package static var session: Self { Self("session", .handle(.session)) }
  package static var watch: Self { Self("watch", .handle(.watch)) }
  package static var backup: Self { Self("backup", .handle(.backup)) }
  package static var device: Self { Self("device", .deviceName) }
  package static var path: Self { Self("path", .content) }
  package static var direction: Self { Self("direction", .word(["upload", "download"])) }
  package static var mode: Self { Self("mode", .word(["indefinitely", "current"])) }
  package static var logLevel: Self { Self("level", .word(MobileServerStep.logLevels)) }
}

extension TypedKey where Value == Bool {
  package static var register: Self { Self("register", .flag) }
  /// Whether a realm is opened with a migration block.
  package static var migration: Self { Self("migration", .flag) }
}

extension TypedKey where Value == Int {
  package static var schemaVersion: Self { Self("schemaVersion", .natural) }
  package static var transactions: Self { Self("transactions", .positive) }
  package static var downloaded: Self { Self("downloaded", .natural) }
  package static var downloadable: Self { Self("downloadable", .natural) }
  package static var uploaded: Self { Self("uploaded", .natural) }
  package static var uploadable: Self { Self("uploadable", .natural) }
}

extension TypedKey where Value == [JSON] {
  /// Options of a configuration in the order in which they are set, each given or taken away.
  package static var options: TypedKey<[JSON]> { Self("set", .settings(MobileRealmStep.options)) }
}

extension TypedKey where Value == JSON {
  /// The classes that a realm is opened with.
  package static var schemaOfRealm: Self { Self("schema", .classes) }
}
