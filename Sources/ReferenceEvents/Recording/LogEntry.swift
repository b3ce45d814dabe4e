import ReferenceRealm

/// What a scope notes while it is active: what happened, at which version and when.
///
/// No payload yet.
enum LogEntry: Sendable {
  case query(QueryRead)
  case object(ObjectRead)
  /// A committed transaction that touched something.
  indirect case write(CommittedTransaction, time: Timestamp)
}

/// The result of one or, after combining, several queries on a class.
struct QueryRead: Sendable {
  var time: Timestamp
  let version: Int
  let table: Int
  var objects: [Int64]
}

/// An object that was instantiated.
struct ObjectRead: Sendable {
  var time: Timestamp
  let version: Int
  let object: ObjectReference
  let link: LinkPath?
}
