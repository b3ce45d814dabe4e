package import Formats
package import JSON

/// What a part of a trail knows, as it is written down for a merge and read again: it names each of its fields once, for both
/// ways, so that nothing can be written that is not read.
package protocol PartRecord: Sendable {
  /// Exchanges each field with the one of that name.
  mutating func exchange(_ fields: inout PartFields) throws(JSONFault)
}

/// A record that can be made from what was written down alone, so that there may be any number of them.
package protocol PartItem: PartRecord, PartValue {
  /// With fields that are about to be read.
  init()
}

extension PartItem {
  package init(part: JSONNode) throws(JSONFault) {
    self.init()
    var fields = PartFields(reading: part)
    try exchange(&fields)
  }

  package var partJSON: JSON { PartFields.json(of: self) }
}

/// The fields of a record: those that are read, or those that were written so far.
package struct PartFields {
  private let source: JSONNode?
  private var written: JSONObject = [:]

  package init(reading source: JSONNode) { self.source = source }

  private init() { source = nil }

  /// All fields of a record.
  package static func json(of record: some PartRecord) -> JSON {
    var record = record
    var fields = PartFields()
    // Only what is read can be wrong.
    try? record.exchange(&fields)
    return .object(fields.written)
  }

  /// Whether fields are read.
  package var areRead: Bool { source != nil }

  package mutating func callAsFunction<Field: PartValue>(
    _ name: String,
    _ field: inout Field
  ) throws(JSONFault) {
    if let source {
      field = try Field(part: source.member(name))
    } else {
      written[name] = field.partJSON
    }
  }

  /// A record that is read into the one that is there.
  package mutating func inner(
    _ name: String,
    _ record: inout some PartRecord
  ) throws(JSONFault) {
    if let source {
      var fields = PartFields(reading: try source.member(name))
      try record.exchange(&fields)
    } else {
      written[name] = Self.json(of: record)
    }
  }

  /// Elements, each of which is handed over as it is read.
  package mutating func each<Element: PartValue>(
    _ name: String,
    _ elements: @autoclosure () -> [Element],
    take: (Element) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    if let source {
      for node in try source.member(name).elements() { try take(try Element(part: node)) }
    } else {
      written[name] = elements().partJSON
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
    if count > 1 << 44 { throw fault("\(quoted(name)) is more than 2^44") }
  }

  /// What is wrong with the fields that were read.
  package func fault(_ message: String) -> JSONFault {
    (source ?? JSONNode(.null, of: "a partial result")).fault(message)
  }
}
