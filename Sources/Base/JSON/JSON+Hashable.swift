// Written out because the synthesized comparison takes 0.0 for -0.0 and canonically equivalent strings
// for the same: their texts differ. Containers are gone through by plain loops, and what is not a container
// is a function of its own: each level then takes little stack, in debug builds too.
extension JSON: Hashable {
  /// Whether both stand for the same text, but for white space, escapes and the order of keys.
  public static func == (left: JSON, right: JSON) -> Bool {
    if case .array(let left) = left, case .array(let right) = right { return areEqual(left, right) }
    if case .object(let left) = left, case .object(let right) = right { return left == right }
    return areEqualScalars(left, right)
  }

  private static func areEqual(_ left: [JSON], _ right: [JSON]) -> Bool {
    guard left.count == right.count else { return false }
    var position = 0
    while position < left.count {
      if left[position] != right[position] { return false }
      position += 1
    }
    return true
  }

  private static func areEqualScalars(_ left: JSON, _ right: JSON) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
    case (.number(let left), .number(let right)): left.equalsByBytes(right)
    case (.string(let left), .string(let right)): left.equalsByBytes(right)
    default: false
    }
  }

  /// Feeds what `==` compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .array(let elements):
      hasher.combine(elements.count)
      var position = 0
      while position < elements.count {
        elements[position].hash(into: &hasher)
        position += 1
      }
    case .object(let members): members.hash(into: &hasher)
    default: hashScalar(into: &hasher)
    }
  }

  private func hashScalar(into hasher: inout Hasher) {
    switch self {
    case .array, .object: break
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .int(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value.bitPattern)
    case .number(let text), .string(let text):
      hasher.combine(text.utf8.count)
      text.hashBytes(into: &hasher)
    }
  }
}
