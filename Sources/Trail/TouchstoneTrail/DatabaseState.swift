public import Foundation
import Formats
import JSON
import TrailReading
import TrailState

/// A database whose changes a trail has recorded.
///
/// ```swift
/// DatabaseState(path: "clinic.sqlite", mapping: #"{"classes": {"Patient": {"columns": {"_id": "id"}}}}"#)
/// ```
///
/// A SQLite file is opened read-only and immutable, so what is in a `-wal` beside it alone is not read. A test with a
/// `DatabasePool` of GRDB, or with another database in that mode, compares a copy that `VACUUM INTO` makes.
public struct DatabaseState: Sendable {
  /// A SQLite file, or a folder with a file for each class as `mongoexport` or `mongodump` writes it.
  public var path: String
  /// What is named otherwise than in the schema, as the file of `--state-mapping` says it; nil if nothing is.
  public var mapping: String?
  /// The instant whose state it has; nil for the end of the trail.
  public var date: Date?

  /// A database at a path.
  public init(path: String, mapping: String? = nil, date: Date? = nil) {
    (self.path, self.mapping, self.date) = (path, mapping, date)
  }

  func location(_ schema: CaseSchema) throws(TrailFault) -> StateLocation {
    var location = StateLocation(path: path)
    location.instant = date.map { $0.milliseconds }
    guard let mapping else { return location }
    do {
      location.mapping = try StateMapping(JSON(parsing: mapping), schema)
    } catch let error as JSONFault {
      throw TrailFault("the mapping: \(error.message)")
    } catch {
      throw TrailFault("the mapping: \(error)")
    }
    return location
  }
}

extension Date {
  var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded(.down)) }

  init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
