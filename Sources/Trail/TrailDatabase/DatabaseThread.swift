import Foundation
import TrailReading

/// Writes a database in a thread of its own, which nothing else touches: the trail is read meanwhile.
final class DatabaseThread: Sendable {
  private let path: String
  private let rows: DatabaseRows
  private let begun = Awaited<Result<String, TrailError>>()
  private let ended = Awaited<Result<Void, TrailError>>()

  /// Begins a database with the rows that come.
  init(_ path: String, _ rows: DatabaseRows) {
    (self.path, self.rows) = (path, rows)
    Thread { self.run() }.start()
  }

  /// Where the file is until it is whole.
  func partialPath() throws(TrailError) -> String {
    try begun.take().get()
  }

  /// Waits until the file is whole, or gone because not all rows have come.
  func finish() throws(TrailError) {
    try ended.take().get()
  }

  private func run() {
    let result = Result { () throws(TrailError) in try write() }
    if case .failure(let failure) = result {
      begun.set(.failure(failure))
      rows.refuse(failure)
    }
    ended.set(result)
  }

  private func write() throws(TrailError) {
    let file = try DatabaseFile(path)
    begun.set(.success(file.partialPath))
    try file.execute(TrailDatabase.tables)
    try file.execute("BEGIN")
    try takeRows(into: file)
    guard rows.isWhole else { return }
    try file.execute(TrailDatabase.indices)
    try file.execute("COMMIT")
    try file.finish()
  }

  /// Writes the rows; no statement is left behind, which would keep the file open.
  private func takeRows(into file: DatabaseFile) throws(TrailError) {
    var statements: [DatabaseRow.Table: DatabaseStatement] = [:]
    func statement(for row: DatabaseRow) throws(TrailError) -> DatabaseStatement {
      if let known = statements[row.table] { return known }
      let places = Array(repeating: "?", count: row.values.count).joined(separator: ", ")
      let made = try file.prepare("INSERT INTO \(row.table.rawValue) VALUES (\(places))")
      statements[row.table] = made
      return made
    }
    while let batch = rows.next() {
      for row in batch { try statement(for: row).run(row.values) }
    }
  }
}
