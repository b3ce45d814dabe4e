public import Foundation
public import GRDB

/// The clinic's database, with three tables that know nothing of an audit trail.
public struct Clinic: Sendable {
  public let database: DatabaseQueue
  public let recorder: Recorder

  /// Opens the database at a path, and records from now on.
  public init(path: String, user: String) throws {
    database = try DatabaseQueue(path: path)
    try database.write { db in
      try db.create(table: "doctor") { table in
        table.primaryKey("id", .integer)
        table.column("name", .text).notNull()
      }
      try db.create(table: "patient") { table in
        table.primaryKey("id", .blob)
        table.column("name", .text).notNull()
        table.column("born", .datetime)
        table.column("doctorId", .integer).references("doctor")
        table.column("photo", .blob)
      }
      try db.create(table: "visit") { table in
        table.primaryKey("id", .blob)
        table.column("patientId", .blob).notNull().references("patient")
        table.column("at", .datetime).notNull()
        table.column("weight", .double).notNull()
        table.column("note", .text)
      }
    }
    recorder = Recorder(user: user)
    database.add(transactionObserver: recorder, extent: .databaseLifetime)
  }

  /// Changes the database under an activity, in one transaction.
  public func write(_ activity: String, _ body: (Database) throws -> Void) throws {
    recorder.activity = activity
    try database.write(body)
  }

  /// Shows patients to the user.
  public func patients(_ activity: String) throws -> [Patient] {
    recorder.activity = activity
    return try database.read { db in
      try recorder.read(Patient.fetchAll(db, sql: "SELECT * FROM patient ORDER BY name"), db)
    }
  }
}
