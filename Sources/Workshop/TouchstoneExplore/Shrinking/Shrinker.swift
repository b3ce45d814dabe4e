import JSON
package import Touchstone
import TouchstoneCaseFiles

/// Makes a program smaller as long as what it shows stays: steps first, then classes and properties, the configuration,
/// and values.
///
/// It tries the same things in the same order each time, and ends with a program that cannot lose any of its parts,
/// or when it has tried as many as it may.
package struct Shrinker {
  /// How many programs are tried for one.
  package static let attemptLimit = 3_000

  /// A program that got smaller.
  package struct Result: Sendable {
    package var program: Program
    package var verdict: CaseVerdict
    /// Whether nothing of it can be left out.
    package var isMinimal: Bool
  }

  private let duel: Duel
  private var kind: DifferenceKind
  /// Whether the case that the program makes shows something, and is to go on doing so.
  private var showsSomething: Bool
  private let deadline: ContinuousClock.Instant
  private var attempts = 0
  private var current: Program
  private var verdict: CaseVerdict
  private var tried: Set<Program> = []

  /// - Parameters:
  ///   - program: one on which the sides differ.
  ///   - verdict: how they differ.
  ///   - duel: the two sides.
  ///   - limit: how long it may take at the most: only an implementation that hangs needs so long.
  package init(
    _ program: Program,
    _ verdict: CaseVerdict,
    in duel: Duel,
    limit: Duration = .seconds(120)
  ) {
    current = program
    self.verdict = verdict
    self.duel = duel
    kind = DifferenceKind(verdict)
    showsSomething = verdict.testCase.showsSomething
    deadline = .now + limit
  }

  /// The smallest program that is found.
  package mutating func shrink() async -> Result {
    await endAtFirstDifference()
    var size = Int.max
    while size > current.weight, !isExhausted {
      size = current.weight
      await removeSteps()
      await removePairs()
      await removeParts()
    }
    let isMinimal = !isExhausted
    // Names are not parts: they are counted anew once nothing can be left out.
    if case .differed(let found) = await duel.outcome(of: current.withPlainNames) {
      (current, verdict) = (current.withPlainNames, found)
    }
    return Result(program: current, verdict: verdict, isMinimal: isMinimal)
  }

  private var isExhausted: Bool {
    attempts >= Self.attemptLimit || ContinuousClock.now > deadline || Task.isCancelled
  }

  /// Takes a smaller program if it shows a difference of the same kind.
  private mutating func takes(_ candidate: Program) async -> Bool {
    guard candidate.weight < current.weight, let found = await difference(on: candidate),
      DifferenceKind(found).isLike(kind), found.testCase.showsSomething || !showsSomething
    else { return false }
    (current, verdict) = (candidate, found)
    return true
  }

  /// How the sides differ on a program that was not tried yet, is valid, and makes a case that the suite takes.
  private mutating func difference(on candidate: Program) async -> CaseVerdict? {
    guard !isExhausted, tried.insert(candidate).inserted, candidate.isValid(duel.settings),
      duel.settings.schema == nil || candidate.schema == current.schema
    else { return nil }
    attempts += 1
    guard case .differed(let found) = await duel.outcome(of: candidate),
      candidate.isTaken(withAnswersOf: found)
    else { return nil }
    return found
  }

  /// Leaves out what comes after the first step at which the sides differ: there, an implementation that differs may use
  /// the name of something that it did not make, and end by that.
  private mutating func endAtFirstDifference() async {
    guard kind == .noAnswer || kind == .step else { return }
    let paths = current.stepPaths
    for count in 1..<max(1, paths.count) {
      let beginning = current.without(Set(paths.dropFirst(count)))
      guard let found = await difference(on: beginning),
        [.noAnswer, .step].contains(DifferenceKind(found))
      else { continue }
      (current, verdict, kind) = (beginning, found, DifferenceKind(found))
      showsSomething = found.testCase.showsSomething
      return
    }
  }

  /// Leaves out steps: many at once first, then one by one.
  private mutating func removeSteps() async {
    var length = max(1, current.stepPaths.count / 2)
    while true {
      var start = current.stepPaths.count
      // From the end: what comes later depends on what comes before.
      while start > 0 {
        let paths = current.stepPaths
        start = min(start, paths.count)
        let chunk = Set(paths[max(0, start - length)..<start])
        start -= length
        _ = await takes(current.without(chunk))
      }
      if length == 1 { return }
      length /= 2
    }
  }

  /// Leaves out pairs of steps of which one is not valid without the other, such as `goOffline` and `goOnline`.
  private mutating func removePairs() async {
    for first in current.stepPaths {
      guard current.stepPaths.contains(first), !current.without([first]).isValid(duel.settings)
      else { continue }
      for second in current.stepPaths where second != first {
        if await takes(current.without([first, second])) { break }
      }
    }
  }

  /// Leaves out everything else, one thing at a time.
  private mutating func removeParts() async {
    var index = 0
    while !isExhausted {
      let reductions = current.reductions
      guard index < reductions.count else { return }
      if await !takes(reductions[index]) { index += 1 }
    }
  }
}

extension Program {
  /// Whether the suite takes the case that it makes: no step uses what an earlier one, as is expected, does not find.
  fileprivate func isTaken(withAnswersOf verdict: CaseVerdict) -> Bool {
    let difference = Difference(seeds: [0], program: self, verdict: verdict, isMinimal: false)
    let group = difference.groupFile
    let named = Set((group["cases"]?[0]?["requirements"]?.array ?? []).compactMap(\.string))
    return GroupValidator.faults(inGroup: group, requirements: named).isEmpty
  }
}

extension Case {
  /// Whether an implementation that does nothing would be noticed: a group file takes no other case.
  fileprivate var showsSomething: Bool {
    let events = expectation["events"]?.array
    if events == nil || events?.contains(where: { $0["optional"] != true }) == true { return true }
    return steps.flatMap(\.withNested).contains { step in
      if step.fails != nil { return true }
      guard let value = step.returns else { return false }
      let nothing: JSON = [Matcher.unordered.rawValue: []]
      return ConformanceClass(rawValue: conformanceClass)?.isAboutSync != true
        || (!value.isNull && !(step.kind == .flexibleSync(.synchronize) && value == nothing))
    }
  }
}

/// What kind of thing differs, so that a program does not come to show something else while it shrinks.
package enum DifferenceKind: Hashable, Sendable {
  /// The implementation crashed, hung, or answered with what is not a message.
  case noAnswer
  /// It answered with something else than outcomes and a trail.
  case noOutcome
  case step
  case events
  case payload
  case field(String)

  package init(_ verdict: CaseVerdict) {
    guard verdict.verdict == .failed else {
      self = .noAnswer
      return
    }
    let place = verdict.findings.first?.place ?? ""
    let parts = place.split { ".[]".contains($0) }.map(String.init)
    switch parts.first {
    case "steps": self = .step
    case "events"?:
      let field = parts.dropFirst(2).first
      self = field == nil ? .events : field == "data" ? .payload : .field(field ?? "")
    default: self = .noOutcome
    }
  }

  /// Whether both may have the same cause: an event more or less is often one that has other contents.
  func isLike(_ other: DifferenceKind) -> Bool {
    let inTrail: Set<DifferenceKind> = [.events, .payload]
    return self == other || inTrail.isSuperset(of: [self, other])
  }
}
