import Foundation
package import Touchstone

extension Suite {
  /// The built-in suite without the chapter "limits", for tests that run every case again and again.
  ///
  /// Twelve cases about sizes take four fifths of the time of their class. With `TOUCHSTONE_SOAK=1` they are there.
  package static func ofEverydaySizes() throws -> Suite {
    var suite = try embedded()
    if ProcessInfo.processInfo.environment["TOUCHSTONE_SOAK"] == nil {
      suite.cases.removeAll { $0.name.hasPrefix("limits/") }
    }
    return suite
  }
}
