/// How far the clocks of devices can be apart: a clock that differs by more is wrong, and no scope is open for so long.
package enum ClockBound {
  /// A day, in milliseconds.
  package static let milliseconds: Int64 = 86_400_000

  /// Whether two times are no further apart.
  package static func allows(_ time: Int64, _ other: Int64) -> Bool {
    let (distance, isOverflow) = time.subtractingReportingOverflow(other)
    return !isOverflow && distance.magnitude <= milliseconds.magnitude
  }
}
