package import ReferenceRealm

/// Which object is meant, to a server and to every device: references into a realm mean nothing outside of it.
package struct DocumentID: Sendable, Hashable {
  /// The place of its class in the schema.
  package var table: Int
  /// Its primary key.
  package var key: Value

  /// The object of a class with that primary key.
  package init(table: Int, key: Value) {
    self.table = table
    self.key = key
  }
}
