/// The texts of instants, written by hand because a formatter would take longer than the rest of a sample's line.
enum SampleTime {
  /// ISO 8601 in UTC with milliseconds, for the years 1 to 9999.
  static func text(_ milliseconds: Int64) -> String {
    let day = floorDivide(milliseconds, 86_400_000)
    var rest = Int(milliseconds - day * 86_400_000)
    let date = civil(day)
    let millisecond = rest % 1000
    rest /= 1000
    return "\(digits(date.year, 4))-\(digits(date.month, 2))-\(digits(date.day, 2))T"
      + "\(digits(rest / 3600, 2)):\(digits(rest / 60 % 60, 2)):\(digits(rest % 60, 2))."
      + "\(digits(millisecond, 3))Z"
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return text.utf8.count < count
      ? String(repeating: "0", count: count - text.utf8.count) + text : text
  }

  private static func floorDivide(_ number: Int64, _ divisor: Int64) -> Int64 {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// The date of a day counted from 1970-01-01, by Howard Hinnant's method.
  private static func civil(_ days: Int64) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = Int(shifted - era * 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let part = (5 * dayOfYear + 2) / 153
    let month = part < 10 ? part + 3 : part - 9
    let year = Int(era) * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * part + 2) / 5 + 1)
  }
}
