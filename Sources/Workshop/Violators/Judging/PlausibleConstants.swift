import Formats
import JSON
import ReferenceAdapter
public import Touchstone

/// An implementation that looks right and does nothing: every scope has one read event of the first or the last object
/// that it was told of, and every step succeeds with a value of the right kind.
///
/// What passes on it is a case of the plainest kind; there should be few of them.
public struct PlausibleConstants: Implementation {
  /// Which of the objects that a case creates stands in its events.
  public enum Choice: Sendable, CaseIterable {
    case first, last
  }

  private let choice: Choice
  private let reference = ReferenceImplementation()

  /// Constants for every case.
  public init(_ choice: Choice) { self.choice = choice }

  /// The cases that pass with one choice or the other, in their order.
  ///
  /// - Throws: a `SuiteError`, which constants never cause.
  public static func passing(_ cases: [Case], jobs: Int) async throws -> [Case] {
    var names: Set<String> = []
    for choice in Choice.allCases {
      let report = try await Runner(jobs: jobs).run(cases, on: PlausibleConstants(choice))
      names.formUnion(report.verdicts.filter { $0.verdict == .passed }.map(\.testCase.name))
    }
    return cases.filter { names.contains($0.name) }
  }

  /// Claims what the reference claims.
  public func initialize(edition: String) async throws -> ImplementationInfo {
    try await reference.initialize(edition: edition)
  }

  /// Answers with constants.
  public func runCase(_ program: CaseProgram) async throws -> CaseResult {
    let objects = (program.given.flatMap(\.withNested) + program.allSteps).filter {
      $0.kind == .writing(.create)
    }
    let created = choice == .first ? objects.first : objects.last
    let payload: JSON = [
      "type": .string(created?[.type] ?? "Person"), "value": [created?[.members] ?? [:]],
    ]
    let scopes = program.allSteps.filter { $0.kind == .recording(.beginScope) }
    return .completed(
      steps: program.steps.map(Self.outcome),
      events: scopes.enumerated().map { index, scope in
        let digits = String(index, radix: 16)
        let id = String(repeating: "0", count: 24 - digits.count) + digits
        return [
          "_id": ["$oid": .string(id)],
          "_partition": .string("\(program.partitionPrefix ?? "events")-62b38b3c10846041166f5deb"),
          "activity": .string(scope[.activity] ?? ""), "event": "read", "timestamp": Self.now,
          "data": .string(payload.text()),
        ]
      }
    )
  }

  private static func outcome(of step: Step) -> StepOutcome {
    switch step.kind {
    case _ where step.kind?.isBlock == true:
      .ok(.array(step.steps.map { outcome(of: $0).message }))
    case .flexibleSync(.synchronize): .ok([])
    case .reading(.get), .reading(.follow), .recording(.isActive): .ok(true)
    case .reading(.query), .reading(.count): .ok(1)
    case .reading(.value): .ok("")
    case .recording(.events): .ok([])
    default: .ok(.null)
    }
  }

  private static var now: JSON { ["$date": .string(Timestamp.now.description)] }
}
