import JSON
import ReferenceRealm

extension StoredRealm {
  /// All objects, to be put into an empty realm.
  var deliveries: [Delivery] {
    store.schema.tables.indices.flatMap { table in
      store.ids(of: table).map { Delivery(id: $0, contents: store[$0]?.contents) }
    }
  }

  /// The text of the file.
  var bytes: [UInt8] {
    let json: JSON = [
      "format": 1, "classes": .array(types.map(\.json)),
      "objects": .array(
        deliveries.map { delivery in
          [delivery.id.json, .array((delivery.contents ?? []).map(\.json))]
        }
      ),
      "pending": .array(
        pending.map { commit in
          [
            "time": .int(commit.time.milliseconds), "base": .int(Int64(commit.base)),
            "size": .int(Int64(commit.size)), "changes": .array(commit.changes.map(\.json)),
          ]
        }
      ),
      "origin": origin.map { .int(Int64($0)) } ?? .null,
      "downloaded": .int(Int64(downloaded)), "seenChanges": .int(Int64(seenChanges)),
      "lastKnown": lastKnown.map { [.int(Int64($0.count)), .int(Int64($0.commit))] } ?? .null,
      "prefix": .string(prefix), "nameCount": .int(Int64(nameCount)),
    ]
    var bytes: [UInt8] = []
    json.write(into: &bytes)
    return bytes
  }

  /// - Throws: `DamagedFile` for anything but what `bytes` writes.
  init(_ bytes: [UInt8]) throws {
    let json = try JSON(parsing: bytes)
    guard json["format"] == 1, let prefix = json["prefix"]?.string,
      let downloaded = json["downloaded"]?.int, let seen = json["seenChanges"]?.int,
      let nameCount = json["nameCount"]?.int
    else { throw DamagedFile() }
    self.init(prefix: prefix)
    try extend(by: try json["classes"].elements.map(ObjectSchema.read))
    for entry in try json["objects"].elements {
      guard let id = entry[0], let contents = entry[1]?.array else { throw DamagedFile() }
      let delivery = Delivery(id: try DocumentID(id), contents: try contents.map(Content.read))
      guard delivery.fits(store.schema) else { throw DamagedFile() }
      _ = receive([delivery])
    }
    for entry in try json["pending"].elements {
      guard let time = entry["time"]?.int, let base = entry["base"]?.int,
        let size = entry["size"]?.int
      else { throw DamagedFile() }
      let changes = try entry["changes"].elements.map(Changeset.Change.read)
      guard changes.allSatisfy({ $0.fits(store.schema) }) else { throw DamagedFile() }
      let commit = PendingCommit(
        time: Timestamp(milliseconds: time),
        base: Int(base),
        changes: changes,
        size: Int(size)
      )
      pending.append(commit)
    }
    origin = json["origin"]?.int.map { Int($0) }
    self.downloaded = Int(downloaded)
    seenChanges = Int(seen)
    self.nameCount = Int(nameCount)
    if let count = json["lastKnown"]?[0]?.int, let commit = json["lastKnown"]?[1]?.int {
      lastKnown = ServerRealm.Mark(count: Int(count), commit: Int(commit))
    }
  }
}

extension JSON? {
  fileprivate var elements: [JSON] {
    get throws(DamagedFile) {
      guard let self else { throw DamagedFile() }
      return try self.elements
    }
  }
}
