import ReferenceEvents
import Synchronization
public import Touchstone

/// The reference, judged like everybody else.
///
/// It can run any number of cases at once, all by the edition that it was last initialized with.
public final class ReferenceImplementation: Implementation {
  private let edition = Mutex(Edition.edition2023)

  /// A reference that follows edition 2023 until it is told otherwise.
  public init() {}

  /// Says what the reference can do; refuses an edition that it does not speak.
  public func initialize(edition name: String) async throws -> ImplementationInfo {
    guard let edition = Edition.all.first(where: { $0.name == name }) else {
      let known = Edition.all.map(\.name).joined(separator: ", ")
      throw StepError(code: "other", message: "the reference speaks editions \(known), not \(name)")
    }
    self.edition.withLock { $0 = edition }
    return ImplementationInfo(
      name: "Touchstone reference",
      version: "0.1.0",
      language: "Swift",
      editions: Edition.all.map(\.name),
      classes: ["recording", "flexible-sync"],
      features: [
        "back-links", "clock", "collection-schema", "custom-representation", "deflate",
        "drop-scope",
        "mixed-collections", "mixed-links",
      ]
    )
  }

  /// Runs the steps of one case, and reads the trail back from its event realm.
  public func runCase(_ program: CaseProgram) async throws -> CaseResult {
    let session: CaseSession
    do {
      session = try CaseSession(program, edition: edition.withLock { $0 })
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
}
