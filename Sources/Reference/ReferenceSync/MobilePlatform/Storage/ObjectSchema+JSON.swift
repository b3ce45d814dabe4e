import JSON
import ReferenceRealm

extension ObjectSchema {
  /// How it is written to the file of a realm.
  var json: JSON {
    [
      "name": .string(name), "primaryKey": primaryKey.map(JSON.string) ?? .null,
      "embedded": .bool(isEmbedded),
      "properties": .array(
        properties.map { [.string($0.name), .string($0.type.description)] }
      ),
    ]
  }

  /// - Throws: `DamagedFile` for what was not written by `json`.
  init(_ json: JSON) throws(DamagedFile) {
    guard let name = json["name"]?.string, let isEmbedded = json["embedded"]?.bool,
      let list = json["properties"]?.array
    else { throw DamagedFile() }
    self.init(
      name,
      primaryKey: json["primaryKey"]?.string,
      isEmbedded: isEmbedded,
      properties: [:]
    )
    for pair in list {
      guard let name = pair[0]?.string, let type = pair[1]?.string.flatMap({ PropertyType($0) })
      else { throw DamagedFile() }
      properties.append(Property(name, type))
    }
  }

  static func read(_ json: JSON) throws(DamagedFile) -> ObjectSchema { try ObjectSchema(json) }
}
