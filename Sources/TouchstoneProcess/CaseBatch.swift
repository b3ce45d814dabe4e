import DequeModule
import Synchronization

/// Cases that are run together, and the answers that came and wait for being read.
final class CaseBatch: Sendable {
  fileprivate typealias Reader = CheckedContinuation<AnswerBunch?, Never>

  fileprivate struct State {
    var arrived: Deque<AnswerBunch> = []
    /// How many cases may still be answered, or have an answer that nobody has read.
    var unsettled: Int
    var waiting: [Reader] = []
  }

  private let state: Mutex<State>
  private let withdrawn = Atomic(false)

  init(count: Int) { state = Mutex(State(unsettled: count)) }

  /// Whether nobody waits for answers any more.
  var isWithdrawn: Bool { withdrawn.load(ordering: .relaxed) }

  /// Hands over answers.
  ///
  /// - Returns: whether somebody will read them.
  @discardableResult
  func deliver(_ bunch: AnswerBunch) -> Bool {
    let (reader, isWanted) = state.withLock { state in
      if isWithdrawn { return (nil as Reader?, false) }
      let reader = state.waiting.popLast()
      if reader == nil { state.arrived.append(bunch) }
      return (reader, true)
    }
    reader?.resume(returning: bunch)
    return isWanted
  }

  /// Waits for answers; nil if all are settled, or none will come because the batch was withdrawn.
  func next() async -> AnswerBunch? {
    await withCheckedContinuation { continuation in
      let bunch = state.withLock { state -> AnswerBunch?? in
        if let bunch = state.arrived.popFirst() { return bunch }
        if state.unsettled == 0 || isWithdrawn { return .some(nil) }
        state.waiting.append(continuation)
        return nil
      }
      if let bunch { continuation.resume(returning: bunch) }
    }
  }

  /// Takes note that so many cases are done with.
  func settle(_ count: Int) {
    let readers = state.withLock { state in
      state.unsettled -= count
      return state.unsettled == 0 ? state.takeWaiting() : []
    }
    for reader in readers { reader.resume(returning: nil) }
  }

  /// Waits for no more answers.
  ///
  /// Those that are there can still be read.
  func withdraw() {
    let readers = state.withLock { state in
      withdrawn.store(true, ordering: .relaxed)
      return state.takeWaiting()
    }
    for reader in readers { reader.resume(returning: nil) }
  }
}

extension CaseBatch.State {
  fileprivate mutating func takeWaiting() -> [CaseBatch.Reader] {
    defer { waiting = [] }
    return waiting
  }
}
