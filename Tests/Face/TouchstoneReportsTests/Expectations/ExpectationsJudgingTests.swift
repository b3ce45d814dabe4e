import JSON
import TestSupport
import Testing

@testable import Touchstone
@testable import TouchstoneReports

/// Runs of a small suite whose cases pass or fail as their steps say.
private struct Setting {
  /// `links/a/…` fails but for `good`; `links/b/crash` crashes, `links/b/far` is not offered.
  static let suite = Suite(
    cases: [
      failing("links/a/one"), failing("links/a/two"), passing("links/a/good"),
      Sample.makeCase(name: "links/b/crash", steps: [["do": "crash"]]),
      Sample.makeCase(name: "links/b/far", needs: ["rotation"]), passing("reads/c/good"),
    ],
    retired: [RetiredCase(name: "links/a/zero", successor: "links/a/one")]
  )

  static func failing(_ name: String) -> Case { Sample.makeCase(name: name, events: []) }

  static func passing(_ name: String) -> Case {
    Sample.makeCase(name: name, events: [Sample.expected(data: ["type": "Person"])])
  }

  static func run(filter: String? = nil) async throws -> (RunReport, ExpectationScope) {
    let selection = RunSelection(filters: filter.map { [$0] } ?? [])
    let implementation = FakeImplementation { program in
      if program.steps == [["do": "crash"]] { throw StepError(code: "crash", message: "gone") }
      return try await FakeImplementation.recording.answer(program)
    }
    let cases = try suite.selecting(filter: filter).cases
    let report = try await Runner(selection).run(cases, on: implementation)
    return (report, try ExpectationScope(suite, selection))
  }

  static func judged(_ entries: [KnownFailure], filter: String? = nil) async throws -> RunReport {
    let (report, scope) = try await run(filter: filter)
    return report.judged(by: Expectations(entries: entries), in: scope)
  }
}

extension RunReport {
  fileprivate func verdict(_ name: String) -> Verdict? {
    verdicts.first { $0.testCase.name == name }?.verdict
  }
}

struct ExpectationsJudgingTests {
  private let all = [
    KnownFailure(name: "links/a/one", reason: "x"), KnownFailure(name: "links/a/two", reason: "y"),
    KnownFailure(name: "links/b/crash", reason: "z"),
  ]

  @Test func `A listed case that fails or crashes is a known failure`() async throws {
    let report = try await Setting.judged(all)
    #expect(report.verdict("links/a/one") == .knownFailure)
    #expect(report.verdict("links/b/crash") == .knownFailure)
    #expect(report.summary[.knownFailure] == 3)
    #expect(report.isAsExpected)
    #expect(report.verdicts.first?.known == "x")
    #expect(report.verdicts.first?.findings.isEmpty == false)
    #expect(report.classVerdict == .notAchieved(missing: 3))
  }

  @Test func `A case that is not listed still fails the run`() async throws {
    let report = try await Setting.judged([all[0], all[2]])
    #expect(report.verdict("links/a/two") == .failed)
    #expect(!report.isAsExpected)
    #expect(report.staleExpectations.isEmpty)
  }

  @Test func `A listed case that passes fails the run`() async throws {
    let report = try await Setting.judged(all + [KnownFailure(name: "links/a/good", reason: "w")])
    #expect(report.verdict("links/a/good") == .unexpectedPass)
    #expect(!report.isAsExpected)
  }

  @Test func `A listed case that was not run stays unsupported`() async throws {
    let report = try await Setting.judged(all + [KnownFailure(name: "links/b/far", reason: "w")])
    #expect(report.verdict("links/b/far") == .unsupported)
    #expect(report.isAsExpected)
  }

