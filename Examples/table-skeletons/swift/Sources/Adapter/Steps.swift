// Maps the steps of cases onto your tables (Tables.swift) and your recorder (Recorder.swift). Nothing is to be filled in
// here.
//
// What the two do not know yet is answered with "unsupported", which the suite counts as untested, never as passed.

/// One of your tables.
protocol Table {
  var name: String { get }
  /// The column that is the primary key.
  var key: String { get }
  /// The type of each column, as the schema writes it.
  var columns: [String: String] { get }

  /// A new row, in which every column is given.
  func insert(_ row: [String: Cell]) throws
  func update(_ key: Cell, _ column: String, _ value: Cell) throws
  func delete(_ key: Cell) throws
  func deleteAll() throws
  /// Looks a row up, as your application does; whether it is there.
  func get(_ key: Cell) throws -> Bool
  /// The keys of the rows that match a filter of chapter "Filters and sorting".
  func find(where filter: Value, sort: [Value]) throws -> [Cell]
  /// Reads the row that a foreign key points to; its key, or nil.
  func follow(_ key: Cell, _ column: String) throws -> Cell?
  func value(_ key: Cell, _ column: String) throws -> Cell
}

/// One case: empty tables, a fresh trail, and the names that its steps have given.
final class Session {
  private enum Named {
    case object(table: String, key: Cell)
    case results
    case scope(Recorder.Scope)
  }

  private let recorder: Recorder
  private let tables: [any Table]
  private let isRecording: Bool
  private var isWriting = false
  private var named: [String: Named] = [:]

  init(schema: Value?, configuration: Value?) throws {
    if schema?.object?.isEmpty == false, schema != (try Value(parsing: tablesAsSchema.utf8)) {
      throw Unsupported(reason: "a schema other than that of these tables")
    }
    let settings = configuration?["events"] ?? .object([:])
    isRecording = settings != .null
    recorder = try Recorder(settings: isRecording ? settings : nil)
    tables = makeTables(recorder)
  }

  /// The stored events in the order of their commits.
  func trail() throws -> [Value] { try recorder.trail() }

  /// The outcome of a step; it never fails as a whole.
  func run(_ step: Value) throws -> Value {
    do {
      return .object(["ok": try perform(step)])
    } catch let failed as StepFailed {
      return .object(["error": failed.value])
    } catch let unsupported as Unsupported {
      return .object(["unsupported": .string(unsupported.reason)])
    }
  }

  /// Runs a step that stands before those of the case: it succeeds, outside every scope.
  func give(_ step: Value) throws -> Value { try run(step) }

  private func perform(_ step: Value) throws -> Value {
    switch step["do"]?.string {
    case "write": return try write(step)
    case "create": try create(step)
    case "set":
      try checkTransaction()
      let (table, key, column) = try member(step)
      try table.update(key, column, cell(step["value"]))
    case "delete":
      try checkTransaction()
      let (table, key) = try object(step)
      try table.delete(key)
    case "deleteAll":
      try checkTransaction()
      try table(step["type"]).deleteAll()
    case "get": return .bool(try get(step))
    case "query": return .int(Int64(try query(step)))
    case "follow": return .bool(try follow(step))
    case "value":
      let (table, key, column) = try member(step)
      return try table.value(key, column).value
    case "beginScope":
      try requireRecording()
      bind(step, .scope(try recorder.beginScope(activity: step["activity"]?.string ?? "")))
    case "commitScope": try recorder.commit(scope(step))
    case "cancelScope": try recorder.cancel(scope(step))
    case "isActive": return .bool(try recorder.isActive(scope(step)))
    case "recordEvent":
      try requireRecording()
      try recorder.record(
        activity: step["activity"]?.string ?? "",
        eventType: step["eventType"]?.string,
        data: step["data"]?.string
      )
    case "updateMetadata":
      try requireRecording()
      try recorder.updateMetadata(step["metadata"] ?? .object([:]))
    case "events": return .array(try recorder.trail())
    case let name: throw Unsupported(reason: "step \(name ?? "")")
    }
    return .null
  }

