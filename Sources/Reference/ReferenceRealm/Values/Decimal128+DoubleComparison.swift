import Foundation

extension Decimal128 {
  /// How this number compares to a double as they are, without rounding either: 0.1 is less than the double
  /// `0.1`, which is a little more than a tenth.
  ///
  /// - Returns: -1, 0 or 1; nil if one is not a number.
  public func compare(to double: Double) -> Int? {
    if isNaN || double.isNaN { return nil }
    guard let finite, double.isFinite else {
      return infinity.compared(to: double.isFinite ? 0 : double < 0 ? -1 : 1)
    }
    if double == 0 { return finite.signum }
    // Rounding never reverses an order: if the nearest double is another one, it decides.
    let nearest = Double(description) ?? .nan
    if nearest != double { return nearest.compared(to: double) }
    return finite.signum * finite.compareMagnitude(to: double.magnitude)
  }
}

extension Decimal128.Finite {
  /// How the number compares, without its sign, to the double that is nearest to it.
  fileprivate func compareMagnitude(to double: Double) -> Int {
    // No double has more significant digits than these, and C writes them all.
    var text = [CChar](repeating: 0, count: 800)
    _ = unsafe withVaList([double]) { unsafe vsnprintf(&text, text.count, "%.766e", $0) }
    let parts = text.prefix { $0 != 0 }.map(UInt8.init).split(separator: UInt8(ascii: "e"))
    let exponent = Int(String(decoding: parts[1], as: UTF8.self)) ?? 0
    if magnitude != exponent { return magnitude.compared(to: exponent) }
    let digits = parts[0].filter { $0 != ASCII.point }
    var own = Array(String(coefficient).utf8)
    own += repeatElement(ASCII.zero, count: digits.count - own.count)
    return own.elementsEqual(digits) ? 0 : own.lexicographicallyPrecedes(digits) ? -1 : 1
  }
}
