import Formats
import Foundation
import JSON
import TrailReading

/// A folder with a file a class as the state of a database: as `mongoexport` or `mongodump` writes a collection.
struct DocumentState: StateSource {
  let name: String
  let losesSignOfZero = false
  private(set) var present: Set<Int> = []
  let notes: [String] = []
  private(set) var others: [String] = []
  private let schema: StateSchema
  private let mapping: StateMapping
  private let edition: Edition
  private var files: [Int: String] = [:]

  /// How a file may end; a compressed one may have `.gz` or `.zst` behind it.
  private static let extensions = ["ndjson", "jsonl", "json", "bson"]
  /// What `mongodump` writes beside a collection.
  private static let metadata = ".metadata.json"

  init(
    _ path: String,
    _ schema: StateSchema,
    _ mapping: StateMapping,
    _ edition: Edition
  ) throws(TrailError) {
    (name, self.schema, self.mapping, self.edition) = (path, schema, mapping, edition)
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: path).sorted() } catch {
      throw TrailError("\(path) cannot be read: \(FileFailure.reason(error))")
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
        if !mapping.leftOut.contains(table) { rest.append(file) }
        continue
      }
      if let other = files[number] {
        throw TrailError(
          "\(path) has two files for class \(quoted(schema.classes[number].name)): \(other) and \(file); leave one of them"
        )
      }
      files[number] = file
      present.insert(number)
    }
    others = rest
    guard !files.isEmpty else {
      throw TrailError(
        "\(path) has no file for a class of the schema, such as \(schema.classes.first { $0.isCompared }?.name ?? "Person").ndjson: "
          + "export each collection with mongoexport, or dump the database with mongodump"
      )
    }
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

  func place(of number: Int) -> String { "\(name)/\(files[number] ?? "")" }

  func read(
    _ number: Int,
    where isWanted: (Int) -> Bool,
    _ visit: (StateRow) -> Void
  ) throws(TrailError) {
    guard files[number] != nil else { return }
    let known = schema.classes[number]
    let table = CollectionTable(known, mapping)
    let reading = StateReading(schema: schema, dates: nil, isPlain: false)
    let input = TrailInput.file(place(of: number))
    let log = FindingLog(examplesPerCode: 1)
    let documents = DocumentReader(log: log, readsPayloads: false)
    var seen = Array(repeating: false, count: known.names.count)
    var count = 0
    try documents.read(try TrailReader(input), as: input.name, numbers: isWanted) { _, fields in
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
        "\(input.name): no document of class \(quoted(known.name)) has the field \(quoted(mapping.column(of: name, in: known.name) ?? name)) for a property of type \(known.words[place]): "
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
