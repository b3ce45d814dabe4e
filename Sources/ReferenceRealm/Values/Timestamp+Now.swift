import Foundation

extension Timestamp {
  /// What the system's clock shows.
  public static func now() -> Timestamp {
    Timestamp(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
  }
}
