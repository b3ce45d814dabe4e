import Foundation

/// Names of the signals by which programs usually die.
enum SignalName {
  static func of(_ signal: Int32) -> String {
    let names: [Int32: String] = [
      SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGHUP: "SIGHUP", SIGILL: "SIGILL",
      SIGINT: "SIGINT", SIGKILL: "SIGKILL", SIGPIPE: "SIGPIPE", SIGSEGV: "SIGSEGV",
      SIGTERM: "SIGTERM", SIGTRAP: "SIGTRAP",
    ]
    return names[signal].map { "\(signal) (\($0))" } ?? "\(signal)"
  }
}
