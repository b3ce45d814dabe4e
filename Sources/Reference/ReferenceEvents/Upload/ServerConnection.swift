import ReferenceRealm

/// How documents of one partition get to the server: what the stage *upload* sends with.
package struct ServerConnection: Sendable {
  let server: EventServer
  let user: User?
  /// How the edition that stored the documents calls the activity.
  let activityField: String
  /// Whether the event realm is being closed.
  package let isStopped: @Sendable () -> Bool

  /// Sends documents one after the other, in order, and waits until the server has acknowledged them.
  ///
  /// - Throws: why they were not acknowledged; those that had arrived stay on the server.
  package func send(_ documents: some Sequence<AuditEvent>) throws(TransferError) {
    for document in documents {
      if isStopped() { throw .interrupted }
      try server.receive(document, activityField: activityField, from: user)
    }
  }
}

/// Takes documents to the server: all of them are there, in their order, when it returns.
package typealias UploadStage =
  @Sendable (_ documents: [AuditEvent], ServerConnection) throws(TransferError) -> Void

/// Why a transfer was not acknowledged.
package enum TransferError: Error {
  /// The link was cut, or broke.
  case interrupted
  /// The user is logged out or was removed.
  case noSession
  /// A document does not fit the schema, which no repetition changes.
  case refused(String)
}
