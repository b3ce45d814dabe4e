import Formats
import Subprocess

/// A case that was sent, and when.
struct SentCase: Sendable {
  let request: PendingCase
  let time: Timestamp
}

/// How one process ended, with what is left to sort out.
struct ProcessEnd: Sendable {
  enum Cause: Sendable {
    /// It was asked to end, or was no longer needed.
    case finished
    /// It ended by itself.
    case exited
    /// It did something that it must not do, or was not even started.
    case faulty(CaseFault)
  }

  var cause: Cause
  /// What it was asked and has answered.
  var conversation = Conversation<SentCase>(window: 1)
  /// Whether it answered `initialize` as it has to.
  var isInitialized = false
  /// How long the oldest open case ran.
  var oldestDuration: Duration?
  /// The end of its log.
  var log: String?
  /// How it ended, if it was not ended.
  var status: TerminationStatus?
  /// A line that it began and did not end.
  var halfLine: String?
  /// Whether it answered `shutdown`.
  var answeredShutdown = false
  /// Whether it ended in time after that.
  var endedInTime = false
}

extension ProcessEnd {
  /// What happened, as a sentence whose subject is the process.
  var fault: CaseFault {
    if case .faulty(let fault) = cause { return fault }
    let words = ["the process ended", status?.words, "before it answered"]
    return CaseFault(
      .ended,
      words.compactMap(\.self).joined(separator: " ")
        + (halfLine.map { ": it wrote \($0) and did not end the line" } ?? "")
    )
  }

  /// The log as the end of a sentence.
  var lastWords: String { log.map { "; its log ends with: \($0)" } ?? "" }

  /// What was wrong with the way in which it shut down; nil if nothing was.
  func remark(_ options: SubprocessOptions) -> String? {
    if !endedInTime {
      return "the process did not end within \(options.shutdownLimit.words) after shutdown"
    }
    if !answeredShutdown { return "the process ended without an answer to shutdown" }
    guard let status, !status.isSuccess else { return nil }
    return "the process ended \(status.words) after shutdown, not with exit status 0"
  }
}

extension Duration {
  /// `10 s`, `0.5 s`.
  var words: String {
    let milliseconds = components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    if milliseconds % 1000 == 0 { return "\(milliseconds / 1000) s" }
    return "\(Double(milliseconds) / 1000) s"
  }
}

extension TerminationStatus {
  /// `with exit status 1`, `by signal 9 (SIGKILL)`.
  fileprivate var words: String {
    switch self {
    case .exited(let code): "with exit status \(code)"
    case .signaled(let signal): "by signal \(SignalName.of(signal))"
    }
  }
}
