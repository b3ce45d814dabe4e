package import ReferenceRealm

/// What one transaction of a device did, as it is sent to a server.
package struct Changeset: Sendable {
  /// What happened to one object.
  package struct Change: Sendable {
    /// What it was.
    package enum Kind: Sendable {
      /// It was created with these contents of its columns.
      case create([Content])
      /// These columns were assigned to.
      case update([Int: Content])
      case delete
    }

    package var id: DocumentID
    package var kind: Kind
    /// What lists held before an update: with it they are merged element by element, and without it replaced.
    package var before: [Int: Content]

    /// A change of an object.
    package init(_ id: DocumentID, _ kind: Kind, before: [Int: Content] = [:]) {
      self.id = id
      self.kind = kind
      self.before = before
    }
  }

  /// When it was committed, by the clock of its device.
  package var time: Timestamp
  /// The number of the device.
  package var origin: Int
  /// How many changes of the server the device had seen.
  package var base: Int
  package var changes: [Change]

  /// A transaction of a device.
  package init(time: Timestamp, origin: Int, base: Int, changes: [Change]) {
    self.time = time
    self.origin = origin
    self.base = base
    self.changes = changes
  }
}
