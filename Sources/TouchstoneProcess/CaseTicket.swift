import JSON
import Synchronization
import Touchstone

/// A case on its way: the request, and who waits for the answer.
///
/// It is answered once, whoever comes first.
final class CaseTicket: Sendable {
  private enum State {
    case new
    case waiting(CheckedContinuation<CaseAnswer?, Never>)
    case answered(CaseAnswer?)
  }

  /// The parameters of `runCase` as text.
  let parameters: [UInt8]
  private let state = Mutex(State.new)

  init(_ program: CaseProgram) {
    var bytes: [UInt8] = []
    program.message.write(into: &bytes)
    parameters = bytes
  }

  /// Whether nobody waits any more.
  var isAnswered: Bool {
    state.withLock { if case .answered = $0 { true } else { false } }
  }

  /// Gives the answer; nil if the case was withdrawn.
  ///
  /// Any but the first is dropped.
  func resolve(_ answer: CaseAnswer?) {
    let continuation = state.withLock { state -> CheckedContinuation<CaseAnswer?, Never>? in
      switch state {
      case .answered: return nil
      case .new:
        state = .answered(answer)
        return nil
      case .waiting(let continuation):
        state = .answered(answer)
        return continuation
      }
    }
    continuation?.resume(returning: answer)
  }

  /// Waits for the answer.
  ///
  /// - Parameter submit: hands the ticket to whoever is to answer it.
  /// - Returns: the answer; nil if the case was withdrawn.
  func answer(afterSubmitting submit: () -> Void) async -> CaseAnswer? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let early = state.withLock { state -> CaseAnswer?? in
          if case .answered(let answer) = state { return .some(answer) }
          state = .waiting(continuation)
          return nil
        }
        if let early { continuation.resume(returning: early) } else { submit() }
      }
    } onCancel: {
      resolve(nil)
    }
  }
}
