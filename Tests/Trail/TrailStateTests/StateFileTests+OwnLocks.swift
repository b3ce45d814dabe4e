import Formats
import Foundation
import SystemSQLite
import Testing
import TrailReading

@testable import TrailState

/// An app's test compares the database that it has open itself: SQLite's locks on it stay, and are heeded.
extension StateFileTests {
  private static let table =
    "CREATE TABLE Person (_id INTEGER, name TEXT, born TEXT); INSERT INTO Person VALUES (1, 'Ann', NULL)"

  /// What another process is told that begins a transaction.
  private func beginning(_ statement: String, in path: String) throws -> String {
    let python = Process()
    python.executableURL = URL(filePath: "/usr/bin/env")
    let program = """
      import sqlite3, sys
      try: sqlite3.connect(sys.argv[1], timeout=0, isolation_level=None).execute(sys.argv[2])
      except sqlite3.Error as error: print(error, end="")
      """
    python.arguments = ["python3", "-c", program, path, statement]
    let output = Pipe()
    python.standardOutput = output
    try python.run()
    let words = try output.fileHandleForReading.readToEnd() ?? Data()
    python.waitUntilExit()
    return String(decoding: words, as: UTF8.self)
  }

  @Test(arguments: [
    ("BEGIN IMMEDIATE", "BEGIN IMMEDIATE"),
    ("BEGIN; SELECT count(*) FROM Person", "BEGIN EXCLUSIVE"),
  ])
  func `The locks that a process has on its database stay when it is compared`(
    own: String,
    other: String
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/clinic.sqlite"
    let app = try SQLiteConnection(path, .creating)
    try app.execute(Self.table)
    try app.execute(own)
    #expect(message(path) == "no error")
    #expect(try beginning(other, in: path) == "database is locked")
    try app.execute("COMMIT")
    #expect(message(path) == "no error")
    #expect(try beginning(other, in: path) == "")
  }

  @Test func `A database that the same process has locked against readers is refused`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/clinic.sqlite"
    let app = try SQLiteConnection(path, .creating)
    try app.execute(Self.table)
    try app.execute("BEGIN EXCLUSIVE")
    #expect(message(path).hasPrefix("clinic.sqlite: database is locked. "))
    #expect(try beginning("BEGIN IMMEDIATE", in: path) == "database is locked")
    try app.execute("ROLLBACK")
    #expect(message(path) == "no error")
  }

  @Test func `The locks of a database with a write-ahead log stay when it is compared`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/clinic.sqlite"
    let app = try SQLiteConnection(path, .creating)
    try app.execute("PRAGMA journal_mode = WAL; " + Self.table)
    try app.execute("PRAGMA wal_checkpoint(TRUNCATE); BEGIN; SELECT count(*) FROM Person")
    #expect(message(path) == "no error")
    // Leaving the mode needs the file alone.
    #expect(try beginning("PRAGMA journal_mode = DELETE", in: path) == "database is locked")
  }
}
