public import Touchstone

/// An implementation that is a program of its own, in any language, and speaks Spec, "Wire protocol".
///
/// ```swift
/// let options = SubprocessOptions(command: ["python3", "adapter.py"])
/// let recorder = SubprocessImplementation(options)
/// let report = try await Runner(RunSelection(), jobs: options.capacity).run(suite.cases, on: recorder)
/// ```
///
/// Several processes share the cases. Whatever one of them does costs the case at most that brought it about: a
/// process that ends, goes silent or writes what is not a message is replaced, and its other cases are run again.
public final class SubprocessImplementation: Implementation {
  private let pool: ProcessPool

  /// A program that is started when it is initialized.
  public init(_ options: SubprocessOptions) { pool = ProcessPool(options) }

  /// The same, with every line noted.
  package init(_ options: SubprocessOptions, trace: WireTrace?) {
    pool = ProcessPool(options, trace: trace)
  }

  /// Starts the program and asks it what it is.
  ///
  /// - Throws: a ``CaseFault`` if it cannot be started, or does not say.
  public func initialize(edition: String) async throws -> ImplementationInfo {
    try await pool.initialize(edition: edition)
  }

  /// Runs one case as soon as a process is free for it.
  ///
  /// - Throws: a ``CaseFault``, or a `CancellationError` if the task was cancelled.
  public func runCase(_ program: CaseProgram) async throws -> CaseResult {
    let request = PendingCase(program)
    pool.submit(request)
    let answer = try await request.answer()
    answer.measurement.report()
    return try answer.outcome.get()
  }

  /// Ends all processes: with a request to shut down, or at once if the task is cancelled.
  public func finish() async -> [String] { await pool.finish(atOnce: Task.isCancelled) }

  /// How processes ended when they were asked to; empty if all did as they should.
  public var remarksOnEnding: [String] { pool.remarksOnEnding }
}
