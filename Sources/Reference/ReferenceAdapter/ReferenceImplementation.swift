import enum Formats.FileFailure
public import Foundation
package import ReferenceEvents
package import ReferenceSync
import Synchronization
public import Touchstone

/// The reference, which is judged as any other implementation is.
///
/// ```swift
/// let report = try await Runner(RunSelection(), jobs: 2).run(suite.cases, on: ReferenceImplementation())
/// ```
///
/// It can run any number of cases at once, all by the edition that it was last initialized with.
public final class ReferenceImplementation: Implementation {
  private let edition = Mutex(Edition.edition2023)
  private let pipeline: @Sendable (Edition) -> Pipeline
  private let stages: @Sendable () -> SyncStages
  private let mobileStages: @Sendable () -> MobilePlatformStages
  private let store: URL?
  private let caseCount = Atomic<Int>(0)

  /// A reference that follows edition 2023 until it is told otherwise.
  public convenience init() { self.init(pipeline: Pipeline.init) }

  /// A reference that keeps the event realm of each case in a folder of its own, `<process>-<number>`, below this one.
  ///
  /// - Throws: an error if the folder can't be made.
  public init(store: URL) throws {
    do {
      try FileManager.default.createDirectory(at: store, withIntermediateDirectories: true)
    } catch {
      throw EventError(
        .eventRealmUnavailable,
        "the folder \(store.path(percentEncoded: false)) can't be made: \(FileFailure.reason(writing: error))"
      )
    }
    pipeline = Pipeline.init
    stages = { SyncStages() }
    mobileStages = { MobilePlatformStages() }
    self.store = store
  }

  /// A reference that records or synchronizes in other stages than it should.
  ///
  /// - Parameters:
  ///   - pipeline: makes a pipeline for each realm that is opened.
  ///   - stages: makes what a synchronization consists of, for each case.
  ///   - mobileStages: makes the same for the mobile platform.
  package init(
    pipeline: @escaping @Sendable (Edition) -> Pipeline = Pipeline.init,
    stages: @escaping @Sendable () -> SyncStages = { SyncStages() },
    mobileStages: @escaping @Sendable () -> MobilePlatformStages = { MobilePlatformStages() }
  ) {
    self.pipeline = pipeline
    self.stages = stages
    self.mobileStages = mobileStages
    store = nil
  }

  /// A reference that takes the other way where the specification leaves two: it lists what was assigned to without any
  /// change (WRITE-17), and does not refuse what loses to a later change.
  package static func takingOtherWays() -> ReferenceImplementation {
    ReferenceImplementation(
      pipeline: { edition in
        var edition = edition
        edition.listsUnchangedModifications = true
        edition.listsEmptyChanges = edition.name != Edition.core.name
        return Pipeline(edition)
      },
      stages: {
        var stages = SyncStages()
        stages.judge = { attempt, view in
          attempt.before == attempt.after ? nil : view.refusal(of: attempt)
        }
        return stages
      }
    )
  }

  /// The folder that the event realm of the next case stays in; nil if it goes with the case.
  private func nextFolder() -> URL? {
    let number = caseCount.wrappingAdd(1, ordering: .relaxed).newValue
    return store?.appending(path: "\(ProcessInfo.processInfo.processIdentifier)-\(number)")
  }

  /// Says what the reference can do; refuses an edition that it does not speak.
  public func initialize(edition name: String) async throws -> ImplementationInfo {
    guard let edition = Edition.all.first(where: { $0.name == name }) else {
      throw UnknownEdition(name, known: Edition.all.map(\.name))
    }
    self.edition.withLock { $0 = edition }
    return ImplementationInfo(
      name: "Touchstone reference",
      version: "0.1.0",
      language: "Swift",
      editions: Edition.all.map(\.name),
      classes: ["recording", "event-realm", "flexible-sync", "mobile-platform"],
      features: Feature.allCases.map(\.rawValue).sorted()
    )
  }

  /// Runs the steps of one case, and reads the trail back from its event realm.
  public func runCase(_ program: CaseProgram) async throws -> CaseResult {
    let session: CaseSession
    do {
      session = try makeSession(program)
    } catch let error as Unsupported {
      return .unsupported(error.reason)
    } catch {
      return .openError(StepError(error))
    }
    defer { session.close() }
    do {
      try session.prepare(program.given)
    } catch let error as Unsupported {
      return .unsupported(error.reason)
    }
    let outcomes = session.run(program.steps)
    return .completed(steps: outcomes, events: try session.trail())
  }

  private func makeSession(_ program: CaseProgram) throws -> CaseSession {
    let edition = edition.withLock { $0 }
    return try CaseSession(
      program,
      pipeline: { [pipeline] in pipeline(edition) },
      folder: nextFolder(),
      stages: stages(),
      mobileStages: mobileStages()
    )
  }
}

extension ReferenceImplementation: SteppedImplementation {
  package func begin(_ program: CaseProgram) throws -> any SteppedCase { try makeSession(program) }
}

extension CaseSession: SteppedCase {}
