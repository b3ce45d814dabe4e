import TrailReading

/// The canonical text of a decimal128: two texts of one value and one exponent are the same in it (SERIAL-18).
enum DecimalText {
  /// Nil for what is not a decimal.
  static func canonical(_ text: String) -> String? {
    var rest = Substring(text)
    var sign = ""
    if rest.first == "-" || rest.first == "+" { sign = rest.removeFirst() == "-" ? "-" : "" }
    switch rest.lowercased() {
    case "nan": return "NaN"
    case "inf", "infinity": return sign + "Infinity"
    default: break
    }
    let parts = rest.split(
      separator: rest.contains("E") ? "E" : "e",
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    let power = parts.count == 2 ? Int(parts[1]) : 0
    guard let power, abs(power) < 100_000, let mantissa = parts.first else { return nil }
    let halves = mantissa.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let fraction = halves.count == 2 ? halves[1] : ""
    let all = halves[0] + fraction
    guard !all.isEmpty, all.utf8.count <= 10_000, all.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else {
      return nil
    }
    let significant = String(all.drop { $0 == "0" })
    let digits = significant.isEmpty ? "0" : significant
    return sign + BSONDecimal.text(digits, power - fraction.utf8.count)
  }
}