  private func write(_ step: Value) throws -> Value {
    if isWriting {
      throw StepFailed(
        code: "already-in-write-transaction",
        message: "a transaction within a transaction"
      )
    }
    try recorder.beginTransaction()
    isWriting = true
    let outcomes = try (step["steps"]?.array ?? []).map(run)
    isWriting = false
    if step["cancel"] == .bool(true) {
      try recorder.cancelTransaction()
    } else {
      try recorder.commitTransaction()
    }
    return .array(outcomes)
  }

  private func create(_ step: Value) throws {
    try checkTransaction()
    let table = try table(step["type"])
    let values = step["value"]?.object ?? [:]
    for name in values.keys { try check(name.text, in: table) }
    var row: [String: Cell] = [:]
    for column in table.columns.keys { row[column] = try cell(values[Value.Key(text: column)]) }
    try table.insert(row)
    bind(step, .object(table: table.name, key: row[table.key] ?? .null))
  }

  private func get(_ step: Value) throws -> Bool {
    let table = try table(step["type"])
    let key = try cell(step["key"])
    let isThere = try table.get(key)
    if isThere { bind(step, .object(table: table.name, key: key)) }
    return isThere
  }

  private func query(_ step: Value) throws -> Int {
    if step["in"] != nil { throw Unsupported(reason: "a query within a collection") }
    let keys = try table(step["type"])
      .find(where: step["where"] ?? .object([:]), sort: step["sort"]?.array ?? [])
    bind(step, .results)
    return keys.count
  }

  private func follow(_ step: Value) throws -> Bool {
    let (table, key, column) = try member(step)
    guard let target = try table.follow(key, column) else { return false }
    let type = table.columns[column] ?? ""
    bind(step, .object(table: type.hasSuffix("?") ? String(type.dropLast()) : type, key: target))
    return true
  }

  private func bind(_ step: Value, _ thing: Named) {
    if let name = step["as"]?.string { named[name] = thing }
  }

  private func table(_ name: Value?) throws -> any Table {
    guard let table = tables.first(where: { $0.name == name?.string }) else {
      throw StepFailed(code: "unknown-class", message: "there is no class \(name?.text ?? "")")
    }
    return table
  }

  private func check(_ column: String, in table: any Table) throws {
    if table.columns[column] == nil {
      throw StepFailed(
        code: "unknown-property",
        message: "\(table.name) has no property \(column)"
      )
    }
  }

  /// The row that has a name.
  private func row(_ name: String) throws -> (table: String, key: Cell) {
    guard case .object(let table, let key) = named[name] else {
      throw Unsupported(reason: "the name \(name), because of an earlier step")
    }
    return (table, key)
  }

  private func object(_ step: Value) throws -> (table: any Table, key: Cell) {
    let (name, key) = try row(step["object"]?.string ?? "")
    return (try table(.string(name)), key)
  }

  /// The same with the column, which has to be there.
  private func member(_ step: Value) throws -> (table: any Table, key: Cell, column: String) {
    let (table, key) = try object(step)
    let column = step["property"]?.string ?? ""
    try check(column, in: table)
    return (table, key, column)
  }

  private func scope(_ step: Value) throws -> Recorder.Scope {
    let name = step["scope"]?.string ?? ""
    guard case .scope(let scope) = named[name] else {
      throw Unsupported(reason: "the name \(name), because of an earlier step")
    }
    return scope
  }

  private func cell(_ value: Value?) throws -> Cell {
    try Cell(value ?? .null) { try row($0).key }
  }

  private func checkTransaction() throws {
    if !isWriting {
      throw StepFailed(
        code: "not-in-write-transaction",
        message: "a change outside of a transaction"
      )
    }
  }

  private func requireRecording() throws {
    if !isRecording {
      throw StepFailed(code: "events-not-enabled", message: "there is no event configuration")
    }
  }
}
