import ReferenceRealm

/// Names the column of a metadata key.
///
/// SQLite takes names that differ only in case for the same, and none with a NUL. A key that is then no other field's
/// name is its own column's name: `username`, `user%49d`.
enum MetadataColumn {
  static func name(for key: String) -> String {
    key.utf8.reduce(into: "") { $0 += PercentEncoding.encoded($1) }
  }

  static func key(for name: String) -> String { PercentEncoding.decoded(name) ?? name }
}
