import Formats
import Foundation
import JSON
import SystemSQLite
import TrailReading

/// A SQLite file as the state of a database: it is opened read-only and immutable, so that nothing beside it is looked at
/// or written.
final class SQLiteState: StateSource {
  let name: String
  let isSQLite = true
  private(set) var present: Set<Int> = []
  private(set) var notes: [String] = []
  private(set) var others: [String] = []
  private let schema: StateSchema
  private let mapping: StateMapping
  private let connection: SQLiteConnection
  private var tables: [Int: Table] = [:]
  /// The size and time of the file when it was opened.
  private let written: [Int]?

  /// A table that has the objects of a class.
  private struct Table {
    let name: String
    /// The columns that are compared, with the numbers of their properties.
    let columns: [(name: String, property: Int, type: StateType)]
    let missing: [Int: String]
  }

  private struct Column {
    let name: String
    let declared: String
  }

  init(_ path: String, _ schema: StateSchema, _ mapping: StateMapping) throws(TrailError) {
    (name, self.schema, self.mapping) = (path, schema, mapping)
    guard let size = TrailInput.file(path).size else {
      throw TrailError(FileFailure.sentence(reading: path, "it is not a file"))
    }
    do {
      connection = try SQLiteConnection(path, .immutable)
      try connection.distrust(bytes: size)
    } catch {
      throw TrailError("\(path): \(error.message)")
    }
    try Self.refuseIfLocked(connection, path)
    written = Self.lastWritten(path)
    try Self.refuseWideTexts(connection, path)
    noteJournals()
    try findTables()
  }

  /// How many milliseconds a transaction of another connection may take before the file is refused.
  private static let patience = 2000

  /// An immutable file is read whatever its locks are, and would be read in the middle of a transaction.
  private static func refuseIfLocked(
    _ connection: SQLiteConnection,
    _ path: String
  ) throws(TrailError) {
    do throws(SQLiteError) {
      try connection.awaitReadable(patience: patience)
    } catch {
      throw TrailError(
        "\(path): \(error.message). Another connection is writing to it: try again when that has ended, "
          + "or compare a copy from before"
      )
    }
  }

