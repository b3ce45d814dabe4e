public import Touchstone

/// An implementation that is a program of its own, in any language, and speaks Spec, "Wire protocol".
///
/// Several processes share the cases. Whatever one of them does costs the case at most that brought it about: a
/// process that ends, goes silent or writes what is no message is replaced, and its other cases are run again.
public final class SubprocessImplementation: Implementation {
  let pool: Pool

  /// A program that is started when it is initialized.
  public init(_ options: SubprocessOptions) { pool = Pool(options) }

  /// Starts the program and asks it what it is.
  ///
  /// - Throws: a ``CaseFault`` if it cannot be started, or does not say.
  public func initialize(edition: String) async throws -> ImplementationInfo {
    try await pool.initialize(edition: edition)
  }

  /// Runs one case.
  public func runCase(_ program: CaseProgram) async throws -> CaseResult {
    try await answer(to: program).outcome.get()
  }

  /// Runs one case, and says how long it took from when its process had nothing older to do.
  public func answer(to program: CaseProgram) async throws(CancellationError) -> CaseAnswer {
    let batch = CaseBatch(count: 1)
    let answer = await withTaskCancellationHandler {
      pool.submit(CaseRequests(.init([program]), from: 0, of: batch))
      var answer: CaseAnswer?
      while let bunch = await batch.next() { pool.read(bunch) { answer = $1 } }
      return answer
    } onCancel: {
      batch.withdraw()
    }
    guard let answer else { throw CancellationError() }
    return answer
  }

  /// Runs many cases, and hands over each answer as it comes, in any order.
  public func answer(
    _ programs: [CaseProgram],
    jobs: Int,
    take: @escaping @Sendable (Int, CaseAnswer) -> Void
  ) async {
    // Who wants fewer at a time than the processes would get has to wait for each.
    guard jobs >= pool.options.capacity else {
      return await answerEach(programs, jobs: jobs, take: take)
    }
    // The first ones are sent while the others are written.
    let requests = stride(from: 0, to: programs.count, by: 32).lazy.map { first in
      CaseRequests.Parameters(programs[first..<min(programs.count, first + 32)])
    }
    await pool.run(requests, count: programs.count) { [pool] in pool.read($0, take: take) }
  }

  /// Ends all processes: with a request to shut down, or at once if the task is cancelled.
  public func finish() async -> [String] { await pool.finish(atOnce: Task.isCancelled) }

  /// How processes ended when they were asked to; empty if all did as they should.
  public var remarksOnEnding: [String] { pool.remarksOnEnding }
}
