import Foundation
import JSON
import ReferenceEvents
import ReferenceRealm
import ReferenceSync
import Touchstone

/// One case on the reference: a fresh realm, event realm and clock, and the names that steps give to things.
final class CaseSession {
  enum Handle {
    case object(Object)
    // The large ones are kept apart: a case may name a hundred thousand objects, and names few of these.
    indirect case results(Results)
    indirect case collection(Object.Collection)
    case scope(Scope)
    /// Was made in a transaction that was cancelled.
    case invalidated
  }

  /// A realm of the case on its device.
  final class OpenRealm {
    /// The realm as this run of its process has it.
    var realm: Realm
    let clock: ManualClock

    init(_ realm: Realm, _ clock: ManualClock) {
      self.realm = realm
      self.clock = clock
    }
  }

  /// The realm in which the steps run that follow.
  var place: OpenRealm
  /// The server of flexible sync with the realms of the case, if it is about that.
  let sync: SyncSetting?
  /// The object server with the devices of the case, if it is about that.
  let mobile: MobileSetting?
  /// The case with the configuration of this run.
  var program: CaseProgram
  /// What is around the event realm, if the case does anything with it.
  let device: Device?
  let edition: Edition
  /// Makes the pipeline of each run.
  let pipeline: @Sendable () -> Pipeline
  /// Where the event realm stays; nil if it goes with the case.
  let folder: URL?
  var handles: [String: Handle] = [:]
  /// The names that were given in each write step that runs, the innermost last.
  var namesInWrite: [[String]] = []

  var realm: Realm {
    get { place.realm }
    set { place.realm = newValue }
  }
  var clock: ManualClock { place.clock }

  /// - Throws: `Unsupported`, or why the realm can't be opened.
  init(
    _ program: CaseProgram,
    pipeline: @escaping @Sendable () -> Pipeline,
    folder: URL? = nil,
    stages: SyncStages = SyncStages(),
    mobileStages: MobilePlatformStages = MobilePlatformStages()
  ) throws {
    let first = pipeline()
    self.pipeline = pipeline
    self.folder = folder
    edition = first.edition
    self.program = program
    device = Device(for: program, edition: edition, folder: folder)
    sync = try SyncSetting(program, stages)
    let clock = sync?.first.clock ?? ManualClock()
    var configuration = try ConfigurationDecoding.realm(
      program,
      clock: clock.eventClock,
      pipeline: first,
      device: device,
      folder: folder
    )
    sync?.first.enter(&configuration)
    let realm = try Realm(configuration: configuration)
    mobile = try MobileSetting(program, edition, mobileStages, folder: folder, outside: realm)
    place = mobile?.device.place ?? OpenRealm(realm, clock)
    try sync?.open(place)
  }

  /// Runs the steps that the case is given.
  ///
  /// - Throws: if one of them fails, which is the case's fault, or `Unsupported`.
  func prepare(_ steps: [Step]) throws {
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

  func run(_ steps: [Step]) -> [StepOutcome] { steps.map(run) }

  private func run(_ step: Step) -> StepOutcome {
    do {
      guard let kind = step.kind else {
        guard let name = step.name else { throw StepError.malformed("a step needs \"do\"") }
        return .unsupported("step \(name)")
      }
      if let fault = step.fault(in: mobile == nil ? nil : .mobilePlatform) {
        throw StepError.malformed(fault)
      }
      return .ok(try perform(kind, StepArguments(step, of: self)))
    } catch let error as Unsupported {
      return .unsupported(error.reason)
    } catch {
      return .error(StepError(error))
    }
  }

  private func perform(_ kind: StepKind, _ step: StepArguments) throws -> JSON {
    switch kind {
    case .writing(let kind): try write(kind, step)
    case .reading(let kind): try read(kind, step)
    case .recording(let kind): try record(kind, step)
    case .clock(let kind): try moveClock(kind, step)
    case .eventRealm(let kind):
      // The same names stand for the connection and the process of whatever the realm is synchronized with.
      if let sync {
        try connect(kind, sync)
      } else if let mobile {
        try connect(kind, mobile, step)
      } else {
        try storeEvents(kind, step)
      }
    case .flexibleSync(let kind):
      if let mobile { try synchronize(kind, mobile, step) } else { try synchronize(kind, step) }
    case .mobileUser(let kind): try manageUser(kind, step)
    case .mobileRealm(let kind): try useRealm(kind, step)
    case .mobileSession(let kind): try useSession(kind, step)
    case .mobileServer(let kind): try runServer(kind, step)
    }
  }

  /// Gives a thing the name that the step asks for.
  func bind(_ handle: Handle, _ step: StepArguments) {
    guard let name = step.boundName else { return }
    handles[name] = handle
    if case .scope = handle { return }
    if realm.isInWriteTransaction, let last = namesInWrite.indices.last {
      namesInWrite[last].append(name)
    }
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
