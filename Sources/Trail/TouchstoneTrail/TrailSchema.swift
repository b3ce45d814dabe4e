import JSON
import TrailReading

/// The classes of a trail: their primary keys, and what their properties hold.
///
/// ```swift
/// let schema = try TrailSchema(
///   json: """
///     {"Patient": {"primaryKey": "_id", "properties": {"_id": "uuid", "name": "string", "doctor": "Doctor?"}},
///      "Doctor": {"primaryKey": "_id", "properties": {"_id": "int", "name": "string"}}}
///     """
/// )
/// ```
public struct TrailSchema: Sendable {
  let classes: CaseSchema

  /// Reads a schema as cases of the specification have it, or as App Services kept it.
  public init(json text: String) throws(TrailFault) {
    do { classes = try CaseSchema(JSON(parsing: text)) } catch { throw TrailFault("\(error)") }
  }
}

/// Why a trail or a database could not be read at all.
public struct TrailFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, where, and what to do.
  public let description: String

  init(_ description: String) { self.description = description }
}
