package import JSON

// What an object server holds when a case begins, and the devices around it.

extension TypedKey where Value == JSONObject {
  package static var accounts: TypedKey<JSONObject> { Self("accounts", .named(.account)) }
  package static var serverRealms: Self { Self("serverRealms", .objectsByPath) }
  /// Provider → token.
  package static var tokens: Self { Self("tokens", .fields) }
}

extension TypedKey where Value == [JSON] {
  package static var devices: Self { Self("devices", .strings) }
}

extension TypedKey where Value == String {
  /// What the server knows an account by.
  package static var identityOfAccount: Self { Self("id", .content) }
  package static var passwordOfAccount: Self { Self("password", .content) }
}

extension TypedKey where Value == Bool {
  package static var isAdministrator: Self { Self("admin", .flag) }
}

extension KeyTable {
  package static let mobilePlatform = KeyTable(
    name: "mobilePlatform",
    owner: "\"mobilePlatform\"",
    purpose: "What an object server holds when a case begins, and the devices around it.",
    entries: [
      .optional(.accounts, "user name → account: the accounts that exist when the case begins"),
      .optional(
        .serverRealms,
        """
        path, written out (`/5917268/widgets`) → class → array of the objects that the realm holds on the server when \
        the case begins
        """
      ),
      .optional(
        .devices,
        """
        names of the devices. Steps run on the first one, unless `on` says otherwise. Without this key there is one \
        device, `main` (more than one need `devices`)
        """
      ),
    ]
  )

  package static let account = KeyTable(
    name: "account",
    owner: "an account",
    entries: [
      .required(.identityOfAccount, "the identity that the server knows it by"),
      .optional(.passwordOfAccount, "the password that goes with the user name"),
      .optional(.tokens, "provider → token that logs in to this account (needs `accounts`)"),
      .optional(.isAdministrator, "whether its user is an administrator"),
    ]
  )
}
