import Formats
import Foundation

/// Reads dates as databases keep them: texts, and numbers that count from 1970 or 2001.
enum StateDates {
  /// ISO 8601 with a `T` or a space, with or without a zone; UTC is meant where there is none.
  ///
  /// A year of other than four digits stands in a text as payloads write it.
  static func date(_ text: String) -> StateValue? {
    var bytes = Array(text.utf8)
    if bytes.count == 23, bytes[19] == UInt8(ascii: "."), bytes[10] == UInt8(ascii: " ") {
      // As most are written: nothing has to be looked for.
      bytes[10] = UInt8(ascii: "T")
      bytes.append(UInt8(ascii: "Z"))
      if let date = Timestamp(iso8601: bytes.span) { return .date(date, isFiner: false) }
      bytes.removeLast()
    }
    if bytes.count == 10 { bytes += Array("T00:00:00".utf8) }
    guard bytes.count >= 16 else { return nil }
    if bytes[10] == UInt8(ascii: " ") { bytes[10] = UInt8(ascii: "T") }
    if bytes.count == 16 { bytes += Array(":00".utf8) }
    // SQLite writes a space before an offset.
    bytes.removeAll { $0 == UInt8(ascii: " ") }
    let tail = bytes.dropFirst(19)
    let hasZone = tail.contains {
      [UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-")].contains($0)
    }
    if !hasZone { bytes.append(UInt8(ascii: "Z")) }
    guard let date = Timestamp(iso8601: bytes.span) else {
      return Timestamp(anyYear: text).map { .date($0, isFiner: false) }
    }
    let fraction =
      tail.first == UInt8(ascii: ".") ? tail.dropFirst().prefix { $0 &- 0x30 < 10 } : []
    return .date(date, isFiner: fraction.dropFirst(3).contains { $0 != UInt8(ascii: "0") })
  }

  /// A whole number of some unit.
  static func date(_ number: Int64, _ unit: StateMapping.DateUnit) -> StateValue? {
    switch unit {
    case .milliseconds: return .date(Timestamp(milliseconds: number), isFiner: false)
    case .microseconds:
      let (quotient, rest) = number.quotientAndRemainder(dividingBy: 1000)
      return .date(Timestamp(milliseconds: rest < 0 ? quotient - 1 : quotient), isFiner: rest != 0)
    case .seconds, .secondsSince2001:
      let start: Int64 = unit == .seconds ? 0 : since2001
      let (seconds, overflow) = number.addingReportingOverflow(start)
      let (milliseconds, other) = seconds.multipliedReportingOverflow(by: 1000)
      return overflow || other ? nil : .date(Timestamp(milliseconds: milliseconds), isFiner: false)
    }
  }

  private static let since2001: Int64 = 978_307_200

  /// A number with a fraction of some unit.
  static func date(_ number: Double, _ unit: StateMapping.DateUnit) -> StateValue? {
    let milliseconds: Double =
      switch unit {
      case .seconds: number * 1000
      case .secondsSince2001: (number + Double(since2001)) * 1000
      case .milliseconds: number
      case .microseconds: number / 1000
      }
    guard milliseconds.isFinite, abs(milliseconds) < 9e15 else { return nil }
    let nearest = milliseconds.rounded()
    // A double has a quarter of a microsecond of a time of these years: what is nearer than that is meant.
    if abs(milliseconds - nearest) < 0.0005 {
      return .date(Timestamp(milliseconds: Int64(nearest)), isFiner: false)
    }
    return .date(Timestamp(milliseconds: Int64(milliseconds.rounded(.down))), isFiner: true)
  }
}
