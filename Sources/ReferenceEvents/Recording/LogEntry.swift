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

  package init(time: Timestamp, version: Int, table: Int, objects: [Int64]) {
    self.time = time
    self.version = version
    self.table = table
    self.objects = objects
  }
}

/// An object that was instantiated.
package struct ObjectRead: Sendable {
  package var time: Timestamp
  package var version: Int
  package let object: ObjectReference
  package let link: LinkPath?

  package init(time: Timestamp, version: Int, object: ObjectReference, link: LinkPath?) {
    self.time = time
    self.version = version
    self.object = object
    self.link = link
  }
}
