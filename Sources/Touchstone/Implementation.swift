package import Dates

/// Whatever is judged: something that runs the steps of a case and hands back what happened.
///
/// The reference in process, and any other implementation behind a pipe, stand behind this one protocol and
/// these messages, so that no path can be kinder than another.
public protocol Implementation: Sendable {
  /// Says what the implementation is and can do. Called once, before any case.
  ///
  /// - Throws: ``UnknownEdition`` for an edition that it does not speak.
  func initialize(edition: String) async throws -> ImplementationInfo

  /// Runs one case in a fresh realm, event realm and clock.
  ///
  /// - Throws: whatever kept the implementation from answering; the case is then `errored`.
  func runCase(_ program: CaseProgram) async throws -> CaseResult

  /// Runs one case, and says how long it took and what it wrote besides.
  ///
  /// There is a default, which measures ``runCase(_:)``. An implementation that lets cases wait knows better when one
  /// began.
  ///
  /// - Throws: if the task was cancelled; the case then has no verdict.
  func answer(to program: CaseProgram) async throws(CancellationError) -> CaseAnswer

  /// Runs many cases, and hands over each answer as it comes, in any order.
  ///
  /// There is a default, which keeps so many calls of ``answer(to:)`` going. An implementation that has a queue of its
  /// own spares a task a case.
  ///
  /// - Parameters:
  ///   - programs: the cases.
  ///   - jobs: how many may run at the same time.
  ///   - take: is called once for each answer with the place of its case, by several tasks at a time. There is none for
  ///     what a cancelled task did not get to.
  func answer(
    _ programs: [CaseProgram],
    jobs: Int,
    take: @escaping @Sendable (Int, CaseAnswer) -> Void
  ) async

  /// Ends the implementation. Called once, after the last case; the default has nothing to end.
  ///
  /// - Returns: what went wrong that no case is to blame for, a sentence each. The run then is not as expected.
  func finish() async -> [String]
}

extension Implementation {
  /// What ``runCase(_:)`` gives, with the time from call to return.
  public func answer(to program: CaseProgram) async throws(CancellationError) -> CaseAnswer {
    let clock = ContinuousClock()
    let start = clock.now
    do {
      let result = try await runCase(program)
      return CaseAnswer(outcome: .success(result), duration: clock.now - start)
    } catch let error as CancellationError where Task.isCancelled {
      throw error
    } catch {
      return CaseAnswer(outcome: .failure(error), duration: clock.now - start)
    }
  }

  /// So many calls of ``answer(to:)`` at a time.
  public func answer(
    _ programs: [CaseProgram],
    jobs: Int,
    take: @escaping @Sendable (Int, CaseAnswer) -> Void
  ) async {
    await answerEach(programs, jobs: jobs, take: take)
  }

  /// What the default does, for implementations that have a way of their own and cannot always go it.
  package func answerEach(
    _ programs: [CaseProgram],
    jobs: Int,
    take: @escaping @Sendable (Int, CaseAnswer) -> Void
  ) async {
    await withTaskGroup(of: Void.self) { group in
      var waiting = programs.enumerated().makeIterator()
      func start() {
        guard !Task.isCancelled, let (index, program) = waiting.next() else { return }
        group.addTask {
          if let answer = try? await timedAnswer(to: program) { take(index, answer) }
        }
      }
      for _ in 0..<min(max(1, jobs), programs.count) { start() }
      while await group.next() != nil { start() }
    }
  }

  /// The answer with the time of day at which the case ran.
  func timedAnswer(to program: CaseProgram) async throws(CancellationError) -> CaseAnswer {
    let from = Moment.now
    var answer = try await answer(to: program)
    answer.ran = answer.ran ?? Moment.range(from: from)
    return answer
  }

  /// Nothing to end, nothing to complain about.
  public func finish() async -> [String] { [] }
}

/// What came of handing a case to an implementation.
public struct CaseAnswer: Sendable {
  /// What was answered, or what kept the implementation from answering.
  public var outcome: Result<CaseResult, any Error>
  /// How long the case ran.
  public var duration: Duration
  /// The end of what the implementation wrote to its log meanwhile.
  public var log: String?
  /// The time of day from request to answer, if whoever answers knows it better than whoever asks.
  package var ran: ClosedRange<Moment>?

  /// An answer.
  public init(outcome: Result<CaseResult, any Error>, duration: Duration, log: String? = nil) {
    self.outcome = outcome
    self.duration = duration
    self.log = log
  }
}

/// Who an implementation is, and what it claims to be able to do.
public struct ImplementationInfo: Sendable, Hashable {
  /// Its name.
  public var name: String
  /// Its version.
  public var version: String
  /// The language it is written in.
  public var language: String
  /// The editions it can follow.
  public var editions: [String]
  /// The conformance classes it claims.
  public var classes: [String]
  /// The optional features it offers.
  public var features: [String]

  /// What an implementation says of itself.
  public init(
    name: String,
    version: String,
    language: String,
    editions: [String],
    classes: [String],
    features: [String]
  ) {
    self.name = name
    self.version = version
    self.language = language
    self.editions = editions
    self.classes = classes
    self.features = features
  }
}

/// An implementation was asked to follow an edition that it does not speak.
public struct UnknownEdition: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was asked for.
  public var edition: String
  /// What it does speak.
  public var known: [String]

  /// An error for that edition.
  public init(_ edition: String, known: [String]) {
    self.edition = edition
    self.known = known
  }

  /// A sentence for people.
  public var description: String {
    "edition \(edition) is not spoken, only \(known.joined(separator: ", "))"
  }
}
