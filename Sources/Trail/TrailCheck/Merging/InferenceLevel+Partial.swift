import Formats
import JSON
import TrailReading

/// What was learnt of types in a part of a trail, written down and read again.
extension InferenceLevel {
  var partial: JSON {
    var entries: [JSON] = []
    for (property, forms) in sightings.sorted(by: { $0.key < $1.key }) {
      for (form, event) in forms.sorted(by: { $0.key < $1.key }) {
        entries.append([
          "class": .string(property.className), "property": .string(property.name),
          "type": .string(form.rawValue), "place": event.position.partial,
          "_id": .optional(event.id),
          "timestamp": event.timestamp.map { .int($0) } ?? .null,
        ])
      }
    }
    return ["seen": .array(entries), "omitted": omitted.partial]
  }

  mutating func take(_ reader: JSONNode) throws(JSONFault) {
    try omitted.take(try reader.member("omitted"))
    for entry in try reader.member("seen").elements() {
      let form = try entry.member("type").choice(Form.self)
      let property = PropertyName(
        className: try entry.member("class").string(),
        name: try entry.member("property").string()
      )
      let sighting = Sighting(
        position: try entry.position(),
        id: try entry.member("_id").unlessNull?.string(),
        timestamp: try entry.member("timestamp").unlessNull?.integer()
      )
      note(form, of: property, sighting)
    }
  }
}