  /// When a file was last written to; nil if that cannot be told.
  private static func lastWritten(_ path: String) -> [Int]? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    let size = Int(status.st_size)
    #if os(Linux)
    return [size, Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)]
    #else
    return [size, Int(status.st_mtimespec.tv_sec), Int(status.st_mtimespec.tv_nsec)]
    #endif
  }

  /// What was read while the file was written to may never have been in it together.
  private func refuseIfWritten() throws(TrailError) {
    guard Self.lastWritten(name) == written else {
      throw TrailError(
        "\(name) was written to while it was read: compare a copy, such as sqlite3 \(name) \".backup copy.sqlite\" makes"
      )
    }
  }

  /// Texts are read as they are stored, which is UTF-8 in nearly every database.
  private static func refuseWideTexts(
    _ connection: SQLiteConnection,
    _ path: String
  ) throws(TrailError) {
    do throws(SQLiteError) {
      if try connection.text("PRAGMA encoding") == "UTF-8" { return }
    } catch {
      throw TrailError("\(path): \(error.message)")
    }
    throw TrailError(
      "\(path) has its texts in UTF-16: compare a copy in UTF-8, such as sqlite3 \(path) .dump | sqlite3 copy.sqlite makes"
    )
  }

  /// What stands in a journal beside the file is not part of what is read.
  private func noteJournals() {
    for end in ["-wal", "-journal"] {
      guard let size = TrailInput.file(name + end).size, size > 0 else { continue }
      notes.append(
        "\(name)\(end) lies beside the database and was not read: what is in it alone was not compared. "
          + "A copy has all of it: sqlite3 \(name) \".backup copy.sqlite\""
      )
    }
  }

  // MARK: Tables

  private func findTables() throws(TrailError) {
    var found: [String] = []
    let sql = "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY name"
    try rows(of: sql) { statement in
      if let text = statement.text(0), !text.hasPrefix("sqlite_") { found.append(text) }
    }
    var rest = Set(found)
    for (number, known) in schema.classes.enumerated() where known.isCompared {
      let wanted = mapping.table(of: known.name)
      guard let table = found.first(where: { Self.areSame($0, wanted) }) else { continue }
      rest.remove(table)
      tables[number] = try self.table(table, of: known)
      present.insert(number)
    }
    others = rest.filter { table in
      !mapping.leftOut.contains { Self.areSame($0, table) } && !schema.isUncompared(table)
    }.sorted()
    notes += try mapping.notes(on: Set(found), present, schema, name, areSame: Self.areSame)
    guard !found.isEmpty else {
      throw TrailError("\(name) is empty: it has no table, and nothing to compare")
    }
  }

  private static func areSame(_ left: String, _ right: String) -> Bool {
    // As SQLite compares names: ASCII alone has no case.
    left.utf8.map(lowered).elementsEqual(right.utf8.map(lowered))
  }

  private static func lowered(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }

  private func table(_ table: String, of known: StateSchema.Class) throws(TrailError) -> Table {
    var columns: [Column] = []
    let sql = "SELECT name, type FROM pragma_table_xinfo(\(Self.literal(table)))"
    try rows(of: sql) { statement in
      columns.append(
        Column(name: statement.text(0) ?? "", declared: statement.text(1) ?? "")
      )
    }
    var compared: [(name: String, property: Int, type: StateType)] = []
    var missing: [Int: String] = [:]
    for (property, type) in known.types.enumerated() {
      guard let wanted = mapping.column(of: known.names[property], in: known.name) else {
        missing[property] = "properties that the mapping leaves out"
        continue
      }
      if type.isLeftOut {
        missing[property] = "data, which no payload shows"
        continue
      }
      if case .unknown = type { continue }
      guard let column = columns.first(where: { Self.areSame($0.name, wanted) }) else {
        // Their values may be in tables of their own.
        if type.isCollection || type.embedded != nil {
          missing[property] = "collections and embedded objects without a column of JSON"
          continue
        }
        throw TrailError(
          "\(name): table \(table.quoted) of class \(known.name.quoted) has no column \(wanted.quoted) for a property of type \(known.words[property]): "
            + "name it in the file of --state-mapping, or leave it out there with null"
        )
      }
      if let reason = Self.misfit(column.declared, type) {
        throw TrailError(
          "\(name): column \(column.name.quoted) of class \(known.name.quoted) is declared as \(column.declared.quoted), \(reason), and the property is of type \(known.words[property])"
        )
      }
      if let other = compared.first(where: { $0.name == column.name }) {
        throw TrailError(
          "\(name): column \(column.name.quoted) of class \(known.name.quoted) is that of two properties, \(known.names[other.property].quoted) and \(known.names[property].quoted)"
        )
      }
      compared.append((column.name, property, type))
    }
    return Table(name: table, columns: compared, missing: missing)
  }

  /// Why a column of a declared type cannot hold a property; nil if it can.
  private static func misfit(_ declared: String, _ type: StateType) -> String? {
    let declared = declared.uppercased()
    // The rules of SQLite for affinities, in their order.
    let holdsIntegers = declared.contains("INT")
    let holdsTexts = ["CHAR", "CLOB", "TEXT"].contains { declared.contains($0) } && !holdsIntegers
    switch type.single {
    case .string?, .uuid?, .objectId?:
      return holdsIntegers ? "which is for integers" : nil
    case .bool?, .int?, .float?, .double?:
      return holdsTexts ? "which is for texts" : nil
    case .date?, .decimal128?, .data?, .mixed?: return nil
    case nil: return holdsIntegers ? "which is for integers" : nil
    }
  }

  func missing(of number: Int) -> [Int: String] { tables[number]?.missing ?? [:] }

  var paths: [String] { [name] }

  func place(of number: Int) -> String { "\(name)/\(tables[number]?.name ?? "")" }

  // MARK: Rows

  func read(
    _ number: Int,
    where isWanted: (Int) -> Bool,
    showsValues: Bool,
    _ visit: (StateRow) -> Void
  ) throws(TrailError) {
    guard let table = tables[number] else { return }
    let known = schema.classes[number]
    let reading = StateReading(
      schema: schema,
      dates: mapping.classes[known.name]?.dates,
      isPlain: true
    )
    let list = table.columns.map { SQLiteConnection.quoted($0.name) }.joined(separator: ", ")
    let key = known.names.firstIndex { known.key.map { $0.name.text }?.equalsByBytes($0) ?? false }
    let properties = table.columns.map(\.property)
    let singles = table.columns.map(\.type.single)
    // One for all rows: its room is used again.
    var found = StateRow(number: 0)
    try rows(of: "SELECT \(list) FROM \(SQLiteConnection.quoted(table.name))") { statement in
      found.number += 1
      guard isWanted(found.number) else { return }
      found.values.removeAll(keepingCapacity: true)
      for (index, property) in properties.enumerated() {
        let isKey = property == key
        if !isKey, !showsValues, !isLeftOut(singles[index]),
          let hash = Self.hash(statement, Int32(index), singles[index])
        {
          found.values.append((property, .hashed(hash)))
          continue
        }
        let value = Self.value(statement, Int32(index), singles[index], reading) {
          table.columns[index].type
        }
        if isKey { found.key = value } else { found.values.append((property, value)) }
      }
      visit(found)
    }
    try refuseIfWritten()
  }

  private func isLeftOut(_ single: PropertyType.Scalar?) -> Bool {
    schema.leavesMoreOut && single == .decimal128
  }

  /// What a text is compared by, as most are written: nothing is made of it.
  private static func hash(
    _ statement: SQLiteStatement,
    _ index: Int32,
    _ single: PropertyType.Scalar?
  ) -> UInt64? {
    guard let single, case .text = statement.storage(index),
      // The bytes are there until the statement steps on.
      let bytes = unsafe statement.buffer(index)
    else { return nil }
    return unsafe StateHash.of(text: Bytes(bytes.assumingMemoryBound(to: UInt8.self)), single)
  }

  private static func value(
    _ statement: SQLiteStatement,
    _ index: Int32,
    _ single: PropertyType.Scalar?,
    _ reading: StateReading,
    else type: () -> StateType
  ) -> StateValue {
    let storage = statement.storage(index)
    if case .null = storage { return .null }
    guard let scalar = single else {
      guard case .text = storage, let text = text(statement, index) else {
        return .wrong("something that is not a text of JSON")
      }
      guard let json = try? JSON(parsing: text) else {
        return .wrong("the text \(text.quoted), which is not JSON")
      }
      return reading.value(json, type())
    }
    switch storage {
    case .integer: return reading.integer(statement.number(index), scalar)
    case .real: return reading.real(statement.real(index), scalar)
    case .text:
      guard let text = text(statement, index) else { return .wrong("a text that is not UTF-8") }
      return reading.text(text, scalar)
    case .blob, .null: return reading.bytes(statement.bytes(index) ?? [], scalar)
    }
  }

  private static func text(_ statement: SQLiteStatement, _ index: Int32) -> String? {
    // The bytes are there until the statement steps on.
    guard let bytes = unsafe statement.buffer(index) else { return nil }
    // Most texts are of ASCII, and the long way takes an eighth of the time of reading a table.
    return unsafe bytes.reduce(0, |) < 0x80
      ? unsafe String(decoding: bytes, as: UTF8.self)
      : unsafe String(validating: bytes, as: UTF8.self)
  }

  private func rows(
    of sql: String,
    _ body: (SQLiteStatement) -> Void
  ) throws(TrailError) {
    do throws(SQLiteError) {
      let statement = try connection.prepare(sql)
      while try statement.step() { body(statement) }
    } catch {
      throw TrailError("\(name): \(error.message)")
    }
  }

  private static func literal(_ text: String) -> String {
    "'" + text.replacing("'", with: "''") + "'"
  }
}
