import Formats
import JSON
import Touchstone

/// Makes random programs of one class: few objects, many ways to them, the same keys and values again and again, because it
/// is there that recorders err.
///
/// What programs of a class are about says the topic. How they grow is the same for all: a step is drawn, the limits of the
/// class say whether something of it is open, and then it is added. Where what there is depends on other clients and
/// devices, a guide is asked on which the program runs while it grows.
struct ProgramGenerator<Topic: ProgramTopic> {
  let settings: ExploreSettings
  var topic: Topic
  var random: SplitMix64
  var program = Program()
  /// What may be done next.
  var limits = Topic.Limits()
  private let guide: (any SteppedImplementation)?
  /// The program as it runs; nil before its first step.
  private(set) var running: (any SteppedCase)?
  var times = ShownTimes()
  /// What values link to while they are drawn, by the classes of the objects.
  var targets: [String: [JSON]] = [:]
  /// A link to the object that they are drawn for, if it can be linked to.
  var own: JSON?
  private var nameCount = 0
  private var number: Int64 = 0

  /// A generator of one program.
  init(
    seed: UInt64,
    _ settings: ExploreSettings,
    _ topic: Topic,
    guide: (any SteppedImplementation)? = nil
  ) {
    (self.settings, self.topic, self.guide) = (settings, topic, guide)
    random = SplitMix64(ofProgram: seed)
  }

  consuming func makeProgram() -> Program {
    Topic.make(&self)
    return program
  }

  // MARK: Names and numbers

  mutating func newName(_ word: String) -> String {
    nameCount += 1
    return "\(word)\(nameCount)"
  }

  mutating func newHandle(_ word: String) -> JSON { .string(newName(word)) }

  /// A number that nothing else has in the program.
  mutating func newNumber() -> Int64 {
    number += 1
    return number
  }

  mutating func digit() -> JSON { .int(Int64(random.below(10))) }

  func asks(_ kind: StepKind) -> Bool { settings.asks(kind) }

  // MARK: Growing

  /// Adds steps, and has the guide run them, unless it is open what comes of them.
  @discardableResult
  mutating func append(_ steps: [JSON], on place: String) -> Bool {
    guard add(steps, on: place) else { return false }
    _ = run(steps, on: place)
    return true
  }

  @discardableResult
  mutating func append(_ step: JSON, on place: String) -> Bool { append([step], on: place) }

  /// Adds a step of which the guide tells whether it fails.
  @discardableResult
  mutating func appendAsked(_ step: JSON, on place: String) -> Bool {
    let limits = limits(after: [step], on: place)
    let isAllowed =
      limits != nil
      || [.offline, .sessionInvalid].contains { (code: ErrorCode) in
        allows([step.with("fails", .string(code.rawValue))], on: place)
      }
    guard isAllowed else { return false }
    if case .error(let error)? = run([step], on: place).last {
      if add([step.with("fails", .string(error.code))], on: place) { return true }
    } else if let limits {
      add([step], on: place, limits)
      return true
    }
    // The step was not to be carried out.
    begin()
    return false
  }

  @discardableResult
  mutating func add(_ steps: [JSON], on place: String) -> Bool {
    guard !steps.isEmpty, let limits = limits(after: steps, on: place) else { return false }
    add(steps, on: place, limits)
    return true
  }

  private mutating func add(_ steps: [JSON], on place: String, _ limits: Topic.Limits) {
    self.limits = limits
    program.add(steps, at: self.place(place))
  }

  func allows(_ steps: [JSON], on place: String) -> Bool { limits(after: steps, on: place) != nil }

  private func limits(after steps: [JSON], on place: String) -> Topic.Limits? {
    var limits = limits
    let steps = Program.steps(steps, at: self.place(place)).map(Step.init)
    let areOffered = steps.flatMap(\.withNested).allSatisfy { $0.kind.map(asks) ?? false }
    return areOffered && (try? limits.allow(steps)) != nil ? limits : nil
  }

  /// Has the guide run the program so far.
  mutating func begin() {
    running = try? guide?.begin(program.message)
    _ = running?.run(program.steps.map(Step.init))
  }

  /// What the guide answers to steps after the program as it is.
  func run(_ steps: [JSON], on place: String) -> [StepOutcome] {
    running?.run(steps, at: self.place(place)) ?? []
  }

  private func place(_ name: String) -> Place? {
    name == limits.places.first ? nil : Place(argument: Topic.placeArgument, name: name)
  }

  /// Sets a clock to a time that none has shown: one of some seconds, mostly behind all that is known where it stands.
  mutating func clock(behind latest: Int64?, mayGoBack: Bool = true, within seconds: Int) -> JSON {
    let second = Int64(random.below(seconds))
    guard let latest, !mayGoBack || random.chance(85) else { return times.setClock(from: second) }
    let soonest = (latest - ShownTimes.epoch) / 1000 + 1
    return times.setClock(from: second < soonest ? soonest + Int64(random.below(60)) : second)
  }
}
