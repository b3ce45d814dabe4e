import Foundation
import GRDBSQLite
import Testing

/// The forms in which a database is compared.
enum StateForm: String, CaseIterable, CustomTestStringConvertible {
  case sqlite, relaxed, canonical, bson
  var testDescription: String { rawValue }
}

/// A folder that is gone when nobody needs it.
final class TemporaryFolder {
  let path = FileManager.default.temporaryDirectory
    .appending(path: "state-\(UUID().uuidString)").path(percentEncoded: false)

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(atPath: path) }
}

extension SimulatedClinic {
  private static let columns: [String: String] = [
    "Patient": """
    _id TEXT, name TEXT, nick TEXT, born DATETIME, seen DATETIME, weight REAL, height REAL, active BOOLEAN,
    visits INTEGER, fee TEXT, tag BLOB, notes TEXT, codes TEXT, scores TEXT, doctor INTEGER, others TEXT,
    address TEXT, extra, photo BLOB
    """,
    "Doctor": "_id INTEGER, name TEXT", "Ward": "_id TEXT, beds INTEGER",
  ]

  /// Writes the database into a folder, and returns where it is.
  func write(_ form: StateForm, to folder: TemporaryFolder) throws -> String {
    if form == .sqlite {
      let path = folder.path + "/clinic.sqlite"
      try writeSQLite(path)
      return path
    }
    for (name, rows) in tables {
      var bytes: [UInt8] = []
      for (_, row) in rows {
        let members = row.map { ($0.name, $0.value) }
        if form == .bson {
          bytes += SimulatedValue.document(members)
        } else {
          let text = SimulatedValue.object(members).extended(isCanonical: form == .canonical)
          bytes += Array(text.utf8) + [0x0A]
        }
      }
      let end = form == .bson ? "bson" : "ndjson"
      try Data(bytes).write(to: URL(filePath: "\(folder.path)/\(name).\(end)"))
    }
    return folder.path
  }

  private func writeSQLite(_ path: String) throws {
    var database: OpaquePointer?
    guard sqlite3_open(path, &database) == SQLITE_OK else { throw CocoaError(.fileWriteUnknown) }
    defer { sqlite3_close(database) }
    sqlite3_exec(database, "BEGIN", nil, nil, nil)
    for (name, rows) in tables {
      let columns = Self.columns[name] ?? "_id TEXT"
      sqlite3_exec(database, "CREATE TABLE \(name) (\(columns))", nil, nil, nil)
      for (_, row) in rows {
        var statement: OpaquePointer?
        let names = row.map(\.name).joined(separator: ", ")
        let marks = row.map { _ in "?" }.joined(separator: ", ")
        let sql = "INSERT INTO \(name) (\(names)) VALUES (\(marks))"
        guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else {
          throw CocoaError(.fileWriteUnknown)
        }
        defer { sqlite3_finalize(statement) }
        for (index, column) in row.enumerated() {
          column.value.bind(to: statement, at: Int32(index + 1), tag: column.name == "tag")
        }
        guard sqlite3_step(statement) == SQLITE_DONE else { throw CocoaError(.fileWriteUnknown) }
      }
    }
    sqlite3_exec(database, "COMMIT", nil, nil, nil)
  }
}

extension SimulatedValue {
  fileprivate func bind(to statement: OpaquePointer?, at index: Int32, tag: Bool) {
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    func text(_ text: String) { sqlite3_bind_text(statement, index, text, -1, transient) }
    func blob(_ bytes: [UInt8]) {
      sqlite3_bind_blob(statement, index, bytes, Int32(bytes.count), transient)
    }
    switch self {
    case .null: sqlite3_bind_null(statement, index)
    case .bool(let flag): sqlite3_bind_int(statement, index, flag ? 1 : 0)
    case .int(let number): sqlite3_bind_int64(statement, index, number)
    case .double(let number): sqlite3_bind_double(statement, index, number)
    case .string(let value), .objectId(let value), .decimal(let value): text(value)
    // As GRDB writes it.
    case .uuid(let value): blob(value.uuidBytes)
    case .date(let microseconds): text(Self.sqlDate(microseconds))
    case .data(let bytes): blob(bytes)
    case .list, .object: text(column)
    }
  }
}
