import Formats
import Foundation
import JSON
import SystemSQLite
import TrailReading

/// A folder with a file a class as the state of a database, as `mongoexport` or `mongodump` writes a collection, or an
/// archive of `mongodump` with all of them.
struct DocumentState: StateSource {
  let name: String
  let isSQLite = false
  private(set) var present: Set<Int> = []
  private(set) var notes: [String] = []
  private(set) var others: [String] = []
  private let schema: StateSchema
  private let mapping: StateMapping
  private let edition: Edition
  /// The file of each class; in an archive, its collection.
  private var files: [Int: String] = [:]
  private let isArchive: Bool

  /// How a file may end; a compressed one may have `.gz` or `.zst` behind it.
  private static let extensions = ["ndjson", "jsonl", "json", "bson"]
  /// What an archive begins with, as it is or compressed with gzip or zstd.
  private static let archiveHeads: [[UInt8]] = [
    [0x6D, 0xE2, 0x99, 0x81], [0x1F, 0x8B], [0x28, 0xB5, 0x2F, 0xFD],
  ]
  /// What `mongodump` writes beside a collection.
  private static let metadata = ".metadata.json"

  init(
    _ path: String,
    _ schema: StateSchema,
    _ mapping: StateMapping,
    _ edition: Edition
  ) throws(TrailError) {
    (name, self.schema, self.mapping, self.edition) = (path, schema, mapping, edition)
    isArchive = false
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: path).sorted() } catch {
      throw TrailError(FileFailure.sentence(reading: path, FileFailure.reason(error)))
    }
    var rest: [String] = []
    for file in names where !file.hasPrefix(".") {
      if file.contains(Self.metadata) { continue }
      guard let table = Self.table(of: file) else {
        rest.append(file)
        continue
      }
      let number = schema.classes.firstIndex { known in
        known.isCompared && mapping.table(of: known.name).equalsByBytes(table)
      }
      guard let number else {
        if !mapping.leftOut.contains(table), !schema.isUncompared(table) { rest.append(file) }
        continue
      }
      if let other = files[number] {
        throw TrailError(
          "\(path) has two files for class \(schema.classes[number].name.quoted): \(other) and \(file); leave one of them"
        )
      }
      files[number] = file
      present.insert(number)
    }
    others = rest
    try refuseUnknown(in: Set(names.compactMap(Self.table)))
    guard !files.isEmpty else {
      throw TrailError(
        "\(path) has no file for a class of the schema, such as \(schema.classes.first { $0.isCompared }?.name ?? "Person").ndjson: "
          + "export each collection with mongoexport, or dump the database with mongodump"
      )
    }
  }

  /// Opens an archive; nil if the file is anything else.
  init?(
    archive path: String,
    _ schema: StateSchema,
    _ mapping: StateMapping,
    _ edition: Edition
  ) throws(TrailError) {
    (name, self.schema, self.mapping, self.edition) = (path, schema, mapping, edition)
    isArchive = true
    // Of any other file, SQLite or a refusal says what is wrong with it: what reads trails would refuse a database itself.
    guard TrailInput.file(path).size != nil else { return nil }
    // It may be a database that this process has open, so SQLite is asked for its first bytes.
    let head = (try? SQLiteConnection(path, .immutable).head(bytes: 4)) ?? []
    guard Self.archiveHeads.contains(where: head.starts),
      let collections = try Self.collections(of: path)
    else { return nil }
    for (database, collection) in collections where !collection.hasPrefix("system.") {
      let number = schema.classes.firstIndex { known in
        known.isCompared && mapping.table(of: known.name).equalsByBytes(collection)
      }
      guard let number else {
        if !mapping.leftOut.contains(collection), !schema.isUncompared(collection) {
          others.append(collection)
        }
        continue
      }
      guard files[number] == nil else {
        throw TrailError(
          "\(path) has the collection \(collection.quoted) of two databases, one of them \(database.quoted): dump one of them, with mongodump --db"
        )
      }
      files[number] = collection
      present.insert(number)
    }
    try refuseUnknown(in: Set(collections.map(\.name)))
    guard !files.isEmpty else {
      throw TrailError(
        "\(path) has no collection of a class of the schema: it has \(others.isEmpty ? "none" : others.prefix(20).map { $0.quoted }.joined(separator: ", "))"
      )
    }
  }

  private static func collections(
    of path: String
  ) throws(TrailError) -> [(database: String, name: String)]? {
    do throws(TrailError) { return try TrailReader(.file(path)).archiveCollections() } catch {
      guard error.description.hasPrefix("\(path) is a database of SQLite") else { throw error }
      throw TrailError(
        "\(path) is a compressed database of SQLite, which reads a file as it is: decompress it first"
      )
    }
  }

  private mutating func refuseUnknown(in tables: Set<String>) throws(TrailError) {
    notes = try mapping.notes(on: tables, present, schema, name)
  }

  private static func table(of file: String) -> String? {
    var name = Substring(file)
    for end in [".gz", ".zst"] where name.hasSuffix(end) { name = name.dropLast(end.count) }
    for end in extensions where name.hasSuffix("." + end) {
      return String(name.dropLast(end.count + 1))
    }
    return nil
  }

  func missing(of number: Int) -> [Int: String] {
    let known = schema.classes[number]
    var missing: [Int: String] = [:]
    for (property, type) in known.types.enumerated() {
      if mapping.column(of: known.names[property], in: known.name) == nil {
        missing[property] = "properties that the mapping leaves out"
      } else if type.isLeftOut {
        missing[property] = "data, which no payload shows"
      }
    }
    return missing
  }

  var paths: [String] { isArchive ? [name] : present.sorted().map(place) }

  func place(of number: Int) -> String {
    let file = files[number] ?? ""
    return isArchive ? "\(name) (\(file))" : "\(name)/\(file)"
  }

  func read(
    _ number: Int,
    where isWanted: (Int) -> Bool,
    showsValues: Bool,
    _ visit: (StateRow) -> Void
  ) throws(TrailError) {
    guard files[number] != nil else { return }
    let known = schema.classes[number]
    let table = CollectionTable(known, mapping)
    let reading = StateReading(schema: schema, mapping: mapping, dates: nil, isPlain: false)
    let input = TrailInput.file(isArchive ? name : place(of: number))
    let log = FindingLog(examplesPerCode: 1)
    let documents = DocumentReader(log: log, readsPayloads: false)
    var seen = Array(repeating: false, count: known.names.count)
    var count = 0
    let reader = try TrailReader(input)
    if isArchive { reader.collection = files[number] }
    try documents.read(reader, as: input.name, numbers: isWanted) { _, fields in
      count += 1
      var row = StateRow(number: log.number)
      var found = Array<StateValue?>(repeating: nil, count: known.names.count)
      for member in fields.children {
        let name = member.name
        if let place = table.columns[name] {
          found[place] = reading.value(member, known.types[place])
          seen[place] = true
        }
        if name == "_id", table.keyIsId { row.key = reading.value(member, table.keyType) }
      }
      for (place, value) in found.enumerated() where table.isColumn[place] {
        if place == table.key, let value {
          row.key = value
        } else if place != table.key {
          // What a document leaves out is null.
          row.values.append((place, value ?? .null))
        }
      }
      visit(row)
    }
    for kind in log.summary.kinds {
      for finding in log.summary.examples(of: kind) {
        visit(StateRow(number: finding.position.document, damage: finding.sentence))
      }
    }
    guard count > 0, isWanted(.max) else { return }
    for (place, name) in known.names.enumerated()
    where table.isColumn[place] && !seen[place] && !known.isOptional[place] && place != table.key {
      // An empty value may be left out of every document, unless it has no empty value.
      guard case .scalar = known.types[place], case .scalar(let type) = known.types[place],
        type != .mixed
      else { continue }
      throw TrailError(
        "\(input.name): no document of class \(known.name.quoted) has the field \((mapping.column(of: name, in: known.name) ?? name).quoted) for a property of type \(known.words[place]): "
          + "name it in the file of --state-mapping, or leave it out there with null"
      )
    }
  }
}

