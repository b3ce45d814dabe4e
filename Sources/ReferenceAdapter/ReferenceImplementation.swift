import ReferenceEvents
public import Touchstone

/// The reference, judged like everybody else.
///
/// It can run any number of cases at once.
public struct ReferenceImplementation: Implementation {
  /// A reference with no state of its own.
  public init() {}

  /// Says what the reference can do; refuses an edition that it does not speak.
  public func initialize(edition: String) async throws -> ImplementationInfo {
    guard edition == Edition.edition2023.name else {
      throw StepError(code: "other", message: "the reference speaks edition 2023, not \(edition)")
    }
    return ImplementationInfo(
      name: "Touchstone reference",
      version: "0.1.0",
      language: "Swift",
      editions: [Edition.edition2023.name],
      classes: ["recording", "flexible-sync"],
      features: [
        "back-links", "clock", "collection-schema", "custom-representation", "drop-scope",
        "mixed-collections", "mixed-links",
      ]
    )
  }

  /// Runs the steps of one case, and reads the trail back from its event realm.
  public func runCase(_ program: CaseProgram) async throws -> CaseResult {
    let session: CaseSession
    do {
      session = try CaseSession(program)
    } catch let error as Unsupported {
      return .unsupported(error.reason)
    } catch {
      return .openError(StepError(error))
    }
    defer { session.close() }
    do { try session.prepare(program.given) } catch let error as Unsupported {
      return .unsupported(error.reason)
    }
    let outcomes = session.run(program.steps)
    return .completed(steps: outcomes, events: try session.trail())
  }
}
