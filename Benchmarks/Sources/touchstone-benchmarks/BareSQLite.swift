import CSQLite
import Foundation

/// The yardstick: the same rows into the same table, prepared beforehand, with nothing around SQLite.
enum BareSQLite {
  /// Copies the rows of a partition into a new file.
  ///
  /// - Parameters:
  ///   - path: the partition.
  ///   - target: the new file.
  /// - Returns: how long the insertions took, in one transaction that is on disk at the end.
  static func copy(_ path: String, to target: String) -> Duration {
    var source: OpaquePointer?
    var database: OpaquePointer?
    sqlite3_open(path, &source)
    sqlite3_open(target, &database)
    defer {
      sqlite3_close(source)
      sqlite3_close(database)
    }
    run(database, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;")
    // As with ours, what is durable in the log is moved to the file later.
    run(database, "PRAGMA wal_autocheckpoint = 0;")
    run(
      database,
      """
      CREATE TABLE AuditEvent (n INTEGER PRIMARY KEY, _id TEXT NOT NULL, _partition TEXT NOT NULL,
        activity TEXT NOT NULL, timestamp INTEGER NOT NULL, event TEXT, data TEXT, sum INTEGER)
      """
    )
    let rows = read(source)
    var statement: OpaquePointer?
    sqlite3_prepare_v2(
      database,
      "INSERT INTO AuditEvent VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)",
      -1,
      &statement,
      nil
    )
    defer { sqlite3_finalize(statement) }
    return ContinuousClock().measure {
      run(database, "BEGIN")
      for row in rows {
        for (index, text) in row.texts.enumerated() {
          // The bytes live as long as the rows.
          _ = text.withUnsafeBytes {
            sqlite3_bind_text64(
              statement,
              [1, 2, 3, 5, 6][index],
              $0.assumingMemoryBound(to: CChar.self).baseAddress,
              UInt64($0.count),
              nil,
              UInt8(SQLITE_UTF8)
            )
          }
        }
        sqlite3_bind_int64(statement, 4, row.timestamp)
        sqlite3_bind_int64(statement, 7, row.timestamp)
        sqlite3_step(statement)
        sqlite3_reset(statement)
      }
      run(database, "COMMIT")
    }
  }

  private struct Row {
    let texts: [[UInt8]]
    let timestamp: Int64
  }

  private static func read(_ database: OpaquePointer?) -> [Row] {
    var statement: OpaquePointer?
    sqlite3_prepare_v2(
      database,
      "SELECT _id, _partition, activity, event, data, timestamp FROM AuditEvent",
      -1,
      &statement,
      nil
    )
    defer { sqlite3_finalize(statement) }
    var rows: [Row] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      let texts = (0..<Int32(5)).map { column in
        let count = Int(sqlite3_column_bytes(statement, column))
        return Array(
          UnsafeRawBufferPointer(start: sqlite3_column_blob(statement, column), count: count)
        )
      }
      rows.append(Row(texts: texts, timestamp: sqlite3_column_int64(statement, 5)))
    }
    return rows
  }

  private static func run(_ database: OpaquePointer?, _ sql: String) {
    sqlite3_exec(database, sql, nil, nil, nil)
  }
}
