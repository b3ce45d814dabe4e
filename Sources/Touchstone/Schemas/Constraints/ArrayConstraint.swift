import JSON

/// Which elements an array has.
struct ArrayConstraint: SchemaConstraint {
  static let keywords = ["items", "prefixItems", "minItems", "maxItems", "uniqueItems"]

  private var first: [SchemaNode]
  private var others: SchemaNode?
  private var least: Int?
  private var most: Int?
  private var areUnique = false

  init(_ keywords: JSONObject, at path: JSONPath, _ reader: inout SchemaReader) {
    first = reader.list("prefixItems", of: keywords, at: path)
    others = reader.node("items", of: keywords, at: path)
    least = reader.size("minItems", of: keywords, at: path)
    most = reader.size("maxItems", of: keywords, at: path)
    guard let value = keywords["uniqueItems"] else { return }
    if value.bool == nil {
      reader.fault(path.appending("uniqueItems"), "\"uniqueItems\" takes true or false")
    }
    areUnique = value.bool ?? false
  }

  func check(_ value: JSON, at path: JSONPath, _ validation: inout SchemaValidation) {
    guard let elements = value.array else { return }
    if let least, elements.count < least {
      validation.report(path, "must have \(least) elements at least, not \(elements.count)")
    }
    if let most, elements.count > most {
      validation.report(path, "must have \(most) elements at most, not \(elements.count)")
    }
    var seen: Set<JSON> = []
    for (index, element) in elements.enumerated() {
      if validation.hasFailed { return }
      let place = path.appending(index)
      if areUnique, !seen.insert(element).inserted {
        validation.report(place, "\(element.text().shortened) is there twice")
      }
      if first.indices.contains(index) {
        validation.check(element, against: first[index], at: place)
      } else if let others {
        validation.check(element, against: others, at: place)
      }
    }
  }
}
