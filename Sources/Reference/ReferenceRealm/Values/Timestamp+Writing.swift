extension Timestamp: CustomStringConvertible {
  /// The ISO 8601 text in UTC with milliseconds, such as `2022-06-23T14:54:37.756Z`.
  ///
  /// Every value has one. Years outside 0000–9999 carry a sign and at least six digits
  /// (`+012345-01-01T00:00:00.000Z`), as the expanded years of ECMAScript do.
  public var iso8601: String { String(writtenBy: { write(into: &$0) }) }

  /// The ISO 8601 text.
  public var description: String { iso8601 }

  /// Appends the ISO 8601 text to a buffer.
  ///
  /// - Parameters:
  ///   - out: the buffer.
  ///   - hasPlainYears: whether years outside 0000–9999 have as many digits as they need, and no plus sign.
  public func write(into out: inout [UInt8], hasPlainYears: Bool = false) {
    let (day, time) = floorDivide(milliseconds, by: 86_400_000)
    let date = CivilDate(daysSince1970: day)
    if 0...9999 ~= date.year {
      Self.write(date.year, width: 4, into: &out)
    } else if hasPlainYears {
      out.append(contentsOf: String(date.year).utf8)
    } else {
      out.append(date.year < 0 ? ASCII.minus : ASCII.plus)
      ASCII.write(date.year.magnitude, width: 6, into: &out)
    }
    out.append(ASCII.minus)
    Self.write(date.month, width: 2, into: &out)
    out.append(ASCII.minus)
    Self.write(date.day, width: 2, into: &out)
    out.append(UInt8(ascii: "T"))
    Self.write(time / 3_600_000, width: 2, into: &out)
    out.append(ASCII.colon)
    Self.write(time / 60_000 % 60, width: 2, into: &out)
    out.append(ASCII.colon)
    Self.write(time / 1000 % 60, width: 2, into: &out)
    out.append(ASCII.point)
    Self.write(time % 1000, width: 3, into: &out)
    out.append(UInt8(ascii: "Z"))
  }

  /// Appends a number that is known to have no more digits than the width.
  private static func write(_ number: Int64, width: Int, into out: inout [UInt8]) {
    ASCII.writeDigits(UInt64(number), count: width, into: &out)
  }
}
