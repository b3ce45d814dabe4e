import TrailReading

/// The canonical text of a decimal128: two texts of one value and one exponent are the same in it (SERIAL-18).
enum DecimalText {
  /// Nil for what is not a decimal.
  static func canonical(_ text: String) -> String? {
    isPlain(text) ? text : rewritten(text)
  }

  /// Whether a text is canonical as most are: digits, of which no zero is too much, and up to six behind a point.
  private static func isPlain(_ text: String) -> Bool {
    var whole = 0, fraction = 0
    var isBehindPoint = false, beginsWithZero = false
    for (index, byte) in text.utf8.enumerated() {
      if byte == UInt8(ascii: "-"), index == 0 { continue }
      if byte == UInt8(ascii: "."), !isBehindPoint {
        isBehindPoint = true
        continue
      }
      guard byte &- 0x30 < 10 else { return false }
      if isBehindPoint {
        fraction += 1
      } else {
        if whole == 0 { beginsWithZero = byte == 0x30 }
        whole += 1
      }
    }
    return whole > 0 && !(beginsWithZero && whole > 1) && fraction <= 6
      && isBehindPoint == (fraction > 0)
  }

  private static func rewritten(_ text: String) -> String? {
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
