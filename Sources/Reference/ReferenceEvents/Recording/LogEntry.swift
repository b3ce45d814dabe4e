package import ReferenceRealm

/// What a scope notes while it is active: what happened, at which version and when.
///
/// No payload yet.
package enum LogEntry: Sendable {
  case query(QueryRead)
  case object(ObjectRead)
  /// A committed transaction that touched something.
  indirect case write(WriteTransaction, time: Timestamp)
}

extension LogEntry {
  /// When it happened.
  package var time: Timestamp {
    switch self {
    case .query(let read): read.time
    case .object(let read): read.time
    case .write(_, let time): time
    }
  }

  /// Whether it is a transaction and no read.
  package var isWrite: Bool { if case .write = self { true } else { false } }
}

/// The result of one or, after combining, several queries on a class.
package struct QueryRead: Sendable {
  package var time: Timestamp
  package var version: Int
  package let table: Int
  package var objects: [Int64]
}

/// An object that was instantiated.
package struct ObjectRead: Sendable {
  package var time: Timestamp
  package var version: Int
  package let object: ObjectReference
  package let link: LinkPath?
}

extension Operation {
  /// The read that this is, and the realm in which it happened; nil for anything else.
  ///
  /// It shows the last version that was committed, also within a transaction.
  package func read(_ clock: EventClock) -> (entry: LogEntry, realm: Realm)? {
    switch self {
    case .query(let table, let objects, _, let realm):
      let version = realm.committed.version
      let read = QueryRead(time: clock.now, version: version, table: table, objects: objects)
      return (.query(read), realm)
    case .object(let object, let access, let realm):
      let version = realm.committed.version
      let read = ObjectRead(time: clock.now, version: version, object: object, link: access.link)
      return (.object(read), realm)
    default: return nil
    }
  }
}
