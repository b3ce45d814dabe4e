package import ReferenceRealm

/// Something that a recorder is told of, by the realm or by those who use its events.
package enum Operation {
  /// A scope that was just made begins.
  case beginScope(ScopeLog)
  case commitScope(id: Int)
  case cancelScope(id: Int)
  case recordEvent(activity: String, eventType: String?, data: String?)
  /// The keys have been checked.
  case updateMetadata(EventMetadata)
  /// A query found these objects, perhaps none, and perhaps entries of a dictionary that are null.
  case query(table: Int, objects: [Int64], foundNull: Bool, in: Realm)
  /// An object was instantiated.
  case object(ObjectReference, by: ObjectAccess, in: Realm)
  /// A write transaction was committed, perhaps without any change.
  case transaction(WriteTransaction)
}

/// What is complete, and is to be persisted.
package enum Recorded: Sendable {
  case scope(ScopeLog)
  case event(PendingEvent)
}
