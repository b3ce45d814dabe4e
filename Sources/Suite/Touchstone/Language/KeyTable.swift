package import JSON

/// The keys that an object of the format may have: what its checks, its JSON Schema and its table in the specification
/// are made from.
package struct KeyTable: Sendable {
  /// One key.
  package struct Entry: Sendable {
    package var name: String
    package var form: Form
    package var isRequired: Bool
    /// What it means, in Markdown.
    package var meaning: String
    /// The classes that know it; nil for every class.
    package var classes: [ConformanceClass]?

    /// A key that every such object has.
    package static func required<Value>(_ key: TypedKey<Value>, _ meaning: String = "") -> Entry {
      Entry(name: key.name, form: key.form, isRequired: true, meaning: meaning)
    }

    /// A key that may be left out.
    static func optional<Value>(
      _ key: TypedKey<Value>,
      _ meaning: String = "",
      classes: [ConformanceClass]? = nil
    ) -> Entry {
      Entry(name: key.name, form: key.form, isRequired: false, meaning: meaning, classes: classes)
    }
  }

  /// What it is called in the schema.
  package var name: String
  /// What such an object is called in messages.
  package var owner: String
  /// What it is for.
  package var purpose: String?
  package var entries: [Entry]
  /// Of these keys exactly one is given.
  package var alternatives: [String] = []
  /// Whether the keys stand in the order of the table, as in every group and case.
  package var isOrdered = false

  /// A member of an object that has no place in this table, or is of another form than the table says.
  package func unknownKey(in json: JSON) -> String? {
    json.object?.first { name, value in
      guard let entry = entries.first(where: { $0.name == name }) else { return true }
      return !value.isNull && !entry.form.accepts(value)
    }?.key
  }

  /// The same keys as a class has them.
  package func known(to conformanceClass: ConformanceClass) -> KeyTable {
    var table = self
    table.entries.removeAll { !($0.classes?.contains(conformanceClass) ?? true) }
    return table
  }
}
