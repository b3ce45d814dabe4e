import Foundation

/// Reports errors that do not reach a completion, in order and on a queue of its own, so that a handler may call any
/// function.
final class ErrorReporter: Sendable {
  private let queue = SerialQueue("touchstone.events.errors")
  private let logger: EventLogger?
  private let handler: (@Sendable (EventError) -> Void)?

  init(configuration: EventConfiguration) {
    logger = configuration.logger
    handler = configuration.errorHandler
  }

  func report(_ error: EventError) {
    logger?(.error, error.description)
    guard let handler else { return }
    queue.async { handler(error) }
  }

  /// Reports an error that repetition does not change: without a handler the process ends (CONFIG).
  func reportFatal(_ error: EventError) {
    if handler == nil {
      logger?(.critical, error.description)
      abort()
    }
    report(error)
  }

  /// Waits until the handler knows of all errors so far.
  func flush() { queue.sync {} }
}
