import JSON

/// What was learnt of types in a part of a trail, written down and read again.
extension InferenceLevel {
  var partial: JSON {
    var entries: [JSON] = []
    for (property, forms) in sightings.sorted(by: { $0.key < $1.key }) {
      for (form, event) in forms.sorted(by: { $0.key < $1.key }) {
        entries.append([
          "class": .string(property.className), "property": .string(property.name),
          "type": .string(form.rawValue), "file": .string(event.position.file),
          "line": .int(Int64(event.position.line)),
          "_id": event.id.map { .string($0) } ?? .null,
          "timestamp": event.timestamp.map { .int($0) } ?? .null,
        ])
      }
    }
    return .array(entries)
  }

  mutating func take(_ reader: PartialReader) throws(TrailError) {
    for entry in try reader.array() {
      let form = try entry.member("type").name(of: Form.self)
      let property = PropertyName(
        className: try entry.member("class").string(),
        name: try entry.member("property").string()
      )
      let sighting = Sighting(
        position: try entry.position(),
        id: try entry.member("_id").optionalString(),
        timestamp: try entry.member("timestamp").optionalInt()
      )
      note(form, of: property, sighting)
    }
  }
}
