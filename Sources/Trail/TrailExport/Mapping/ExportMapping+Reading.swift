package import Formats
package import JSON
package import TrailReading

extension ExportMapping {
  /// Reads a mapping file; what it does not say keeps its default.
  ///
  /// - Throws: the place of the first thing in it that is wrong.
  package init(_ json: JSON) throws(JSONFault) {
    let node = JSONNode(json, of: "a mapping")
    try node.expect(["product", "source", "store", "user", "metadata", "classes"])
    if let product = node.optional("product") {
      try product.expect(["name", "vendor", "version"])
      self.product.name = try product.member("name").text()
      self.product.vendor = try product.member("vendor").text()
      self.product.version = try product.optional("version")?.text()
    }
    if let source = node.optional("source") {
      try source.expect(["name", "site"])
      sourceName = try source.optional("name")?.text()
      site = try source.optional("site")?.text()
    }
    store = try node.optional("store")?.text() ?? store
    if let user = node.optional("user") {
      try user.expect(["id", "name", "role"])
      self.user.id = try user.member("id").fields()
      self.user.name = try user.optional("name")?.fields() ?? []
      self.user.role = try user.optional("role")?.fields() ?? []
      self.user.isGiven = true
    }
    metadata = try node.optional("metadata")?.fields() ?? []
    guard let classes = node.optional("classes") else { return }
    guard let members = classes.json.object else {
      throw classes.fault("expected an object of classes, not \(classes.json.kindName)")
    }
    for name in members.keys { self.classes.append(try Class(name, classes.member(name))) }
    guard patientClass == nil else { return }
    for name in members.keys {
      guard let patient = try classes.member(name).optional("patient") else { continue }
      let count = self.classes.filter(\.isPatient).count
      throw patient.fault(
        count == 0
          ? "no class of the mapping has the resourceType \"Patient\": give it to the class that this links to"
          : "\(count) classes of the mapping have the resourceType \"Patient\": which one this links to is not known"
      )
    }
  }

  /// Finds what a mapping says of classes that a schema contradicts.
  package func fault(against schema: CaseSchema) -> JSONFault? {
    let node = JSONNode([:], of: "a mapping")
    let names = schema.classes.keys.sorted().map { $0.quoted }.joined(separator: ", ")
    for mapped in classes {
      guard let (_, known) = schema.classes.first(where: { $0.key.hasBytes(of: mapped.name) })
      else {
        return node.place(["classes", mapped.name]).fault(
          "the schema does not have this class; it has \(names)"
        )
      }
      guard let patient = mapped.patient,
        !known.properties.keys.contains(where: { $0.hasBytes(of: patient) })
      else { continue }
      let properties = known.properties.keys.sorted().map { $0.quoted }.joined(separator: ", ")
      return node.place(["classes", mapped.name, "patient"]).fault(
        "the class does not have the property \(patient.quoted) in the schema; it has \(properties)"
      )
    }
    return nil
  }
}

extension ExportMapping.Class {
  fileprivate init(_ name: String, _ node: JSONNode) throws(JSONFault) {
    self.init(name: name)
    try node.expect(["resourceType", "system", "literal", "patient"])
    if let type = node.optional("resourceType") {
      let name = try type.text()
      guard FHIRResourceTypes.all.contains(name) else {
        let close = FHIRResourceTypes.all.first { $0.lowercased() == name.lowercased() }
        let hint = close.map { "; write \($0.quoted)" } ?? ", such as \"Patient\" or \"Encounter\""
        throw type.fault("\(name.quoted) is not a resource type of FHIR R4\(hint)")
      }
      resourceType = name
    }
    if let system = node.optional("system") {
      let text = try system.text()
      guard text.utf8.contains(UInt8(ascii: ":")), !text.contains(where: \.isWhitespace) else {
        throw system.fault("the system of identifiers is a URI, such as urn:oid:1.2.3 or https://…")
      }
      self.system = text
    }
    isLiteral = try node.optional("literal")?.bool() ?? false
    if isLiteral, resourceType == nil {
      throw node.fault("a literal reference needs the resourceType")
    }
    guard let patient = node.optional("patient") else { return }
    if isPatient {
      throw patient.fault("a class of patients does not link to its patient: leave this out")
    }
    let text = try patient.text()
    (self.patient, patientMember) = (text, Name(text))
  }
}

extension JSONNode {
  /// Refuses what is not an object, and members that would not be read.
  fileprivate func expect(_ keys: [String]) throws(JSONFault) {
    guard let object = json.object else {
      throw fault("expected an object, not \(json.kindName)")
    }
    for key in object.keys where !keys.contains(key) {
      throw try member(key).fault("this is unknown; known here: \(keys.joined(separator: ", "))")
    }
  }

  /// A text that is not empty.
  fileprivate func text() throws(JSONFault) -> String {
    let text = try string()
    guard !text.isEmpty else { throw fault("this is empty: give a text, or leave it out") }
    return text
  }

  /// One name of a field, or several.
  fileprivate func fields() throws(JSONFault) -> [String] {
    guard json.array != nil else { return [try text()] }
    return try elements().map { node throws(JSONFault) in try node.text() }
  }

  /// The place of a member that need not be there.
  fileprivate func place(_ keys: [String]) -> JSONNode {
    var json: JSON = .null
    for key in keys.reversed() { json = [key: json] }
    var node = JSONNode(json, of: "a mapping")
    for key in keys { node = node.optional(key) ?? node }
    return node
  }
}
