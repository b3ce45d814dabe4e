import Formats
import JSON
import Touchstone

/// Tells a broken adapter from a wrong recorder, before a run of hundreds of cases leaves people guessing.
///
/// ```swift
/// let test = SmokeTest(SubprocessOptions(command: ["python3", "adapter.py"]), edition: "2023")
/// for result in await test.run(observe: { _ in }) where !result.isGood { print(result.title, result.advice) }
/// ```
public struct SmokeTest: Sendable {
  private let options: SubprocessOptions
  private let edition: String
  private let trace: WireTrace?

  /// A test of one process of that command.
  public init(_ options: SubprocessOptions, edition: String) {
    self.init(options, edition: edition, trace: nil)
  }

  /// The same, with every line noted.
  package init(_ options: SubprocessOptions, edition: String, trace: WireTrace?) {
    self.trace = trace
    var options = options
    options.processes = 1
    self.options = options
    self.edition = edition
  }

  /// Probes one thing after the other until one gets no answer.
  ///
  /// - Parameter observe: is told every result as it comes.
  /// - Returns: all results, in the order in which to fix them.
  public func run(observe: (SmokeResult) -> Void) async -> [SmokeResult] {
    var results: [SmokeResult] = []
    func note(_ result: SmokeResult) {
      results.append(result)
      observe(result)
    }
    let implementation = SubprocessImplementation(options, trace: trace)
    let info: ImplementationInfo
    do {
      info = try await implementation.initialize(edition: edition)
      note(started(info))
    } catch {
      _ = await implementation.finish()
      note(notStarted(error))
      return results
    }
    let runner = CaseRunner(implementation: implementation, info: info, edition: edition)
    let conformanceClass = SmokeProbe.conformanceClass(of: info)
    for probe in SmokeProbe.all where results.last?.isAnswered != false {
      if conformanceClass.isAboutSync, !probe.steps.isEmpty {
        // What a realm is opened with there is not what the probes are about.
        note(probe.notTried(because: "it takes a realm of class recording or event-realm"))
        continue
      }
      let testCase = probe.testCase(of: conformanceClass)
      note(await result(of: testCase, probe, runner, language: info.language))
    }
    if results.last?.isAnswered != false, !conformanceClass.isAboutSync {
      note(await severalAtOnce(implementation, language: info.language))
    }
    let faults = await implementation.finish()
    if results.last?.isAnswered != false { note(ended(faults, implementation.remarksOnEnding)) }
    return results
  }

  private func started(_ info: ImplementationInfo) -> SmokeResult {
    var faults: [String] = []
    if !info.editions.contains(edition) {
      faults.append("it was initialized for edition \(edition), but does not list it")
    }
    if info.classes.isEmpty { faults.append("it lists no class, so that no case would run") }
    let lists = [
      ("edition", info.editions, Suite.editions), ("class", info.classes, Suite.conformanceClasses),
      ("feature", info.features, Suite.features),
    ]
    for (kind, names, known) in lists {
      for name in names where !known.contains(name) {
        faults.append(
          "there is no \(kind) \(name.quoted)\(NearNames.hint(for: name, among: known))"
        )
      }
    }
    var result = SmokeResult(
      title: "starts and says what it is: \(info.name) \(info.version) (\(info.language))",
      faults: faults,
      advice: """
        List in the result of initialize what the implementation offers, by the names that the chapter "Wire protocol" has.
        """,
      suspect: .adapter
    )
    result.classes = info.classes
    return result
  }

  private func notStarted(_ error: any Error) -> SmokeResult {
    SmokeResult(
      title: "starts and says what it is",
      faults: ["\(error)"],
      advice: advice(for: (error as? CaseFault)?.code),
      suspect: .command,
      isAnswered: false
    )
  }

  private func advice(for code: CaseFault.Code?) -> String {
    switch code {
    case .notStarted: "Check the command after --: it is started as it is, without a shell."
    case .timedOut:
      "Read a line from standard input, answer it with a line, and flush standard output after it."
    case .notAMessage:
      "Write messages to standard output and nothing else; what is for people goes to standard error."
    case .refused: "Answer initialize as the specification says, or name an edition that is spoken."
    default: "The program has to stay until shutdown or the end of its input; see its log."
    }
  }

  private func result(
    of testCase: Case,
    _ probe: SmokeProbe,
    _ runner: CaseRunner,
    language: String
  ) async -> SmokeResult {
    let verdict = await runner.run(testCase)
    var faults = verdict.findings.map(\.line)
    switch verdict.verdict {
    case .errored: faults = [verdict.reason ?? "there was no answer"]
    case .unsupported where probe.isOptional: return probe.notTried(because: verdict.reason)
    // The probe with an unknown step is unsupported, as it has to be.
    case .unsupported where probe.steps.count < 2:
      faults = ["it is unsupported: \(verdict.reason ?? "")"]
    default: break
    }
    if let fault = verdict.result.flatMap(probe.check) { faults.insert(fault, at: 0) }
    return SmokeResult(
      title: probe.title,
      faults: faults,
      advice: SmokeAdvice.advice(for: faults, language: language) ?? probe.advice,
      suspect: verdict.verdict == .errored ? .adapter : probe.suspect,
      log: faults.isEmpty ? nil : verdict.log,
      isAnswered: verdict.verdict != .errored
    )
  }

  /// Requests that are sent before the last is answered must get each its own answer.
  private func severalAtOnce(
    _ implementation: SubprocessImplementation,
    language: String
  ) async -> SmokeResult {
    var faults: [String] = []
    await withTaskGroup(of: String?.self) { group in
      for number in 0..<8 {
        group.addTask { await fault(of: "smoke \(number)", implementation) }
      }
      for await fault in group { if let fault { faults.append(fault) } }
    }
    let usual =
      "Copy the id of a request into its answer. Requests may come before the last is answered."
    return SmokeResult(
      title: "answers several requests, each with its own id",
      faults: faults.sorted(),
      advice: SmokeAdvice.advice(for: faults, language: language) ?? usual,
      suspect: .adapter
    )
  }

  private func fault(
    of activity: String,
    _ implementation: SubprocessImplementation
  ) async -> String? {
    let program = CaseProgram(
      schema: [:],
      configuration: [:],
      given: [],
      steps: [SmokeProbe.record(activity)]
    )
    do {
      guard case .completed(_, let events) = try await implementation.runCase(program) else {
        return "the case \"\(activity)\" was not run"
      }
      let found = events.map { $0["activity"]?.string ?? $0["scope"]?.string ?? "?" }
      return found == [activity] ? nil : "the case \"\(activity)\" got the answer of \(found)"
    } catch {
      return "the case \"\(activity)\": \(error)"
    }
  }

  private func ended(_ faults: [String], _ remarks: [String]) -> SmokeResult {
    SmokeResult(
      title: "ends when it is asked to",
      faults: faults + remarks,
      advice: "Answer shutdown with null, end with exit status 0, and answer every request once.",
      suspect: .adapter
    )
  }
}
