import JSON

/// What a device keeps beside its realms: who has logged in, and which client resets are still to be done.
struct StoredUsers {
  struct User {
    var identity: Identity
    /// Whether the local copies are to be deleted.
    var isLoggedOut: Bool
    var token: Secret
  }

  struct Reset {
    var key: LocalRealm.Key
    /// The name of the backup's file.
    var backup: String
  }

  var users: [User] = []
  var resets: [Reset] = []

  /// The text of the file.
  var bytes: [UInt8] {
    let json: JSON = [
      "format": 1,
      "users": .array(
        users.map { user in
          [
            "identity": .string(user.identity.text), "loggedOut": .bool(user.isLoggedOut),
            "token": .string(user.token.text),
          ]
        }
      ),
      "resets": .array(
        resets.map { reset in
          [
            "identity": .string(reset.key.identity.text), "path": .string("\(reset.key.path)"),
            "backup": .string(reset.backup),
          ]
        }
      ),
    ]
    var bytes: [UInt8] = []
    json.write(into: &bytes)
    return bytes
  }

  init() {}

  /// - Throws: `DamagedFile` for anything but what `bytes` writes.
  init(_ bytes: [UInt8]) throws {
    let json = try JSON(parsing: bytes)
    guard json["format"] == 1, let users = json["users"]?.array, let resets = json["resets"]?.array
    else { throw DamagedFile() }
    self.users = try users.map { user throws(DamagedFile) in
      guard let identity = user["identity"]?.string, RealmPath.isComponent(identity),
        let isLoggedOut = user["loggedOut"]?.bool, let token = user["token"]?.string
      else { throw DamagedFile() }
      return User(identity: Identity(identity), isLoggedOut: isLoggedOut, token: Secret(token))
    }
    self.resets = try resets.map { reset throws(DamagedFile) in
      guard let identity = reset["identity"]?.string, RealmPath.isComponent(identity),
        let path = reset["path"]?.string.flatMap({ RealmPath($0) }),
        let backup = reset["backup"]?.string, RealmPath.isComponent(backup)
      else { throw DamagedFile() }
      return Reset(key: LocalRealm.Key(identity: Identity(identity), path: path), backup: backup)
    }
  }
}
