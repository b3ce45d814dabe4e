import Foundation
import JSON
import ReferenceEvents
import ReferenceRealm
import Touchstone

/// One case on the reference: a fresh realm, event realm and clock, and the names that steps give to things.
final class CaseSession {
  enum Handle {
    case object(Object)
    case results(Results)
    case collection(Object.Collection)
    case scope(Scope)
    /// Was made in a transaction that was cancelled.
    case invalidated
  }

  /// The realm as this run has it.
  var realm: Realm
  /// The case with the configuration of this run.
  var program: CaseProgram
  /// What is around the event realm, if the case does anything with it.
  let device: Device?
  let edition: Edition
  /// Where the event realm stays; nil if it goes with the case.
  let folder: URL?
  let clock = ManualClock()
  var handles: [String: Handle] = [:]
  /// The names that were given in the write step that runs.
  private var namesInWrite: [String] = []

  /// - Throws: `Unsupported`, or why the realm can't be opened.
  init(_ program: CaseProgram, edition: Edition, folder: URL? = nil) throws {
    self.folder = folder
    self.edition = edition
    self.program = program
    device = Device(for: program, edition: edition, folder: folder)
    realm = try Realm(
      configuration: ConfigurationDecoding.realm(
        program,
        clock: clock.eventClock,
        edition: edition,
        device: device,
        folder: folder
      )
    )
  }

  /// Runs the steps that the case is given.
  ///
  /// - Throws: if one of them fails, which is the case's fault, or `Unsupported`.
  func prepare(_ steps: [JSON]) throws {
    for (index, outcome) in run(steps).enumerated() { try Self.check(outcome, "given[\(index)]") }
  }

  private static func check(_ outcome: StepOutcome, _ place: String) throws {
    switch outcome {
    case .ok(.array(let nested)):
      for (index, outcome) in nested.enumerated() {
        try check(StepOutcome(message: outcome), "\(place).steps[\(index)]")
      }
    case .ok, .malformed: break
    case .unsupported(let reason): throw Unsupported(reason: reason)
    case .error(let error):
      throw StepError(code: error.code, message: "\(place) failed: \(error.message)")
    }
  }

  func run(_ steps: [JSON]) -> [StepOutcome] { steps.map(run) }

  private func run(_ step: JSON) -> StepOutcome {
    do {
      guard let kind = step["do"]?.string else { throw StepError.malformed("a step needs \"do\"") }
      guard let value = try perform(kind, StepArguments(step: step, session: self)) else {
        return .unsupported("step \(kind)")
      }
      return .ok(value)
    } catch let error as Unsupported {
      return .unsupported(error.reason)
    } catch {
      return .error(StepError(error))
    }
  }

  /// - Returns: the value of the step; nil if it is not known.
  private func perform(_ kind: String, _ step: StepArguments) throws -> JSON? {
    if kind == "write" { return try write(step) }
    if let value = try performWriting(kind, step) { return value }
    if let value = try performReading(kind, step) { return value }
    if let value = try performEvents(kind, step) { return value }
    if let value = try performEventRealm(kind, step) { return value }
    return try performFlexibleSync(kind)
  }

  private func write(_ step: StepArguments) throws -> JSON {
    let steps = try step.array("steps")
    try realm.beginWrite()
    let outerNames = namesInWrite
    namesInWrite = []
    let outcomes = run(steps)
    if try step.flag("cancel") {
      try realm.cancelWrite()
      for name in namesInWrite { handles[name] = .invalidated }
    } else {
      try realm.commitWrite()
    }
    namesInWrite = outerNames
    return .array(outcomes.map(\.message))
  }

  /// Gives a thing the name that the step asks for.
  func bind(_ handle: Handle, _ step: StepArguments) throws {
    guard let name = try step.optionalString("as") else { return }
    handles[name] = handle
    if case .scope = handle { return }
    if realm.isInWriteTransaction { namesInWrite.append(name) }
  }

  /// The trail as it is stored.
  func trail() throws -> [JSON] {
    guard let events = realm.events else { return [] }
    do {
      let trail = try device.map { try storedEvents($0) } ?? events.trail()
      return trail.map { $0.document(in: edition) }
    } catch {
      throw StepError(error)
    }
  }

  func close() { realm.events?.close() }
}
