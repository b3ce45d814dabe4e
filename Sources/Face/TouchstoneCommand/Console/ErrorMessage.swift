import Formats
import Touchstone

/// What is said on standard error before the command gives up.
enum ErrorMessage {
  /// One error, or a list of faults with their places, which editors can open.
  static func text(for error: any Error, usage: String) -> String {
    guard let error = error as? SuiteError else {
      let prefix = "Error: "
      let text = usage.hasPrefix(prefix) ? String(usage.dropFirst(prefix.count)) : usage
      // Arguments and the names of files are quoted in it.
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      return "touchstone: " + lines.map { terminalSafe(String($0)) }.joined(separator: "\n")
    }
    if error.faults.count == 1 { return "touchstone: \(error)" }
    return "touchstone: \(error.faults.count) faults\n\(error)"
  }
}
