import JSON
import TestSupport
import Testing

@testable import Touchstone
@testable import TouchstoneReports

/// Runs in which cases are left out: by an answer, by a feature, or by the class.
struct GapTests {
  private static let recorded = Sample.expected(data: ["type": "Person"])

  private static func testCase(_ name: String, level: Level = .must, needs: [String] = []) -> Case {
    let steps: [JSON] = name == "declined" ? [["do": "decline"]] : []
    return Sample.makeCase(
      name: "reads/plain/\(name)",
      level: level,
      needs: needs,
      steps: steps,
      events: [recorded]
    )
  }

  private static let suite = Suite(cases: [
    testCase("declined"), testCase("passed"), testCase("rotated", needs: ["rotation"]),
    testCase("linked", needs: ["links"]),
  ])

  private func run(
    _ suite: Suite = Self.suite,
    features: [String] = [],
    profile: Profile? = nil,
    list: Expectations? = nil,
    areOwn: Bool = false
  ) async throws -> RunReport {
    var implementation = FakeImplementation { program in
      if program.steps == [["do": "decline"]] { return .unsupported("no such step") }
      return try await FakeImplementation.recording.answer(program)
    }
    implementation.info.features = features
    var selection = RunSelection()
    selection.profile = profile
    let report = try await Runner(selection).run(suite.cases, on: implementation)
    let scope = try ExpectationScope(suite, selection)
    return (list.map { report.judged(by: $0, in: scope) } ?? report).withGaps(areOwn: areOwn)
  }

  /// The same without the case that is declined.
  private static let honest = Suite(cases: Array(suite.cases.dropFirst()))

  @Test func `A case that is declined although all is offered that it needs fails the run`()
    async throws
  {
    let report = try await run()
    #expect(report.gaps == ["reads/plain/declined had to be run: no such step"])
    #expect(!report.isAsExpected)
  }

  @Test func `A feature that is not offered is left to choice without a profile`() async throws {
    let report = try await run(Self.honest)
    #expect(report.gaps.isEmpty)
    #expect(report.isAsExpected)
    #expect(report.classVerdict == .achieved(without: ["links", "rotation"]))
  }

  @Test
  func `No feature of cases of one's own is left to choice, unless a profile or a list says so`()
    async throws
  {
    let report = try await run(Self.honest, areOwn: true)
    #expect(report.gaps.contains("reads/plain/linked had to be run: does not offer links"))
    #expect(!report.isAsExpected)
    let with = try await run(
      Self.honest,
      features: ["links"],
      profile: .relational,
      areOwn: true
    )
    #expect(with.gaps.isEmpty)
    var list = Expectations()
    list.without = left
    #expect(try await run(Self.honest, list: list, areOwn: true).gaps.isEmpty)
  }

  @Test func `A profile promises its features and no others`() async throws {
    let without = try await run(Self.honest, profile: .relational)
    #expect(without.gaps == ["reads/plain/linked had to be run: does not offer links"])
    #expect(without.classVerdict == .notAchieved(missing: 1))
    let with = try await run(Self.honest, features: ["links"], profile: .relational)
    #expect(with.gaps.isEmpty)
    #expect(with.classVerdict == .achieved(without: ["rotation"]))
  }

  @Test func `A class that is not offered fails the run`() async throws {
    let report = try await run(Suite(cases: [Self.testCase("passed", needs: [])]), features: [])
    #expect(report.isAsExpected)
    var other = FakeImplementation.recording
    other.info.classes = ["event-realm"]
    let cases = [Self.testCase("passed")]
    let declined = try await Runner(RunSelection()).run(cases, on: other).withGaps()
    #expect(declined.gaps == ["reads/plain/passed had to be run: does not offer class recording"])
  }

  @Test func `Only cases of level must have to be run`() async throws {
    let suite = Suite(cases: [Self.testCase("passed"), Self.testCase("declined", level: .should)])
    #expect(try await run(suite).isAsExpected)
  }

  // MARK: With a list

  private let declined = KnownFailure(
    name: "reads/plain/declined",
    isUnsupported: true,
    reason: "x"
  )
  private let left = ["links", "rotation"].map { MissingFeature(feature: $0, reason: "x") }

  @Test func `What a list says is left out passes`() async throws {
    let report = try await run(list: Expectations(entries: [declined], without: left))
    #expect(report.gaps.isEmpty)
    #expect(report.isAsExpected)
    #expect(report.verdicts[0].verdict == .unsupported)
    #expect(report.verdicts[0].known == "x")
  }

  @Test func `A list excuses a feature that the profile promises`() async throws {
    let list = Expectations(entries: [declined], without: left)
    #expect(try await run(profile: .relational, list: list).isAsExpected)
  }

  @Test func `A feature that disappears is news`() async throws {
    let list = Expectations(entries: [declined], without: [left[0]])
    let report = try await run(list: list)
    #expect(report.gaps == ["the feature \"rotation\" is not offered, and not listed as left out"])
    #expect(!report.isAsExpected)
  }

  @Test func `A feature that is offered again has to go`() async throws {
    let list = Expectations(entries: [declined], without: left)
    let report = try await run(features: ["links"], list: list)
    #expect(report.staleExpectations.map(\.message) == ["\"links\" is offered: remove the entry"])
    let other = [MissingFeature(feature: "deflate", reason: "x")]
    let more = try await run(list: Expectations(entries: [declined], without: left + other))
    #expect(
      more.staleExpectations.map(\.message) == [
        "\"deflate\" is not needed by any case of the class and edition: remove the entry"
      ]
    )
  }

  @Test func `A list that does not speak of features does not judge them`() async throws {
    #expect(try await run(list: Expectations(entries: [declined])).isAsExpected)
  }

  @Test func `A case that was listed as failing and is declined now is news`() async throws {
    var entry = declined
    entry.isUnsupported = false
    let report = try await run(list: Expectations(entries: [entry], without: left))
    #expect(report.gaps.count == 1)
  }

  @Test func `A case that was listed as declined and runs now is news`() async throws {
    let passing = KnownFailure(name: "reads/plain/passed", isUnsupported: true, reason: "x")
    let report = try await run(list: Expectations(entries: [declined, passing], without: left))
    #expect(report.verdicts[1].verdict == .unexpectedPass)
    let failing = Suite(cases: [Sample.makeCase(name: "reads/plain/wrong", events: [])])
    let entry = KnownFailure(name: "reads/plain/wrong", isUnsupported: true, reason: "x")
    let failed = try await run(failing, list: Expectations(entries: [entry], without: []))
    #expect(failed.verdicts[0].verdict == .failed)
    #expect(!failed.isAsExpected)
  }

  @Test func `A written list holds, and says what is left out`() async throws {
    let report = try await run()
    let scope = try ExpectationScope(Self.suite, report.selection)
    let list = Expectations().updated(after: report, in: scope)
    #expect(list.entries.map(\.isUnsupported) == [true])
    #expect(list.without?.map(\.feature) == ["links", "rotation"])
    #expect(report.judged(by: list, in: scope).withGaps().isAsExpected)
    let again = try Expectations(text: Array(list.text.utf8), path: "known.json")
    #expect(again.updated(after: report, in: scope).text == list.text)
  }
}
