import Formats
import Foundation
import JSON
import SystemSQLite
import Testing
import TrailReading

@testable import TrailState

/// A database that another process writes to is refused in SQLite's words, and not read in the middle of a transaction.
extension StateFileTests {
  private static let table =
    "CREATE TABLE Person (_id INTEGER, name TEXT, born TEXT); INSERT INTO Person VALUES (1, 'Ann', NULL)"

  private func database(in folder: TemporaryFolder) throws -> String {
    let path = folder.path + "/clinic.sqlite"
    try SQLiteConnection(path, .creating).execute(Self.table)
    return path
  }

  /// What the body says while another process has carried out a statement and keeps its transaction.
  private func message(_ path: String, during statement: String) throws -> String {
    let python = Process()
    python.executableURL = URL(filePath: "/usr/bin/env")
    let program =
      "import sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None); c.execute(sys.argv[2]); print('ready', flush=True); sys.stdin.read()"
    python.arguments = ["python3", "-c", program, path, statement]
    let (input, output) = (Pipe(), Pipe())
    python.standardInput = input
    python.standardOutput = output
    try python.run()
    defer {
      try? input.fileHandleForWriting.close()
      python.waitUntilExit()
    }
    let word = try output.fileHandleForReading.read(upToCount: 5) ?? Data()
    try #require(String(decoding: word, as: UTF8.self) == "ready")
    return message(path)
  }

  @Test func `A database that another process has locked is refused in SQLite's words`() throws {
    let folder = try TemporaryFolder()
    let path = try database(in: folder)
    #expect(
      try message(path, during: "BEGIN EXCLUSIVE")
        == "clinic.sqlite: database is locked. Another connection is writing to it: try again when that has ended, or compare a copy from before"
    )
    #expect(message(path) == "no error")
  }

  @Test(arguments: ["BEGIN IMMEDIATE", "SELECT 1"])
  func `A transaction that has not written keeps no reader out`(_ statement: String) throws {
    let folder = try TemporaryFolder()
    #expect(try message(database(in: folder), during: statement) == "no error")
  }

  @Test func `A database that is written to while it is read is refused`() throws {
    let folder = try TemporaryFolder()
    let path = try database(in: folder)
    let person: JSON = [
      "Person": ["properties": ["_id": "int", "name": "string"], "primaryKey": "_id"]
    ]
    let schema = StateSchema(try CaseSchema(person), edition: .current)
    let state = try SQLiteState(path, schema, StateMapping())
    #expect(throws: Never.self) {
      try state.read(0, where: { _ in true }, showsValues: true) { _ in }
    }
    try SQLiteConnection(path, .writing).execute("UPDATE Person SET name = 'Bo'")
    let error = #expect(throws: TrailError.self) {
      try state.read(0, where: { _ in true }, showsValues: true) { _ in }
    }
    #expect(error?.description.contains("was written to while it was read") == true)
  }
}