/// The fields of a collection by their names.
private struct CollectionTable {
  var columns = ByteDictionary<Int>()
  var isColumn: [Bool]
  let key: Int?
  let keyType: StateType
  /// Whether the key may stand under `_id`, as it does in every collection.
  let keyIsId: Bool

  init(_ known: StateSchema.Class, _ mapping: StateMapping) {
    isColumn = Array(repeating: false, count: known.names.count)
    let keyName = known.key?.name.text ?? "_id"
    key = known.names.firstIndex { $0.equalsByBytes(keyName) }
    keyType = known.key?.type ?? .unknown
    keyIsId = !known.names.contains("_id")
    for (place, name) in known.names.enumerated() where !known.types[place].isLeftOut {
      if case .unknown = known.types[place] { continue }
      guard let column = mapping.column(of: name, in: known.name) else { continue }
      columns[column] = place
      isColumn[place] = true
    }
  }
}

extension StateReading {
  /// A value of a document, whose most frequent forms are read where they stand.
  fileprivate func value(_ value: Value, _ type: StateType) -> StateValue {
    if value.isNull { return .null }
    if case .scalar(.string) = type, value.isString { return .text(value.string ?? "") }
    if case .scalar(.int) = type, let number = value.integer, !value.isObject {
      return .int(number)
    }
    return self.value(value.json, type)
  }
}
