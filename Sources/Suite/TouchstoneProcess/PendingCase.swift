import Formats
import JSON
import Synchronization
import Touchstone
import TouchstoneWire

/// A case on its way: what a process is sent of it, and the task that waits for the answer.
///
/// The first answer counts. After that no caller waits for the case, and it is not sent any more.
final class PendingCase: Sendable {
  /// What came of it.
  struct Answer: Sendable {
    var outcome: Result<CaseResult, CaseFault>
    var measurement: CaseMeasurement
  }

  /// The text of the parameters of `runCase`, made by the task that waits: the threads of the processes have no time
  /// for it.
  let parameters: [UInt8]
  private let answers: AsyncStream<Answer>
  private let sink: AsyncStream<Answer>.Continuation
  private let isOver = Atomic(false)

  init(_ program: CaseProgram) {
    var text: [UInt8] = []
    program.message.write(into: &text)
    parameters = text
    (answers, sink) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
    // Also if the task that waits is cancelled.
    sink.onTermination = { [weak self] _ in self?.isOver.store(true, ordering: .releasing) }
  }

  /// Whether no caller waits for an answer any more.
  var isAnswered: Bool { isOver.load(ordering: .acquiring) }

  /// Waits for the answer.
  ///
  /// - Throws: a `CancellationError` if there will be none.
  func answer() async throws -> Answer {
    for await answer in answers { return answer }
    throw CancellationError()
  }

  /// Gives the answer.
  func resolve(_ outcome: Result<CaseResult, CaseFault>, _ measurement: CaseMeasurement) {
    sink.yield(Answer(outcome: outcome, measurement: measurement))
    sink.finish()
  }

  /// Says what kept the case from being answered.
  func fail(_ fault: CaseFault, after duration: Duration = .zero, log: String? = nil) {
    resolve(.failure(fault), CaseMeasurement(sent: .now, duration: duration, log: log))
  }

  /// Says that there will be no answer.
  func cancel() { sink.finish() }
}
