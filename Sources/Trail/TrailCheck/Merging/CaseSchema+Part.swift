package import Formats
package import JSON
import TrailReading

/// The schema that a part was held against: a merge asks it as the check of the whole would.
extension CaseSchema: JSONValue {
  private struct ClassEntry: JSONItem {
    var name = ""
    var description = CaseSchema.Class()

    mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
      try fields("class", &name)
      try fields("primaryKey", &description.primaryKey)
      try fields("embedded", &description.isEmbedded)
      try fields("represented", &description.hasRepresentation)
      let properties = description.properties.sorted
      try fields.each("properties", properties.map { PropertyEntry(name: $0, type: $1) }) {
        description.properties[$0.name] = $0.type
      }
    }
  }

  private struct PropertyEntry: JSONItem {
    var name = ""
    var type = PropertyType(.single, of: "")

    mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
      try fields("property", &name)
      try fields("shape", &type.shape)
      try fields("base", &type.base)
      try fields("optional", &type.isOptional)
    }
  }

  package init(field node: JSONNode) throws(JSONFault) {
    self.init(classes: [:])
    for entry in try [ClassEntry](field: node) { classes[entry.name] = entry.description }
  }

  package var fieldJSON: JSON {
    classes.sorted.map { ClassEntry(name: $0, description: $1) }.fieldJSON
  }
}

extension PropertyType.Shape: JSONValue {}
