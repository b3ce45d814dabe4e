import Foundation

/// A date of Realm or of a document: milliseconds since 1970 in UTC.
package struct Timestamp: Sendable, Hashable, Comparable {
  /// The time that it is.
  package var milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// The present.
  package static var now: Timestamp {
    Timestamp(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
  }

  /// From then to now.
  ///
  /// A wall clock that was set back meanwhile must not end the suite.
  package static func range(from start: Timestamp) -> ClosedRange<Timestamp> {
    start...max(start, now)
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }
}
