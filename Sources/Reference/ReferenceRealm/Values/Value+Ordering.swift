extension Value {
  /// How two values that have an order compare: -1, 0 or 1.
  ///
  /// Numbers compare exactly across their types.
  ///
  /// - Returns: nil where there is no order: other types, null, NaN.
  package static func order(_ left: Value, _ right: Value) -> Int? {
    switch (left, right) {
    case (.date(let a), .date(let b)): a.compared(to: b)
    case (.int(let a), .int(let b)): a.compared(to: b)
    case (.decimal128(let a), .decimal128(let b)): Decimal128.compare(a, b)
    case (.decimal128(let a), .int(let b)): Decimal128.compare(a, Decimal128(b))
    case (.int(let a), .decimal128(let b)): Decimal128.compare(Decimal128(a), b)
    case (.decimal128(let a), _): right.asDouble.flatMap { a.compare(to: $0) }
    case (_, .decimal128(let b)): left.asDouble.flatMap { b.compare(to: $0) }.map { -$0 }
    case (.int(let a), _): right.asDouble.flatMap { order(a, $0) }
    case (_, .int(let b)): left.asDouble.flatMap { order(b, $0) }.map { -$0 }
    default:
      if let a = left.asDouble, let b = right.asDouble, !a.isNaN, !b.isNaN {
        a.compared(to: b)
      } else {
        nil
      }
    }
  }

  /// Whether both are equal as a filter sees it: numbers across their types, everything else within its own.
  package static func equal(_ left: Value, _ right: Value) -> Bool {
    if let order = order(left, right) { return order == 0 }
    if let one = left.asDouble, let other = right.asDouble { return one.isNaN && other.isNaN }
    return left == right
  }

  private var asDouble: Double? {
    switch self {
    case .float(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  /// An integer against a double without rounding either: 2^53 + 1 is greater than 2^53.
  private static func order(_ integer: Int64, _ double: Double) -> Int? {
    if double.isNaN { return nil }
    if double >= 0x1p63 { return -1 }
    if double < -0x1p63 { return 1 }
    let whole = double.rounded(.towardZero)
    let comparison = integer.compared(to: Int64(whole))
    return comparison != 0 ? comparison : whole.compared(to: double)
  }
}
