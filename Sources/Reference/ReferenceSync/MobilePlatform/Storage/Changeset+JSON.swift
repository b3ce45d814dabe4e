import JSON

extension Changeset.Change {
  /// How it is written to the file of a realm; the length of this text is also what progress counts.
  var json: JSON {
    switch kind {
    case .create(let contents):
      [
        isAnotherObject ? "replace" : "create": id.json,
        "contents": .array(contents.map(\.json)),
      ]
    case .update(let edits): ["update": id.json, "edits": .array(edits.map(\.json))]
    case .delete: ["delete": id.json]
    }
  }

  /// - Throws: `DamagedFile` for what was not written by `json`.
  init(_ json: JSON) throws(DamagedFile) {
    if let id = json["create"] ?? json["replace"], let contents = json["contents"] {
      self.init(try DocumentID(id), .create(try contents.elements.map(Content.read)))
      isAnotherObject = json["replace"] != nil
    } else if let id = json["update"], let edits = json["edits"] {
      self.init(try DocumentID(id), .update(try edits.elements.map(Edit.read)))
    } else if let id = json["delete"] {
      self.init(try DocumentID(id), .delete)
    } else {
      throw DamagedFile()
    }
  }

  static func read(_ json: JSON) throws(DamagedFile) -> Changeset.Change {
    try Changeset.Change(json)
  }
}

extension [Changeset.Change] {
  /// How many bytes a transaction is counted as.
  var size: Int { JSON.array(map(\.json)).text().utf8.count }
}
