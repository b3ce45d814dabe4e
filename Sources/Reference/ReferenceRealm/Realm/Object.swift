/// A handle to an object of a realm: it always shows the present state.
///
/// ```swift
/// let person = try realm.object(ofType: "Person", forPrimaryKey: 5)
/// try realm.write { try person?.set("name", to: "Tony") }
/// person?.name  // Tony
/// ```
///
/// Properties are read and assigned by name: `person.name = "Tony"`. As in the SDK, such an access traps on
/// misuse; `value(_:)` and `set(_:to:)` throw instead.
@dynamicMemberLookup
public struct Object {
  /// The realm it belongs to.
  public let realm: Realm
  /// Which object it is.
  public let reference: ObjectReference

  package init(realm: Realm, reference: ObjectReference) {
    self.realm = realm
    self.reference = reference
  }

  var table: Schema.Table { realm.schema.tables[reference.table] }

  /// The name of its class.
  public var className: String { table.name }

  /// Whether it was deleted, or created in a transaction that was cancelled.
  public var isInvalidated: Bool { !realm.current.contains(reference) }

  /// A property by name.
  public subscript(dynamicMember name: String) -> Value {
    get { trapping { () throws(RealmError) in try value(name) } }
    nonmutating set { trapping { () throws(RealmError) in try set(name, to: newValue) } }
  }

  private func trapping<Result>(_ body: () throws(RealmError) -> Result) -> Result {
    do { return try body() } catch { preconditionFailure(error.description) }
  }

  /// What a property holds.
  ///
  /// Reading a link in this way instantiates nothing: see `follow(_:)`.
  public func value(_ property: String) throws(RealmError) -> Value {
    let values = try values()
    if let link = table.backLinks[property] {
      return .list(realm.current.sources(of: reference, through: link).map(Value.object))
    }
    return values[try column(property)]
  }

  /// Assigns a property; a list or dictionary replaces a whole collection, unless both are empty: then nothing happens.
  public func set(_ property: String, to value: Value) throws(RealmError) {
    guard realm.isInWriteTransaction else { throw Realm.notInWrite }
    let old = try values()
    let column = try column(property)
    if column == table.primaryKey {
      throw RealmError(
        .primaryKeyChange,
        "\(className).\(property) is the primary key: it never changes"
      )
    }
    var builder = RowBuilder(realm: realm)
    let checked = try builder.property(
      value,
      of: table.columns[column],
      at: "\(className).\(property)"
    )
    let isCollection = table.columns[column].type.shape != .single
    if isCollection, old[column].isEmptyCollection, checked.isEmptyCollection {
      return realm.didAssignAlike(reference)
    }
    realm.insert(builder.rows)
    let orphans = realm.current.set(reference, column: column, to: checked)
    realm.didMutate(reference, column, .assign(checked), orphans: orphans)
  }

  /// Reads a to-one link and instantiates its target.
  ///
  /// - Returns: nil if the link is not set.
  public func follow(_ property: String) throws(RealmError) -> Object? {
    let values = try values()
    let column = try column(property)
    let type = table.columns[column].type
    guard type.shape == .single, table.columns[column].target != nil || type.element == .mixed
    else {
      throw .typeMismatch("\(className).\(property) is \(type), not a link to one object")
    }
    switch values[column] {
    case .object(let target):
      return realm.instantiate(target, by: .link(LinkPath(parent: reference, column: column)))
    case .null: return nil
    default: throw .typeMismatch("\(className).\(property) holds no link now")
    }
  }

  /// An accessor for a list, set or dictionary; nothing is read yet.
  public func collection(_ property: String) throws(RealmError) -> Collection {
    _ = try values()
    if let link = table.backLinks[property] {
      return Collection(parent: self, name: property, source: .backLink(link))
    }
    let column = try column(property)
    guard table.columns[column].type.shape != .single else {
      throw .typeMismatch(
        "\(className).\(property) is \(table.columns[column].type), no collection"
      )
    }
    return Collection(parent: self, name: property, source: .column(column))
  }

  func values() throws(RealmError) -> [Value] {
    guard let values = realm.current.values(of: reference) else {
      throw RealmError(.objectInvalidated, "this \(className) was deleted or never committed")
    }
    return values
  }

  private func column(_ property: String) throws(RealmError) -> Int {
    if let column = table.column(property) { return column }
    if table.backLinks[property] != nil {
      throw .typeMismatch("\(className).\(property) is computed: it can only be read as a value")
    }
    throw RealmError(.unknownProperty, "\(className) has no property \(property)")
  }
}
