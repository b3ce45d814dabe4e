package import ReferenceRealm

/// What the client is told about one object whose write the server reverted (S2, `compensatingWriteInfo`).
package struct CompensatingWrite: Sendable, Hashable {
  /// The class of the object.
  package var objectType: String
  /// Its primary key.
  package var primaryKey: Value
  /// Why the write was illegal.
  package var reason: String

  /// The four lines that S2's sample handler prints.
  package var sampleOutput: [String] {
    [
      "A write was rejected with a compensating write error",
      "The write to object type: Optional(\(objectType.debugDescription))",
      "With primary key of: \(primaryKey.typeName)(\(primaryKey))",
      "Was rejected because: Optional(\(reason.debugDescription))",
    ]
  }

  /// The client's log line about a synchronization with compensating writes.
  static let logLine =
    #"Sync: Connection[1]: Session[1]: Received: ERROR "Client attempted a write that is outside of "#
    + #"permissions or query filters; it has been reverted" (error_code=231, try_again=true, error_action=Warning)"#
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
}
