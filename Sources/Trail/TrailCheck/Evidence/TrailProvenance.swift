package import TrailReading

/// What a check has read, and with what: a reader of the report can tell whether a file is the one that was checked, and
/// repeat the check.
package struct TrailProvenance: Sendable, Hashable {
  /// The program and its command line; of a merge, those of the merge.
  package var origin = TrailOrigin()
  /// The parts that were merged, in the order in which they were given; none if all was checked at once.
  package var parts: [Part] = []
  /// The schema that the trail was held against.
  package var schema: SchemaFile?
  /// What was taken as primary keys, because a person named them: `Person=number`.
  package var primaryKeys: [String] = []
  /// What was read, in the order of the command line; of a merge, in the order of the names.
  package var inputs: [Input] = []
  /// How many events there are of each kind.
  package var reads = 0, writes = 0, customs = 0
  /// The events with the earliest and the latest timestamp.
  package var first: Event?, last: Event?
  /// How many partitions there are: each is written by one device.
  package var devices = DistinctCount()
  /// How many values the fields that name users have, as far as there are any.
  package var users: [User] = []
  /// Metadata fields that every event had to have.
  package var required: [String] = []
  /// Whether ids were compared.
  package var comparesIds = true
  /// What differs from the manifest that the inputs were compared with; nil if they were not.
  package var differences: [String]?
  /// Whether another program made that manifest, as far as it says.
  package var isOfAnotherProgram = false

  /// Nothing read yet.
  package init() {}

  /// A file, as it was when it was read.
  package struct Input: Sendable, Hashable {
    /// Its path, as it was given.
    package var name: String
    /// How many bytes it has, compressed if it is.
    package var bytes: Int
    /// The SHA-256 of these bytes; nil if it was not computed.
    package var sha256: String?
    /// How many documents could be read of it.
    package var documents: Int

    /// A file with what is known of it.
    package init(name: String, bytes: Int, sha256: String?, documents: Int) {
      (self.name, self.bytes, self.sha256, self.documents) = (name, bytes, sha256, documents)
    }
  }

  /// The file of a schema.
  package struct SchemaFile: Sendable, Hashable {
    /// Its path, as it was given.
    package var name: String
    /// The SHA-256 of its bytes.
    package var sha256: String

    /// A file and its digest.
    package init(name: String, sha256: String) { (self.name, self.sha256) = (name, sha256) }
  }

  /// An event that says how far the trail extends.
  package struct Event: Sendable, Hashable {
    /// Milliseconds since 1970.
    package var timestamp: Int64
    /// The document's `_id`.
    package var id: String?
    /// Where it stands.
    package var position: TrailPosition
  }

  /// A metadata field that names users.
  package struct User: Sendable, Hashable {
    /// The field.
    package var field: String
    /// How many values it has.
    package var count: DistinctCount
  }

  /// A partial result that was merged.
  package struct Part: Sendable, Hashable {
    /// The program that checked it, and its command line.
    package var origin: TrailOrigin
    /// What was read.
    package var inputs: [String]
  }
}

/// The program that has checked something, and how it was called.
package struct TrailOrigin: Sendable, Hashable {
  /// The program and its version.
  package var program = ""
  /// The SHA-256 of the specification that is built into it.
  package var specification = ""
  /// The commit that it was built from, and the SHA-256 of its file; nil where they are not known.
  package var commit: String?, sha256: String?
  /// The command line, word by word.
  package var command: [String] = []

  /// No program.
  package init() {}
}
