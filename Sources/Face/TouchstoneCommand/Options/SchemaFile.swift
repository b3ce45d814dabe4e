import Formats
import Foundation
import JSON
import Touchstone
import TrailReading

/// Reads the classes of a recorded realm, and says in which file and on which line something is wrong.
struct SchemaFile {
  private let path: String
  private let text: [UInt8]
  private let node: JSONNode
  /// The documents, if there are several, with the lines on which they begin.
  private let parts: [(line: Int, text: [UInt8])]

  /// Reads a schema as cases have it, JSON schemas of App Services, or a folder of an app's export that holds some.
  static func read(_ path: String) throws -> CaseSchema {
    if FileManager.default.isFolder(path) == true { return try readFolder(path) }
    let file = try SchemaFile(path)
    return try file.locating { () throws(JSONFault) in try CaseSchema(file.node) }
  }

  private init(_ path: String) throws {
    self.path = path
    text = try SuiteText.bytes(of: path, "the schema")
    let (json, parts) = try Self.json(text, path)
    node = JSONNode(json, of: "a schema")
    self.parts = parts
  }

  /// A document, or several one behind the other, as `cat` puts files together.
  private static func json(
    _ text: [UInt8],
    _ path: String
  ) throws -> (json: JSON, parts: [(line: Int, text: [UInt8])]) {
    do throws(JSONError) { return (try JSON(parsing: text), []) } catch {
      var documents: [JSON] = []
      var parts: [(line: Int, text: [UInt8])] = []
      var isDamaged = false
      try TrailReader(.bytes(text, name: path)).read { piece in
        if case .document(let bytes, let place) = piece, let json = try? JSON(parsing: bytes) {
          documents.append(json)
          parts.append((place.line ?? place.number, Array(bytes)))
        } else {
          isDamaged = true
        }
      }
      if documents.count > 1, !isDamaged { return (.array(documents), parts) }
      throw TrailError("\(path):\(error.position.line):\(error.position.column): \(error.message)")
    }
  }

  /// Turns the place of a fault into one that editors open.
  private func locating<Output>(_ body: () throws(JSONFault) -> Output) throws -> Output {
    do throws(JSONFault) { return try body() } catch {
      let place = position(of: error.path).map { ":\($0.line):\($0.column)" } ?? ""
      throw TrailError("\(path)\(place): \(error.message)")
    }
  }

  private func position(of place: JSONPath) -> (line: Int, column: Int)? {
    guard case .index(let index)? = place.components.first, parts.indices.contains(index) else {
      return JSON.position(of: place, in: text).map { ($0.line, $0.column) }
    }
    let rest = JSONPath(Array(place.components.dropFirst()))
    return JSON.position(of: rest, in: parts[index].text).map {
      (parts[index].line + $0.line - 1, $0.column)
    }
  }

  /// The collections in an app's export: a folder for each, with its schema and its relationships.
  private static func readFolder(_ path: String) throws -> CaseSchema {
    let folder = URL(filePath: path, directoryHint: .isDirectory)
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    let schemas = names.filter { $0 == "schema.json" || $0.hasSuffix("/schema.json") }.sorted()
    guard !schemas.isEmpty else {
      throw TrailError(
        "\(path) is a folder without schema.json, which the export of an app has for each collection"
      )
    }
    let collections = try schemas.map { name in
      let place = folder.appending(path: name)
      let file = try SchemaFile(place.path(percentEncoded: false))
      let relationships = place.deletingLastPathComponent().appending(path: "relationships.json")
      let links =
        try FileManager.default.fileExists(atPath: relationships.path(percentEncoded: false))
        ? SchemaFile(relationships.path(percentEncoded: false)).node : nil
      let collection = AppServicesSchema.Collection(
        file.node,
        name: place.deletingLastPathComponent().lastPathComponent,
        relationships: links
      )
      return (file: file, collection: collection)
    }
    var reading = AppServicesSchema.Reading()
    for (file, collection) in collections {
      try file.locating { () throws(JSONFault) in try reading.name(collection) }
    }
    for (file, collection) in collections {
      try file.locating { () throws(JSONFault) in try reading.read(collection) }
    }
    return CaseSchema(classes: reading.classes)
  }
}
