import Foundation
import Touchstone

extension Pool {
  /// Runs cases, and lets a task a core read what comes.
  ///
  /// - Parameters:
  ///   - requests: what is sent.
  ///   - count: how many cases there are in all.
  ///   - read: is given answers, by several tasks at a time.
  func run(
    _ requests: some Sequence<CaseRequests.Parameters>,
    count: Int,
    read: @escaping @Sendable (AnswerBunch) -> Void
  ) async {
    let batch = CaseBatch(count: count)
    await withTaskCancellationHandler {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
          group.addTask {
            while let bunch = await batch.next() { read(bunch) }
          }
        }
        var first = 0
        for parameters in requests {
          if batch.isWithdrawn { break }
          submit(CaseRequests(parameters, from: first, of: batch))
          first += parameters.count
        }
      }
    } onCancel: {
      batch.withdraw()
    }
  }
}
