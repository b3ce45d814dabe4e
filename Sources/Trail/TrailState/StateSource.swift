import Formats
import JSON
import TrailReading

/// A database as it is compared with a trail, class by class and row by row.
protocol StateSource {
  /// The file or folder, as it was named.
  var name: String { get }
  /// The classes that it has a table or a file for, by their numbers.
  var present: Set<Int> { get }
  /// What has to be known of it besides what is compared.
  var notes: [String] { get }
  /// The tables or files that the schema does not have.
  var others: [String] { get }
  /// Whether SQLite keeps it: what is mixed without booleans.
  var isSQLite: Bool { get }
  /// The properties of a class that it does not have, and why each is not compared.
  func missing(of number: Int) -> [Int: String]
  /// The files that are read.
  var paths: [String] { get }
  /// Where the rows of a class stand, as findings call it.
  func place(of number: Int) -> String
  /// Hands on the rows of a class one after the other, those that are wanted.
  ///
  /// What cannot be read is handed on as a text in place of a row. Where no values are shown, those suffice that can be
  /// compared.
  func read(
    _ number: Int,
    where isWanted: (Int) -> Bool,
    showsValues: Bool,
    _ visit: (StateRow) -> Void
  ) throws(TrailError)
}

/// What a database has of each class, whatever it is.
struct StateTables: Sendable {
  let present: Set<Int>
  let isSQLite: Bool
  /// The properties of each class that it does not have, and why.
  let missing: [[Int: String]]
  /// Where the rows of each class stand.
  let places: [String]

  init(of source: any StateSource, _ schema: StateSchema) {
    (present, isSQLite) = (source.present, source.isSQLite)
    missing = schema.classes.indices.map { source.missing(of: $0) }
    places = schema.classes.indices.map { source.place(of: $0) }
  }
}

/// A row of a table, or a document of a collection.
struct StateRow {
  /// Its number, counted from 1.
  var number: Int
  /// Its primary key; nil if it could not be read.
  var key: StateValue = .null
  /// The values by the numbers of their properties.
  var values: [(property: Int, value: StateValue)] = []
  /// Why it could not be read.
  var damage: String?
}

/// Where a database is.
package struct StateLocation: Sendable {
  /// A SQLite file, or a folder with a file a class.
  package var path: String
  /// What is named otherwise there.
  package var mapping: StateMapping
  /// The instant whose state it has, in milliseconds since 1970; nil for the end of the trail.
  package var instant: Int64?

  /// A database at a path.
  package init(path: String, mapping: StateMapping = StateMapping(), instant: Int64? = nil) {
    (self.path, self.mapping, self.instant) = (path, mapping, instant)
  }
}
