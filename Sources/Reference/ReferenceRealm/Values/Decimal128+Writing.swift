extension Decimal128: CustomStringConvertible {
  /// The canonical text of IEEE 754-2008: `1.50`, `1E+10`, `0E-10`, `-0`, `NaN`, `Infinity`.
  ///
  /// It keeps every digit and the exponent, so that reading it gives the same bits again.
  public var description: String { String(writtenBy: write) }

  /// Appends the canonical text to a buffer.
  public func write(into out: inout [UInt8]) {
    if isNaN {
      out.append(contentsOf: "NaN".utf8)
      return
    }
    if isNegative { out.append(ASCII.minus) }
    guard let parts = finite else {
      out.append(contentsOf: "Infinity".utf8)
      return
    }
    let magnitude = parts.magnitude
    if parts.exponent <= 0 && magnitude >= -6 {
      parts.writePlain(into: &out)
    } else {
      parts.writeScientific(into: &out)
    }
  }
}

extension Decimal128.Finite {
  /// Digits with a point where the exponent says, and a zero before it if nothing else stands there.
  fileprivate func writePlain(into out: inout [UInt8]) {
    let digitsBeforePoint = PowersOfTen.digitCount(coefficient) + exponent
    if digitsBeforePoint <= 0 {
      out.append(ASCII.zero)
      out.append(ASCII.point)
      out.append(contentsOf: repeatElement(ASCII.zero, count: -digitsBeforePoint))
    }
    let start = out.count
    writeCoefficient(into: &out)
    if exponent < 0 && digitsBeforePoint > 0 {
      out.insert(ASCII.point, at: start + digitsBeforePoint)
    }
  }

  /// One digit before the point, and the exponent with its sign.
  fileprivate func writeScientific(into out: inout [UInt8]) {
    let start = out.count
    writeCoefficient(into: &out)
    if out.count > start + 1 { out.insert(ASCII.point, at: start + 1) }
    out.append(UInt8(ascii: "E"))
    out.append(magnitude < 0 ? ASCII.minus : ASCII.plus)
    ASCII.write(UInt64(magnitude.magnitude), into: &out)
  }

  private func writeCoefficient(into out: inout [UInt8]) {
    // In two halves: dividing 64 bits is many times cheaper than dividing 128.
    let half: UInt128 = 100_000_000_000_000_000
    let (upper, lower) = coefficient.quotientAndRemainder(dividingBy: half)
    if upper == 0 {
      ASCII.write(UInt64(lower), into: &out)
    } else {
      ASCII.write(UInt64(upper), into: &out)
      ASCII.writeDigits(UInt64(lower), count: 17, into: &out)
    }
  }
}
