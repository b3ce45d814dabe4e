import JSON
import ReferenceAdapter
import Testing
import Touchstone
import Violators

@testable import TouchstoneExplore

/// What is left of a program is what the difference takes, and is valid.
struct ShrinkingTests {
  private static let settings = ExploreSettings(conformanceClass: .mobilePlatform)

  private static func program(_ steps: [JSON]) -> Program {
    var program = Program()
    program.schema = MobileApp.schema
    program.configuration = [
      "sync": "none", "events": .null,
      "mobilePlatform": ["accounts": .object(MobileApp.accounts), "serverRealms": [:]],
    ]
    program.steps = steps
    return program
  }

  private static let logIn: JSON = [
    "do": "authenticate", "provider": "password", "username": "ana", "password": "p", "as": "user",
  ]
  private static let open: JSON = [
    "do": "open", "user": "user", "url": "realm://server/~/widgets", "as": "realm",
  ]
  private static let synchronize: JSON = ["do": "synchronize", "realm": "realm"]

  private func shrink(
    _ program: Program,
    on subject: any Implementation
  ) async throws -> Shrinker.Result {
    let duel = try await Duel(
      of: subject,
      model: ReferenceImplementation(),
      settings: Self.settings
    )
    guard case .differed(let verdict) = await duel.outcome(of: program) else {
      throw ExploreError("the program shows no difference")
    }
    var shrinker = Shrinker(program, verdict, in: duel)
    return await shrinker.shrink()
  }

  @Test func `Steps of which one is not valid without the other are left out together`()
    async throws
  {
    let subject = Breaking { $0.steps.contains { $0.name == "synchronize" } }
    let whole = Self.program([
      Self.logIn, ["do": "goOffline"], Self.open, ["do": "goOnline"], Self.synchronize,
    ])
    let smallest = try await shrink(whole, on: subject)
    #expect(
      smallest.program.steps.map { Step($0).name } == ["authenticate", "open", "synchronize"]
    )
    #expect(smallest.isMinimal)
  }

  @Test func `A program ends at the first step that differs, before an implementation ends by it`()
    async throws
  {
    let smallest = try await shrink(
      Self.program([Self.logIn, Self.open, Self.synchronize, Self.synchronize]),
      on: Refusing(step: "open")
    )
    #expect(smallest.verdict.verdict == .failed)
    #expect(smallest.program.steps.map { Step($0).name } == ["authenticate", "open"])
  }

  @Test func `A difference whose cause is known is counted, and not told`() async throws {
    let violator = try #require(
      Catalogue.all.first { $0.id == "empty-transactions-make-no-version" }
    )
    let found = try await explore(violator.make(), count: 300).differences
    let causes = Set(found.map(\.cause))
    #expect(!causes.isEmpty)
    let duel = try await Duel(
      of: violator.make(),
      model: ReferenceImplementation(),
      widerModel: ReferenceImplementation.takingOtherWays(),
      settings: ExploreSettings()
    )
    var limits = Explorer.Limits(count: 300, time: nil)
    limits.differing = 3
    var explorer = Explorer(duel, seed: 1, limits: limits, jobs: 2)
    explorer.known = causes
    let exploration = await explorer.explore()
    #expect(exploration.knownCauses.values.reduce(0, +) >= 3)
    #expect(exploration.differences.allSatisfy { !causes.contains($0.cause) })
    #expect(
      exploration.shrunk == exploration.differing - exploration.knownCauses.values.reduce(0, +)
    )
  }

  @Test func `The cause of a difference has no names of its program`() async throws {
    let violator = try #require(Catalogue.all.first { $0.id == "data-as-base64" })
    let found = try await explore(violator.make(), count: 400).differences
    let first = try #require(found.first)
    for definition in ProgramSchema(.object(first.program.schema)).classes {
      #expect(!first.cause.contains(definition.name))
    }
  }
}

/// The reference, which does not carry out one kind of step, and ends where another step follows it.
private struct Refusing: Implementation {
  let step: String
  private let reference = ReferenceImplementation()

  init(step: String) { self.step = step }

  func initialize(edition: String) async throws -> ImplementationInfo {
    try await reference.initialize(edition: edition)
  }

  func runCase(_ program: CaseProgram) async throws -> CaseResult {
    let answer = try await reference.runCase(program)
    guard let place = program.steps.firstIndex(where: { $0.name == step }),
      case .completed(var outcomes, let events) = answer
    else { return answer }
    guard place == program.steps.count - 1 else { throw Breaking.Fault() }
    outcomes[place] = StepOutcome(message: ["error": ["code": "other"]])
    return .completed(steps: outcomes, events: events)
  }
}
