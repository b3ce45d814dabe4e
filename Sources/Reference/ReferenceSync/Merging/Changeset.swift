package import ReferenceRealm

/// What one transaction of a device did, as it is sent to a server.
package struct Changeset: Sendable {
  /// What happened to one object.
  package struct Change: Sendable {
    /// What it was.
    package enum Kind: Sendable {
      /// It was created with these contents of its columns.
      case create([Content])
      /// This was done to it, in this order.
      case update([Edit])
      case delete

      /// The assignment of some columns.
      package static func assigning(_ columns: [Int: Content]) -> Kind {
        .update(
          columns.sorted { $0.key < $1.key }.map { column, content in
            Edit([.column(column)], .assign(content, isFresh: false))
          }
        )
      }
    }

    package var id: DocumentID
    package var kind: Kind
    /// Whether an object of this key was deleted before the creation: they are two objects.
    package var isAnotherObject = false

    /// Whether an object of this key was deleted.
    var deletes: Bool { if case .delete = kind { true } else { isAnotherObject } }

    /// A change of an object.
    package init(_ id: DocumentID, _ kind: Kind) {
      self.id = id
      self.kind = kind
    }
  }

  /// When it was committed, by the clock of its device.
  package var time: Timestamp
  /// The number of the device.
  package var origin: Int
  /// How many changes of the server the device had seen.
  package var base: Int
  package var changes: [Change]
  /// How many changes there were at the server when it arrived.
  var position = 0
  /// Whether the device shows links to an object.
  package var shows: @Sendable (DocumentID) -> Bool = { _ in true }
  /// The objects that the device had deleted before, with the place of the deletion in the changes of the server.
  var deleted: [DocumentID: Int] = [:]

  /// A transaction of a device.
  package init(time: Timestamp, origin: Int, base: Int, changes: [Change]) {
    self.time = time
    self.origin = origin
    self.base = base
    self.changes = changes
  }

  /// What its writes leave behind.
  var stamp: Stamp { Stamp(position: position, time: time, origin: origin, base: base) }

  /// The device that makes it.
  func writer(in schema: Schema) -> Writer {
    Writer(
      stamp: stamp,
      shows: shows,
      deleted: deleted,
      emptyContents: { schema.tables[$0].emptyContents }
    )
  }
}
