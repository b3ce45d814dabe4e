import Formats
import JSON
import Synchronization
import Touchstone

/// A case on its way: what a process is sent of it, and the task that waits for the answer.
///
/// It is answered once, whatever comes first. After that nobody waits for it, and it is not sent any more.
final class PendingCase: Sendable {
  /// What came of it.
  struct Answer: Sendable {
    var outcome: Result<CaseResult, CaseFault>
    var measurement: CaseMeasurement
  }

  private enum State {
    case new
    case awaited(CheckedContinuation<Answer, any Error>)
    case answered(Result<Answer, any Error>)
  }

  /// The parameters of `runCase`.
  let parameters: [UInt8]
  private let state = Mutex(State.new)

  init(_ program: CaseProgram) {
    var text: [UInt8] = []
    program.message.write(into: &text)
    parameters = text
  }

  /// Whether nobody waits for an answer any more.
  var isAnswered: Bool {
    state.withLock { if case .answered = $0 { true } else { false } }
  }

  /// Waits for the answer.
  ///
  /// - Throws: a `CancellationError` if there will be none.
  func answer() async throws -> Answer {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let answer = state.withLock { state -> Result<Answer, any Error>? in
          if case .answered(let answer) = state { return answer }
          state = .awaited(continuation)
          return nil
        }
        if let answer { continuation.resume(with: answer) }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Gives the answer.
  func resolve(_ outcome: Result<CaseResult, CaseFault>, _ measurement: CaseMeasurement) {
    settle(.success(Answer(outcome: outcome, measurement: measurement)))
  }

  /// Says what kept the case from being answered.
  func fail(_ fault: CaseFault, after duration: Duration = .zero, log: String? = nil) {
    resolve(.failure(fault), CaseMeasurement(sent: .now, duration: duration, log: log))
  }

  /// Says that there will be no answer.
  func cancel() { settle(.failure(CancellationError())) }

  private func settle(_ answer: Result<Answer, any Error>) {
    let waiting = state.withLock { state -> CheckedContinuation<Answer, any Error>? in
      if case .answered = state { return nil }
      defer { state = .answered(answer) }
      if case .awaited(let continuation) = state { return continuation }
      return nil
    }
    waiting?.resume(with: answer)
  }
}
