package import ReferenceRealm

/// What the client is told about one object whose write the server reverted (S2, `compensatingWriteInfo`).
package struct CompensatingWrite: Sendable, Hashable {
  /// The class of the object.
  package var objectType: String
  /// Its primary key.
  package var primaryKey: Value
  /// Why the write was illegal.
  package var reason: String

  init(objectType: String, primaryKey: Value, refusal: Refusal) {
    self.objectType = objectType
    self.primaryKey = primaryKey
    reason = "write to \"\(primaryKey.keyText)\" in table \"\(objectType)\" \(refusal.words)"
  }

  /// The client's log line about a synchronization with compensating writes.
  static let logLine =
    #"Sync: Connection[1]: Session[1]: Received: ERROR "Client attempted a write that is outside of "#
    + #"permissions or query filters; it has been reverted" (error_code=231, try_again=true, error_action=Warning)"#
}

/// What the error handler is told: one error for each transaction of which something was refused.
package struct CompensatingWriteError: Error, Sendable {
  /// What kind of error it is, as SDKs call it.
  package enum Code: String, Sendable {
    case writeRejected
  }

  package let code = Code.writeRejected
  package var writes: [CompensatingWrite]

  /// The writes in the words of the SDK.
  package var compensatingWriteInfo: [CompensatingWriteInfo]? {
    writes.map { write in
      CompensatingWriteInfo(
        objectType: write.objectType,
        primaryKey: "\(write.primaryKey.typeName)(\(write.primaryKey))",
        reason: write.reason
      )
    }
  }
}

/// One write as an error handler sees it, in the types of the SDK: what the sample handler of S2 prints shows them.
package struct CompensatingWriteInfo: Sendable {
  package var objectType: String?
  /// The key with its type, as the SDK describes it.
  package var primaryKey: String
  package var reason: String?
}

/// Why a server refuses a write.
package enum Refusal: Sendable, Hashable {
  /// The write filter of that role denies it.
  case filter(role: String)
  /// Another rule of that role does.
  case rule(role: String)
  /// The user has no role.
  case noRole
  case outsideOfView

  var words: String {
    switch self {
    case .filter(let role): "was denied by write filter in role \(role.debugDescription)"
    case .rule(let role): "was denied by permissions in role \(role.debugDescription)"
    case .noRole: "was denied: no role applies to the user"
    case .outsideOfView: "not allowed; object is outside of the current query view"
    }
  }
}

extension Value {
  /// How the SDK names the type of a primary key.
  fileprivate var typeName: String {
    switch self {
    case .int: "int64"
    case .uuid: "uuid"
    case .string: "string"
    default: "objectId"
    }
  }

  /// How reasons of the time of S2 write a primary key.
  fileprivate var keyText: String {
    if case .uuid = self { "UUID(\(self))" } else { description }
  }
}
