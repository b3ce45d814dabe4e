import Foundation

/// A point in time as the event realm stores it: whole milliseconds, so that what is written is what is read.
public struct Timestamp: Sendable, Hashable, Comparable {
  /// Milliseconds since 1970-01-01T00:00:00Z, without leap seconds; negative before.
  public var milliseconds: Int64

  /// Makes a point in time from milliseconds since 1970 UTC.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// What the system's clock shows.
  public static func now() -> Timestamp {
    Timestamp(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
  }

  /// By time.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }
}
