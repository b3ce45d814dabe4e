package import JSON

/// What kept a document from being understood, and where.
package struct JSONFault: Error {
  /// The place, for looking it up in the text.
  package let path: JSONPath
  /// The place and what is wrong there, in words.
  package let message: String
}

/// A value of a document that may come from anywhere, with the way to it: what it lacks is said with the place.
package struct JSONNode: Sendable {
  package let json: JSON
  private let path: JSONPath
  /// What messages call the document, such as `a report`.
  private let document: String

  /// The whole of a document.
  package init(_ json: JSON, of document: String) {
    self.init(json, JSONPath(), document)
  }

  private init(_ json: JSON, _ path: JSONPath, _ document: String) {
    (self.json, self.path, self.document) = (json, path, document)
  }

  package func fault(_ message: String) -> JSONFault {
    let place = path.description
    return JSONFault(path: path, message: place.isEmpty ? message : "\(place): \(message)")
  }

  /// A member that may be missing.
  package func optional(_ key: String) -> JSONNode? {
    json[key].map { JSONNode($0, path.appending(key), document) }
  }

  package func member(_ key: String) throws(JSONFault) -> JSONNode {
    guard let node = optional(key) else { throw fault("\(document) has \(key.quoted) here") }
    return node
  }

  /// Nil for null.
  package var unlessNull: JSONNode? { json.isNull ? nil : self }

  /// The members of an object in their order.
  package func members() throws(JSONFault) -> [(name: String, node: JSONNode)] {
    guard let object = json.object else { throw fault("expected an object, not \(json.kindName)") }
    return object.map { ($0.key, JSONNode($0.value, path.appending($0.key), document)) }
  }

  package func elements() throws(JSONFault) -> [JSONNode] {
    guard let elements = json.array else { throw fault("expected an array, not \(json.kindName)") }
    return elements.enumerated().map { JSONNode($1, path.appending($0), document) }
  }

  package func string() throws(JSONFault) -> String {
    guard let text = json.string else { throw fault("expected a string, not \(json.kindName)") }
    return text
  }

  package func strings() throws(JSONFault) -> [String] {
    try elements().map { node throws(JSONFault) in try node.string() }
  }

  package func bool() throws(JSONFault) -> Bool {
    guard let truth = json.bool else {
      throw fault("expected true or false, not \(json.kindName)")
    }
    return truth
  }

  package func integer() throws(JSONFault) -> Int64 {
    guard let number = json.int else { throw fault("expected an integer, not \(json.kindName)") }
    return number
  }

  package func count() throws(JSONFault) -> Int {
    guard let number = json.int, let count = Int(exactly: number), count >= 0 else {
      throw fault("expected a number from 0 on")
    }
    return count
  }

  /// One of the names that a type knows.
  package func choice<Choice: RawRepresentable<String>>(_: Choice.Type) throws(JSONFault) -> Choice
  {
    guard let choice = Choice(rawValue: try string()) else {
      throw fault("\((try string()).quoted) is unknown here")
    }
    return choice
  }
}
