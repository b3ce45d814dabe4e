import Foundation

/// A date of Realm or of a document: milliseconds since 1970 in UTC.
package struct Moment: Sendable, Hashable, Comparable {
  package var milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// The present.
  package static var now: Moment {
    Moment(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
  }

  /// From then to now.
  ///
  /// A wall clock that was set back meanwhile must not end the suite.
  package static func range(from start: Moment) -> ClosedRange<Moment> { start...max(start, now) }

  package static func < (left: Moment, right: Moment) -> Bool {
    left.milliseconds < right.milliseconds
  }
}
