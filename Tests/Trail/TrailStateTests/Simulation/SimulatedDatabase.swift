import Foundation
import SystemSQLite
import Testing

/// The forms in which a database is compared.
enum StateForm: String, CaseIterable, CustomTestStringConvertible {
  case sqlite, relaxed, canonical, bson, archive, gzipArchive
  var testDescription: String { rawValue }
}

/// A folder that is gone when it is not needed.
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
    if form == .archive || form == .gzipArchive {
      let path = folder.path + "/dump.archive"
      let bytes = SimulatedArchive.bytes(
        tables.mapValues {
          $0.map { _, row in
            SimulatedValue.document(row.map { ($0.name, $0.value) })
          }
        }
      )
      let isGzip = form == .gzipArchive
      try Data(isGzip ? SimulatedArchive.gzip(bytes) : bytes).write(to: URL(filePath: path))
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
    let database = try SQLiteConnection(path, .creating)
    try database.transaction {
      for (name, rows) in tables {
        try database.execute("CREATE TABLE \(name) (\(Self.columns[name] ?? "_id TEXT"))")
        guard let first = rows.first?.row else { continue }
        let names = first.map(\.name).joined(separator: ", ")
        let marks = first.map { _ in "?" }.joined(separator: ", ")
        let statement = try database.prepare("INSERT INTO \(name) (\(names)) VALUES (\(marks))")
        for (_, row) in rows {
          for (index, column) in row.enumerated() {
            try column.value.bind(to: statement, at: Int32(index + 1))
          }
          try statement.run()
        }
      }
    }
  }
}

extension SimulatedValue {
  fileprivate func bind(to statement: SQLiteStatement, at index: Int32) throws {
    func bind(blob bytes: [UInt8]) throws {
      // SQLite keeps the address until the next row.
      let lasting = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
      lasting.copyBytes(from: bytes)
      try statement.bind(lasting: UnsafeRawBufferPointer(lasting), isText: false, at: index)
    }
    switch self {
    case .null: try statement.bind(nil as Int64?, at: index)
    case .bool(let flag): try statement.bind(flag ? 1 : 0 as Int64?, at: index)
    case .int(let number): try statement.bind(number as Int64?, at: index)
    case .double(let number): try statement.bind(number, at: index)
    case .string(let value), .objectId(let value), .decimal(let value):
      try statement.bind(text: Array(value.utf8), at: index)
    // As GRDB writes it.
    case .uuid(let value): try bind(blob: value.uuidBytes)
    case .date(let microseconds):
      try statement.bind(text: Array(Self.sqlDate(microseconds).utf8), at: index)
    case .data(let bytes): try bind(blob: bytes)
    case .list, .object: try statement.bind(text: Array(column.utf8), at: index)
    }
  }
}
