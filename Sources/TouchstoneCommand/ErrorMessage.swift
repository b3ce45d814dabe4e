import Touchstone

/// What is said on standard error before the command gives up.
enum ErrorMessage {
  /// One error, or a list of faults with their places, which editors can open.
  static func text(for error: any Error, usage: String) -> String {
    guard let error = error as? SuiteError else {
      let prefix = "Error: "
      return "touchstone: "
        + (usage.hasPrefix(prefix) ? String(usage.dropFirst(prefix.count)) : usage)
    }
    if error.faults.count == 1 { return "touchstone: \(error)" }
    return "touchstone: \(error.faults.count) faults\n\(error)"
  }
}
