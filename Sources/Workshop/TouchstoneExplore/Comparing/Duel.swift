import Formats
import JSON
package import Touchstone

/// Runs one program on a model and on the implementation under test, and has the judge of the cases compare them: the
/// answer of the one is what is expected of the other.
package struct Duel: Sendable {
  /// How one program ended.
  package enum Outcome: Sendable {
    /// With the case that the program makes.
    case agreed(Case)
    case differed(CaseVerdict)
    /// The implementation does not support something of it.
    case unsupported(CaseVerdict)
    /// A step failed on the model that the program does not mean to fail: the program says nothing.
    case leftOut(String)
  }

  let model: any Implementation
  /// The model that takes the other way where the specification leaves two, such as that of WRITE-17.
  ///
  /// Nil if the model is not the reference.
  let widerModel: (any Implementation)?
  /// What is asked while programs are made, which depend on what there is so far.
  private let guide: (any SteppedImplementation)?
  let subject: any Implementation
  /// What the implementation under test said of itself.
  package let info: ImplementationInfo
  package let settings: ExploreSettings
  private let weights: StepWeights
  /// Whether the implementation has every feature that there is.
  private let offersAll: Bool
  private let runner: CaseRunner

  /// Initializes both sides.
  ///
  /// - Parameters:
  ///   - subject: the implementation under test.
  ///   - info: what it answered to `initialize`, if it was asked before.
  ///   - model: what is right.
  ///   - widerModel: the reference that takes the other ways, if the model is the reference.
  ///   - guide: what is asked while programs are made, so that they do not depend on the model; by default the
  ///     model, if it can be asked step by step.
  ///   - settings: what programs are about.
  /// - Throws: what either of them throws.
  package init(
    of subject: any Implementation,
    _ info: ImplementationInfo? = nil,
    model: any Implementation,
    widerModel: (any Implementation)? = nil,
    guide: (any SteppedImplementation)? = nil,
    settings: ExploreSettings
  ) async throws {
    let guide = guide ?? model as? any SteppedImplementation
    if guide == nil {
      throw ExploreError("programs need a model that can be asked step by step while they are made")
    }
    let edition = settings.edition.rawValue
    let modelInfo: ImplementationInfo, subjectInfo: ImplementationInfo
    do {
      modelInfo = try await model.initialize(edition: edition)
      _ = try await widerModel?.initialize(edition: edition)
      _ = try await guide?.initialize(edition: edition)
      if let info {
        subjectInfo = info
      } else {
        subjectInfo = try await subject.initialize(edition: edition)
      }
      try Self.check(modelInfo, named: "the model", settings)
      try Self.check(subjectInfo, named: "the implementation", settings)
    } catch {
      // Their processes are not to be taken for what they left behind.
      _ = await model.finish() + subject.finish()
      throw error
    }
    self.info = subjectInfo
    self.model = model
    self.widerModel = widerModel
    self.guide = guide
    self.subject = subject
    self.settings = settings.offered(by: modelInfo, subjectInfo)
    weights = StepWeights(self.settings)
    offersAll = Feature.allCases.allSatisfy { subjectInfo.features.contains($0.rawValue) }
    runner = CaseRunner(implementation: subject, info: subjectInfo, edition: edition)
  }

  /// - Throws: if a side does not do what programs are about.
  private static func check(
    _ info: ImplementationInfo,
    named name: String,
    _ settings: ExploreSettings
  ) throws(ExploreError) {
    let (edition, conformanceClass) = (
      settings.edition.rawValue, settings.conformanceClass.rawValue
    )
    guard info.editions.contains(edition) else {
      throw ExploreError("\(name) does not offer edition \(edition)")
    }
    guard info.classes.contains(conformanceClass) else {
      throw ExploreError("\(name) does not offer class \(conformanceClass)")
    }
  }

  /// Ends both sides; what is returned went wrong outside of any program.
  package func finish() async -> [String] {
    _ = await widerModel?.finish()
    return await model.finish() + subject.finish()
  }

  /// The program of a seed.
  package func program(seed: UInt64) -> Program {
    switch settings.conformanceClass {
    case .recording, .eventRealm:
      ProgramGenerator(seed: seed, settings, RecordingTopic(weights), guide: guide).makeProgram()
    case .flexibleSync:
      ProgramGenerator(seed: seed, settings, SyncTopic(), guide: guide).makeProgram()
    case .mobilePlatform:
      ProgramGenerator(seed: seed, settings, MobileTopic(), guide: guide).makeProgram()
    }
  }

  /// Runs a program on both sides.
  package func outcome(of program: Program, named name: String = "explore/programs/program") async
    -> Outcome
  {
    let outcome = await answered(program, named: name)
    guard case .differed(var verdict) = outcome else { return outcome }
    // What ends both this program and the implementation may reach the implementation first.
    if verdict.verdict == .errored { try? await Task.sleep(for: .milliseconds(20)) }
    if Task.isCancelled { return .leftOut("interrupted") }
    verdict.testCase.needs = needs(of: program.testCase(named: name))
    return .differed(verdict)
  }

  private func answered(_ program: Program, named name: String) async -> Outcome {
    let bare = program.testCase(named: name)
    let message = CaseProgram(writtenOut: bare)
    let answer: CaseResult
    do { answer = try await model.runCase(message) } catch {
      return widerModel == nil
        ? .differed(CaseVerdict(on: bare, withoutAnswer: "the first implementation: \(error)"))
        : .leftOut("\(error)")
    }
    if let reason = Self.unmeantFailure(in: answer, of: bare) { return .leftOut(reason) }
    let expected = draft(bare, message, answer, wider: nil)
    let verdict = await runner.run(expected, as: message)
    switch verdict.verdict {
    case .passed: return .agreed(expected)
    case .unsupported: return .unsupported(verdict)
    case .failed, .errored, .knownFailure, .unexpectedPass: break
    }
    return await isSettled(verdict, bare, message, answer)
      ? .agreed(expected) : .differed(verdict)
  }

  /// Whether another implementation answers a program like this, but for what is left open.
  func answers(
    _ other: any Implementation,
    like result: CaseResult,
    to program: Program
  ) async -> Bool {
    let bare = program.testCase(named: "explore/programs/program")
    let message = CaseProgram(writtenOut: bare)
    guard (try? await other.initialize(edition: settings.edition.rawValue)) != nil,
      let answer = try? await other.runCase(message), case .completed = answer
    else { return false }
    return runner.judges(result, by: draft(bare, message, answer, wider: nil))
  }

  /// Whether only points that are left open differ.
  private func isSettled(
    _ verdict: CaseVerdict,
    _ bare: Case,
    _ message: CaseProgram,
    _ answer: CaseResult
  ) async -> Bool {
    guard let result = verdict.result, case .completed(let outcomes, let events) = result,
      case .completed(let modelOutcomes, let modelEvents) = answer
    else { return false }
    if let widerModel {
      guard let wider = try? await widerModel.runCase(message), wider != answer else {
        return false
      }
      // To list an object can fail where to leave it out does not.
      return runner.judges(result, by: draft(bare, message, answer, wider: wider))
        || runner.judges(result, by: draft(bare, message, wider, wider: nil))
    }
    // Without a second model, a modification that shows nothing is passed over, whichever side lists it.
    let narrow = UnchangedModifications(of: message)
    let other = draft(
      bare,
      message,
      narrow.removed(from: modelOutcomes, modelEvents),
      wider: nil
    )
    return runner.judges(narrow.removed(from: outcomes, events), by: other)
  }

  /// The program with the answer of the model as what is expected.
  private func draft(
    _ bare: Case,
    _ message: CaseProgram,
    _ answer: CaseResult,
    wider: CaseResult?
  ) -> Case {
    var testCase = bare
    testCase.conformanceClass = settings.conformanceClass.rawValue
    testCase.editions = [settings.edition.rawValue]
    // To find out what a program needs takes as long as to judge it, and an implementation with all features has it.
    if !offersAll { testCase.needs = needs(of: bare) }
    if let draft = Draft(
      of: message,
      settings.edition,
      settings.conformanceClass,
      answer,
      wider: wider
    ) {
      (testCase.steps, testCase.expectation) = (draft.steps, draft.expectation)
    }
    return testCase
  }

  /// The features that a case about a program has to name.
  func needs(of bare: Case) -> [String] {
    let needs = bare.usedFeatures(in: settings.conformanceClass)
    // Where it is offered, it is what the edition wants (META-23).
    return settings.edition == .draft && settings.features.contains(.deflate)
      ? needs + [Feature.deflate.rawValue] : needs
  }

  // MARK: What programs mean

  /// What may fail although the program does not say so: it takes more than the limits of programs know.
  private static let openCodes: Set<ErrorCode> = [
    .serializationFailed, .uploadFailed, .eventRealmUnavailable,
  ]

  private static let refusals: Set<ErrorCode> = [
    .invalidPartitionPrefix, .invalidMetadataKey, .duplicateMetadataKey,
    .flexibleSyncNeedsEventUser,
  ]

  private static func isOne(of codes: Set<ErrorCode>, _ error: StepError) -> Bool {
    ErrorCode(rawValue: error.code).map(codes.contains) ?? false
  }

  private static func unmeantFailure(in answer: CaseResult, of bare: Case) -> String? {
    switch answer {
    case .completed(let outcomes, _): unmeantFailure(in: outcomes, of: bare.steps)
    case .unsupported(let reason): reason
    case .malformed: "the model gave no answer"
    // Which configurations are refused, the limits of programs do not say.
    case .openError(let error): isOne(of: refusals, error) ? nil : "opening failed with \(error)"
    }
  }

  private static func unmeantFailure(in outcomes: [StepOutcome], of steps: [Step]) -> String? {
    for (step, outcome) in zip(steps, outcomes) {
      switch outcome {
      case .error(let error) where isOne(of: openCodes, error): continue
      case .error(let error):
        if step.fails?.string != error.code { return "\(step) failed with \(error)" }
      case .ok(.array(let nested)) where step.kind?.isBlock ?? false:
        let nested = nested.map(StepOutcome.init(message:))
        if let reason = unmeantFailure(in: nested, of: step.steps) { return reason }
      case .ok:
        if let code = step.fails?.string { return "\(step) did not fail with \(code)" }
      case .unsupported(let reason): return reason
      case .malformed: return "the model gave no answer to \(step)"
      }
    }
    return nil
  }
}

/// Why programs cannot be explored at all.
package struct ExploreError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
