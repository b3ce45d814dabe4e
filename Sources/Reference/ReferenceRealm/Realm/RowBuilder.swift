import OrderedCollections

/// Checks values against their properties and prepares the rows of an object and of all that is embedded in
/// it, before anything is changed: a refused value leaves nothing behind.
struct RowBuilder {
  struct Row {
    let object: ObjectReference
    var values: [Value]
  }

  private let realm: Realm
  /// The rows to insert; the outermost object comes last.
  private(set) var rows: [Row] = []

  init(realm: Realm) { self.realm = realm }

  /// Prepares an object of these values.
  mutating func row(
    of table: Schema.Table,
    from input: OrderedDictionary<String, Value>
  ) throws(RealmError) -> ObjectReference {
    for name in input.keys where table.column(name) == nil {
      if table.backLinks[name] != nil {
        throw .typeMismatch("\(table.name).\(name) is computed: it can't be given")
      }
      throw RealmError(.unknownProperty, "\(table.name) has no property \(name)")
    }
    let values = try table.columns.map { (column) throws(RealmError) in
      let place = "\(table.name).\(column.name)"
      guard let value = input[column.name] else { return try Self.initial(column, at: place) }
      return try property(value, of: column, at: place)
    }
    let reference = realm.nextReference(table: table.index)
    rows.append(Row(object: reference, values: values))
    return reference
  }

  /// A whole property: one value, or a collection of them.
  mutating func property(
    _ value: Value,
    of column: Schema.Column,
    at place: String
  ) throws(RealmError) -> Value {
    switch (column.type.shape, value) {
    case (.single, _): return try element(value, of: column, at: place)
    case (.list, .list(let list)): return .list(try elements(list, of: column, at: place))
    case (.set, .list(let list)):
      return .set(OrderedSet(try elements(list, of: column, at: place)))
    case (.set, .set(let set)):
      return .set(OrderedSet(try elements(set.elements, of: column, at: place)))
    case (.dictionary, .dictionary(let entries)):
      var checked = OrderedDictionary<String, Value>(minimumCapacity: entries.count)
      for (key, value) in entries {
        try Self.checkKey(key, at: place)
        checked[key] = try element(value, of: column, at: place)
      }
      return .dictionary(checked)
    default:
      throw Self.mismatch(value, column, place)
    }
  }

  private mutating func elements(
    _ values: [Value],
    of column: Schema.Column,
    at place: String
  ) throws(RealmError) -> [Value] {
    try values.map { (value) throws(RealmError) in try element(value, of: column, at: place) }
  }

  /// One value of a property or of a collection.
  mutating func element(
    _ value: Value,
    of column: Schema.Column,
    at place: String
  ) throws(RealmError) -> Value {
    switch (column.type.element, value) {
    case (.mixed, _):
      try checkMixed(value, at: place)
      return value
    case (_, .null):
      let mayBeNull =
        column.type.isOptional || (column.target != nil && column.type.shape == .dictionary)
      guard mayBeNull else { throw Self.mismatch(value, column, place) }
      return value
    case (.bool, .bool), (.int, .int), (.float, .float), (.double, .double), (.string, .string),
      (.data, .data), (.date, .date), (.objectId, .objectId), (.uuid, .uuid),
      (.decimal128, .decimal128):
      return value
    case (.double, .int(let number)): return .double(Double(number))
    case (.double, .float(let number)): return .double(Double(number))
    case (.float, .int(let number)): return .float(Float(number))
    case (.float, .double(let number)): return .float(Float(number))
    case (.object, .dictionary(let input)) where column.isEmbedded:
      guard let target = column.target else { throw Self.mismatch(value, column, place) }
      return .object(try row(of: realm.schema.tables[target], from: input))
    case (.object, .object(let reference))
    where !column.isEmbedded && reference.table == column.target:
      try checkExists(reference, at: place)
      return value
    default:
      throw Self.mismatch(value, column, place)
    }
  }

  private func checkMixed(_ value: Value, at place: String) throws(RealmError) {
    switch value {
    case .float:
      throw .typeMismatch("\(place): a mixed value holds no 32-bit float, give a double")
    case .set:
      throw .typeMismatch("\(place): a mixed value holds no set, give a list")
    case .object(let reference):
      if realm.schema.tables[reference.table].isEmbedded {
        throw .typeMismatch("\(place): a mixed value holds no embedded object")
      }
      try checkExists(reference, at: place)
    case .list(let elements):
      for element in elements { try checkMixed(element, at: place) }
    case .dictionary(let entries):
      for (key, element) in entries {
        try Self.checkKey(key, at: place)
        try checkMixed(element, at: place)
      }
    default: break
    }
  }

  private func checkExists(_ reference: ObjectReference, at place: String) throws(RealmError) {
    guard realm.current.contains(reference) else {
      throw RealmError(.objectInvalidated, "\(place): the object to link to was deleted")
    }
  }

  static func checkKey(_ key: String, at place: String) throws(RealmError) {
    if key.utf8.first == UInt8(ascii: "$") || key.utf8.contains(UInt8(ascii: ".")) {
      throw .typeMismatch("\(place): a dictionary key neither begins with $ nor holds a dot")
    }
  }

  private static func initial(_ column: Schema.Column, at place: String) throws(RealmError) -> Value
  {
    let isSingle = column.type.shape == .single
    if isSingle, !column.type.isOptional, column.type.element != .mixed {
      throw RealmError(.missingValue, "\(place) is not optional: give it a value")
    }
    return column.type.shape.empty
  }

  private static func mismatch(_ value: Value, _ column: Schema.Column, _ place: String)
    -> RealmError
  {
    .typeMismatch("\(place) is \(column.type) and can't hold \(value.kind)")
  }
}