  @Test func `A pattern stands for as many cases as it says`() async throws {
    let two = KnownFailure(name: "links/a/*o*", count: 3, reason: "x")
    let report = try await Setting.judged([two])
    #expect(report.staleExpectations.isEmpty)
    #expect(report.verdict("links/a/good") == .unexpectedPass)
    let miscounted = try await Setting.judged([
      KnownFailure(name: "links/a/*", count: 2, reason: "x")
    ])
    #expect(
      miscounted.staleExpectations.map(\.message) == [
        "\"links/a/*\" stands for 3 cases, not 2: look at what was added or removed"
      ]
    )
    #expect(!miscounted.isAsExpected)
  }

  @Test(arguments: [
    (
      "links/a/on",
      "\"links/a/on\" stands for no case: there is none in class recording, edition 2023 (did you mean \"links/a/one\"?)"
    ),
    ("links/a/zero", "\"links/a/zero\" stands for no case: it is links/a/one now"),
  ])
  func `An entry that stands for no case fails the run`(_ name: String, _ message: String)
    async throws
  {
    let report = try await Setting.judged(all + [KnownFailure(name: name, reason: "x")])
    #expect(report.staleExpectations.map(\.message) == [message])
    #expect(!report.isAsExpected)
  }

  @Test func `Two entries for one case are one too many`() async throws {
    let report = try await Setting.judged(
      all + [KnownFailure(name: "links/a/t*", count: 1, reason: "w")]
    )
    #expect(
      report.staleExpectations.map(\.message) == [
        "links/a/two is covered by two entries, \"links/a/two\" too: leave one of them"
      ]
    )
  }

  @Test func `What a filter leaves out is not judged`() async throws {
    let entries = all + [KnownFailure(name: "links/a/gone", reason: "x")]
    let other = try await Setting.judged(entries, filter: "reads/**")
    #expect(other.staleExpectations.isEmpty)
    #expect(other.isAsExpected)
    let same = try await Setting.judged(entries, filter: "links/**")
    #expect(same.staleExpectations.count == 1)
    // A pattern is counted over all cases, whatever the filter leaves of them.
    let part = try await Setting.judged(
      [KnownFailure(name: "links/a/*o", count: 1, reason: "x"), all[0]],
      filter: "links/a/two"
    )
    #expect(part.staleExpectations.isEmpty)
    #expect(part.isAsExpected)
  }
}

struct ExpectationsUpdatingTests {
  private func update(_ entries: [KnownFailure], filter: String? = nil) async throws -> Expectations
  {
    let (report, scope) = try await Setting.run(filter: filter)
    let updated = Expectations(entries: entries).updated(after: report, in: scope)
    // Whatever was there before: the run is as its own list says.
    #expect(report.judged(by: updated, in: scope).isAsExpected)
    return updated
  }

  @Test func `A first list names every failure, and waits for reasons`() async throws {
    let updated = try await update([])
    #expect(updated.entries.map(\.name) == ["links/a/one", "links/a/two", "links/b/crash"])
    #expect(!updated.entries.contains { !$0.isUnexplained })
  }

  @Test func `A written list reads back and holds`() async throws {
    let (report, scope) = try await Setting.run()
    let written = Expectations().updated(after: report, in: scope).text
    let read = try Expectations(text: Array(written.utf8), path: "known.json")
    let judged = report.judged(by: read, in: scope)
    #expect(judged.isAsExpected)
    #expect(judged.summary[.knownFailure] == 3)
    #expect(read.updated(after: report, in: scope).text == written)
  }

  @Test func `What still holds keeps its reason, what does not goes`() async throws {
    let updated = try await update([
      KnownFailure(name: "links/a/good", reason: "passes now"),
      KnownFailure(name: "links/b/crash", reason: "crashes"),
      KnownFailure(name: "links/a/gone", reason: "gone"),
    ])
    #expect(updated.entries.map(\.name) == ["links/b/crash", "links/a/one", "links/a/two"])
    #expect(updated.entries.first?.reason == "crashes")
  }

  @Test func `A pattern stays while all of its cases fail, and falls apart when one passes`()
    async throws
  {
    let holds = try await update([KnownFailure(name: "links/a/???", count: 7, reason: "x")])
    #expect(holds.entries.first == KnownFailure(name: "links/a/???", count: 2, reason: "x"))
    let broken = try await update([KnownFailure(name: "links/a/*", count: 3, reason: "x")])
    #expect(broken.entries.prefix(2).map(\.name) == ["links/a/one", "links/a/two"])
    #expect(broken.entries.prefix(2).map(\.reason) == ["x", "x"])
  }

  @Test func `What a filter leaves out stays`() async throws {
    let entry = KnownFailure(name: "links/b/crash", reason: "crashes")
    let updated = try await update([entry], filter: "links/a/*")
    #expect(updated.entries.map(\.name) == ["links/b/crash", "links/a/one", "links/a/two"])
  }
}
