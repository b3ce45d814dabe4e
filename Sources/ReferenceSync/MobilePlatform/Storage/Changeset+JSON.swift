import JSON
import ReferenceRealm

extension Changeset.Change {
  /// How it is written to the file of a realm; the length of this text is also what progress counts.
  var json: JSON {
    switch kind {
    case .create(let contents): ["create": id.json, "contents": .array(contents.map(\.json))]
    case .update(let columns):
      ["update": id.json, "columns": Self.json(columns), "before": Self.json(before)]
    case .delete: ["delete": id.json]
    }
  }

  /// - Throws: `DamagedFile` for what was not written by `json`.
  init(_ json: JSON) throws(DamagedFile) {
    if let id = json["create"], let contents = json["contents"] {
      self.init(try DocumentID(id), .create(try contents.elements.map(Content.read)))
    } else if let id = json["update"], let list = json["columns"] {
      self.init(
        try DocumentID(id),
        .update(try Self.columns(list)),
        before: try Self.columns(json["before"] ?? [])
      )
    } else if let id = json["delete"] {
      self.init(try DocumentID(id), .delete)
    } else {
      throw DamagedFile()
    }
  }

  private static func json(_ columns: [Int: Content]) -> JSON {
    .array(columns.sorted { $0.key < $1.key }.map { [.int(Int64($0.key)), $0.value.json] })
  }

  private static func columns(_ list: JSON) throws(DamagedFile) -> [Int: Content] {
    var columns: [Int: Content] = [:]
    for pair in try list.elements {
      guard let column = pair[0]?.int, let content = pair[1] else { throw DamagedFile() }
      columns[Int(column)] = try Content(content)
    }
    return columns
  }

  static func read(_ json: JSON) throws(DamagedFile) -> Changeset.Change {
    try Changeset.Change(json)
  }
}

extension [Changeset.Change] {
  /// How many bytes a transaction is counted as.
  var size: Int { JSON.array(map(\.json)).text().utf8.count }
}
