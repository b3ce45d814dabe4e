package import JSON

/// What is written down as an object of JSON and read again, such as a report or what a part of a trail knows: it names each
/// of its fields once, for both ways, so that nothing can be written that is not read.
package protocol JSONRecord: Sendable {
  /// Exchanges each field with the one of that name.
  mutating func exchange(_ fields: inout JSONFields) throws(JSONFault)
}

/// A record that can be made from what was written down alone, so that there may be any number of them.
package protocol JSONItem: JSONRecord, JSONValue {
  /// With fields that are about to be read.
  init()
}

extension JSONItem {
  package init(field node: JSONNode) throws(JSONFault) {
    self.init()
    var fields = JSONFields(reading: node)
    try exchange(&fields)
  }

  package var fieldJSON: JSON { JSONFields.json(of: self) }
}

/// The fields of a record: those that are read, or those that were written so far.
package struct JSONFields {
  private let source: JSONNode?
  private var written: JSONObject = [:]

  package init(reading source: JSONNode) { self.source = source }

  private init(source: JSONNode?) { self.source = source }

  /// All fields of a record.
  package static func json(of record: some JSONRecord) -> JSON {
    var record = record
    return json { fields throws(JSONFault) in try record.exchange(&fields) }
  }

  /// An object of the fields that are exchanged.
  package static func json(_ exchange: (inout JSONFields) throws(JSONFault) -> Void) -> JSON {
    var fields = JSONFields(source: nil)
    // Only what is read can be wrong.
    try? exchange(&fields)
    return .object(fields.written)
  }

  /// Whether fields are read.
  package var areRead: Bool { source != nil }

  package mutating func callAsFunction<Field: JSONValue>(
    _ name: String,
    _ field: inout Field
  ) throws(JSONFault) {
    if let source {
      field = try Field(field: source.member(name))
    } else {
      written[name] = field.fieldJSON
    }
  }

  /// A field that is left out where there is nothing.
  package mutating func optional<Field: JSONValue>(
    _ name: String,
    _ field: inout Field?
  ) throws(JSONFault) {
    if let source {
      field = try source.optional(name).map(Field.init(field:))
    } else {
      written[name] = field?.fieldJSON
    }
  }

  /// A field that is left out where it has what every new record has, such as a list where it is empty.
  package mutating func unless<Field: JSONValue & Equatable>(
    _ usual: Field,
    _ name: String,
    _ field: inout Field
  ) throws(JSONFault) {
    var stated = field == usual ? nil : field
    try optional(name, &stated)
    field = stated ?? usual
  }

  /// Fields in an object of their own.
  package mutating func group(
    _ name: String,
    _ exchange: (inout JSONFields) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    var inner = JSONFields(source: try source?.member(name))
    try exchange(&inner)
    if source == nil { written[name] = .object(inner.written) }
  }

  /// A record that is read into the one that is there.
  package mutating func inner(
    _ name: String,
    _ record: inout some JSONRecord
  ) throws(JSONFault) {
    try group(name) { fields throws(JSONFault) in try record.exchange(&fields) }
  }

  /// Elements, each of which is handed over as it is read.
  package mutating func each<Element: JSONValue>(
    _ name: String,
    _ elements: @autoclosure () -> [Element],
    take: (Element) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    if let source {
      for node in try source.member(name).elements() { try take(try Element(field: node)) }
    } else {
      written[name] = elements().fieldJSON
    }
  }

  /// Words of eight bytes.
  package mutating func words(_ name: String, _ words: inout [UInt64]) throws(JSONFault) {
    if let source {
      words = try source.member(name).words()
    } else {
      written[name] = .words(words)
    }
  }

  /// One word of eight bytes.
  package mutating func word(_ name: String, _ word: inout UInt64) throws(JSONFault) {
    var words = [word]
    try self.words(name, &words)
    guard words.count == 1 else { throw fault("expected one word as the \(name)") }
    word = words[0]
  }

  /// A number that is added to those of other parts: larger ones are refused, so that sums have room.
  package mutating func total(_ name: String, _ count: inout Int) throws(JSONFault) {
    try self(name, &count)
    if count > 1 << 44 { throw fault("\(name.quoted) is more than 2^44") }
  }

  /// What is wrong with the fields that were read, or with one of them.
  package func fault(_ message: String, _ name: String? = nil) -> JSONFault {
    let node = source ?? JSONNode(.null, of: "a record")
    return (name.flatMap(node.optional) ?? node).fault(message)
  }
}
