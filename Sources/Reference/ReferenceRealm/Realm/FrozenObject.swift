/// An object as it was at one version, readable on any thread: the accessor that a custom representation is
/// asked for.
@dynamicMemberLookup
public struct FrozenObject: Sendable {
  /// The version.
  public let snapshot: Snapshot
  /// Which object it is.
  public let reference: ObjectReference

  /// An object at a version.
  public init(snapshot: Snapshot, reference: ObjectReference) {
    self.snapshot = snapshot
    self.reference = reference
  }

  /// The name of its class.
  public var className: String { snapshot.schema.tables[reference.table].name }

  /// The property of that name; nil if the class has none or the object did not exist.
  public func value(_ property: String) -> Value? {
    guard let column = snapshot.schema.tables[reference.table].column(property) else { return nil }
    return snapshot.values(of: reference)?[column]
  }

  /// Whether a filter matches the object.
  public func matches(_ filter: Filter) throws(RealmError) -> Bool {
    let test = try filter.compiled(for: snapshot.schema.tables[reference.table])
    return snapshot.values(of: reference).map(test) ?? false
  }

  /// A property by name.
  ///
  /// Traps on a name that the class does not have.
  public subscript(dynamicMember name: String) -> Value {
    guard let value = value(name) else {
      preconditionFailure("\(className) has no property \(name)")
    }
    return value
  }
}
