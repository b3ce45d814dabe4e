import GRDB

/// Has a part of a transaction happen as a whole or not at all.
///
/// Prepared once for a connection: GRDB's own has its three statements parsed for each scope.
struct Savepoint {
  private let begin: RawStatement
  private let release: RawStatement
  private let goBack: RawStatement

  init(_ database: Database) throws {
    begin = try RawStatement(database, "SAVEPOINT scope")
    release = try RawStatement(database, "RELEASE scope")
    goBack = try RawStatement(database, "ROLLBACK TO scope")
  }

  /// Runs the body; nothing that it did is left if it throws.
  ///
  /// - Throws: what the body or SQLite throws.
  func run(_ database: Database, _ body: () throws -> Void) throws {
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
