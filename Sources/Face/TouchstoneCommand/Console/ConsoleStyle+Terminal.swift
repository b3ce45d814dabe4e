import Foundation
import TouchstoneExplaining

extension ConsoleStyle {
  /// What standard output can show: colours and columns only where someone looks at a screen.
  static var standardOutput: ConsoleStyle { style(of: STDOUT_FILENO) }

  /// What standard error can show.
  static var standardError: ConsoleStyle { style(of: STDERR_FILENO) }

  private static func style(of descriptor: Int32) -> ConsoleStyle {
    guard isatty(descriptor) == 1 else { return .plain }
    let environment = ProcessInfo.processInfo.environment
    let isColoured = environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    var size = winsize()
    let isKnown = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return ConsoleStyle(
      width: isKnown ? Int(size.ws_col) : 80,
      isTerminal: true,
      isColoured: isColoured
    )
  }
}
