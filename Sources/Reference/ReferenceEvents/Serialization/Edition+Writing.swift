import ReferenceRealm

/// What of a value an event shows, where editions differ.
extension Edition {
  /// Whether a property says nothing in an event because of what it holds.
  func leavesOut(_ value: Value, ofMixed isMixed: Bool) -> Bool {
    switch value {
    case .data: true
    case .decimal128: omitsDecimals
    case .list, .dictionary: omitsCollectionsInMixed && isMixed
    default: false
    }
  }

  /// What is shown of an element of a collection.
  func element(_ value: Value) -> Value {
    switch value {
    case .list, .dictionary: omitsCollectionsInMixed ? .null : value
    default: value
    }
  }

  /// Whether the objects of a class are shown as null.
  func writesAsNull(_ table: Schema.Table) -> Bool {
    writesNullForEmptyClasses && table.isEmbedded && table.columns.isEmpty
  }
}

extension Schema.Column {
  /// Whether it holds one value of any type.
  var isMixed: Bool { type.shape == .single && type.element == .mixed }
}
