import SystemSQLite

/// Has a part of a transaction happen as a whole or not at all.
///
/// Prepared once for a connection, so that its three statements are not parsed for each scope.
struct Savepoint {
  private let begin: SQLiteStatement
  private let release: SQLiteStatement
  private let goBack: SQLiteStatement

  init(_ database: SQLiteConnection) throws {
    begin = try database.prepare("SAVEPOINT scope")
    release = try database.prepare("RELEASE scope")
    goBack = try database.prepare("ROLLBACK TO scope")
  }

  /// Runs the body; nothing that it did is left if it throws.
  ///
  /// - Throws: what the body or SQLite throws.
  func run(_ database: SQLiteConnection, _ body: () throws -> Void) throws {
    try begin.run()
    do {
      try body()
      try release.run()
    } catch {
      // SQLite may have rolled the whole transaction back already, as on a full disk.
      if database.isInsideTransaction {
        try goBack.run()
        try release.run()
      }
      throw error
    }
  }
}
