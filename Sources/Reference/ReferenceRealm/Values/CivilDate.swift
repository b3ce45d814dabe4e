/// The day of the proleptic Gregorian calendar that lies so many days after 1970-01-01.
///
/// The arithmetic is its own because calendars of the system switch to the Julian calendar in 1582, and
/// because integers stay exact over the whole range of 64-bit milliseconds. Years are counted from March
/// here, which puts the leap day at the end: a year's days before a month then follow one linear formula.
struct CivilDate {
  /// The astronomical year: 0 is 1 BC.
  var year: Int64
  var month: Int64
  var day: Int64

  private static let daysInEra: Int64 = 146_097
  /// From 0000-03-01, where the first era of 400 years begins, to 1970-01-01.
  private static let daysBefore1970: Int64 = 719_468

  init(daysSince1970 days: Int64) {
    let (era, dayOfEra) = floorDivide(days + Self.daysBefore1970, by: Self.daysInEra)
    // The three terms take the leap days out, so that the rest divides by 365.
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  }
}

/// Division that rounds toward the past, so that the remainder is never negative.
func floorDivide(_ number: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
  let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
  return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}
