import Foundation
import JSON
import ReferenceAdapter
import Testing
import Touchstone
import TouchstoneCaseFiles
import Violators

@testable import TouchstoneExplore

/// A defect that is planted is found, made small and told.
struct DifferenceTests {
  private static func violator(_ id: String) throws -> any Implementation {
    try #require(Catalogue.all.first { $0.id == id }).make()
  }

  @Test(arguments: [
    ("empty-transactions-make-no-version", ["COMBINE-14", "WRITE-5"]),
    ("reads-are-written-at-the-end", ["READ-24", "LINK-22"]),
  ])
  func `A defect comes down to a program of few steps, and names what it is about`(
    id: String,
    requirements: [String]
  ) async throws {
    let exploration = try await explore(Self.violator(id), count: 400, suspects: Catalogue.all)
    let first = try #require(exploration.differences.first)
    #expect(first.isMinimal)
    let steps = (first.program.given + first.program.steps).map(Step.init)
    #expect(steps.flatMap(\.withNested).count <= 9)
    #expect(
      !first.testCase.requirements.allSatisfy { !requirements.contains($0) },
      "\(first.testCase.requirements)"
    )
  }

  /// Each of these breaks what a program has, and what it lacks; others that answer like it fail the documents' examples.
  @Test(arguments: [
    ("objects-as-they-were-found", ["READ-20"]), ("reads-are-written-at-the-end", ["LINK-22"]),
    ("links-are-no-reads", ["DOC-1", "DOC-3", "DOC-6", "DOC-8"]),
  ])
  func `A difference names no requirement that its program is not about`(
    id: String,
    others: [String]
  ) async throws {
    let exploration = try await explore(Self.violator(id), count: 150, suspects: Catalogue.all)
    let first = try #require(exploration.differences.first)
    #expect(!first.testCase.requirements.isEmpty)
    #expect(
      Set(others).isDisjoint(with: first.testCase.requirements),
      "\(first.testCase.requirements)"
    )
  }

  @Test func `Programs that show the same are one difference`() async throws {
    let subject = Breaking { program in
      program.steps.flatMap(\.withNested).contains { $0.name == "recordEvent" }
    }
    let exploration = try await explore(subject, count: 100)
    #expect(exploration.differing == 3)
    #expect(exploration.differences.map(\.seeds.count) == [3])
    let steps: [JSON] = [["do": "recordEvent", "activity": ""]]
    #expect(exploration.differences.first?.program.steps == steps)
  }

  @Test func `What is found does not depend on what runs at the same time`() async throws {
    var found: [[JSON]] = []
    for jobs in [1, 4] {
      let duel = try await Duel(
        of: Self.violator("empty-transactions-make-no-version"),
        model: ReferenceImplementation(),
        settings: ExploreSettings()
      )
      var limits = Explorer.Limits(count: 200, time: nil)
      limits.differing = 2
      let exploration = await Explorer(duel, seed: 5, limits: limits, jobs: jobs).explore()
      found.append(exploration.differences.map(\.groupFile))
    }
    #expect(found[0] == found[1])
    #expect(!found[0].isEmpty)
  }

  @Test(arguments: [
    ("empty-transactions-make-no-version", ConformanceClass.recording),
    ("resets-take-all-realms", .mobilePlatform), ("readers-write", .mobilePlatform),
  ])
  func `The case that is written is valid, passes on the reference and fails on what differs`(
    id: String,
    conformanceClass: ConformanceClass
  ) async throws {
    let wrong = try Self.violator(id)
    let settings = ExploreSettings(conformanceClass: conformanceClass)
    let exploration = try await explore(wrong, settings, count: 150, differing: 2)
    #expect(exploration.differences.allSatisfy { $0.isMinimal })
    #expect(!exploration.differences.isEmpty)
    let cases = try Self.cases(of: exploration.differences)
    #expect(cases.count == exploration.differences.count)
    let right = try await Runner().run(cases, on: ReferenceImplementation())
    #expect(right.verdicts.allSatisfy { $0.verdict == .passed })
    let failing = try await Runner().run(cases, on: wrong)
    #expect(failing.verdicts.allSatisfy { $0.verdict == .failed })
  }

  @Test(arguments: [ConformanceClass.flexibleSync, .mobilePlatform])
  func `Every program with several devices is a case that the suite takes`(
    _ conformanceClass: ConformanceClass
  )
    async throws
  {
    let duel = try await Duel(
      of: ReferenceImplementation(),
      model: ReferenceImplementation(),
      settings: ExploreSettings(conformanceClass: conformanceClass)
    )
    var programs: [Difference] = []
    for seed in 1...25 as ClosedRange<UInt64> {
      let program = duel.program(seed: seed)
      guard case .agreed(var testCase) = await duel.outcome(of: program) else { continue }
      testCase.requirements = ["OPEN-9"]
      testCase.needs = duel.needs(of: testCase)
      let verdict = CaseVerdict(on: testCase, withoutAnswer: "none is needed")
      programs.append(
        Difference(seeds: [seed], program: program, verdict: verdict, isMinimal: false)
      )
    }
    #expect(try Self.cases(of: programs).count == 25)
  }

  /// The cases that are written for differences, as the suite reads them.
  private static func cases(of differences: [Difference]) throws -> [Case] {
    let folder = URL.temporaryDirectory.appending(path: "explored-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let chapter = folder.appending(path: "explored")
    try FileManager.default.createDirectory(at: chapter, withIntermediateDirectories: true)
    for (index, difference) in differences.enumerated() {
      try Data(difference.groupFile.text(.pretty).utf8)
        .write(to: chapter.appending(path: "group-\(index).json"))
    }
    return try Suite(directory: folder.path(percentEncoded: false)).cases
  }

  @Test func `An implementation that gives no answer is found, and its program made small`()
    async throws
  {
    let subject = Breaking { program in
      (program.given + program.steps).flatMap(\.withNested).contains { $0.name == "delete" }
    }
    let exploration = try await explore(subject, count: 200)
    let first = try #require(exploration.differences.first)
    #expect(first.verdict.verdict == .errored)
    #expect(first.isMinimal)
    let steps = (first.program.given + first.program.steps).flatMap { Step($0).withNested }
    #expect(steps.count { $0.name == "delete" } == 1)
    // What is deleted has to be created, and a case has to show something besides.
    #expect(steps.count <= 6)
  }

  @Test func `What may be listed or left out is not a difference`() async throws {
    // WRITE-17: an object that was assigned to without any change.
    let listing = ReferenceImplementation.takingOtherWays()
    let exploration = try await explore(listing, count: 200)
    #expect(exploration.differences.isEmpty)
  }

  @Test func `A change that loses to a later one may be refused or not`() async throws {
    var program = Program()
    program.schema = SyncApp.schema(with: [], hasPlace: false)
    program.configuration = [
      "sync": "flexible", "events": .null,
      "flexibleSync": [
        "role": SyncApp.roles[2], "queryableFields": SyncApp.queryableFields,
        "realms": ["a": ["user": "u0", "subscriptions": [SyncApp.subscription(to: 0...9)]]],
        "serverData": ["Item": [["_id": 7, "owner": "u1", "n": 1, "mark": 1]]],
      ],
    ]
    program.steps = [
      ["do": "synchronize"], ["do": "get", "type": "Item", "key": 7, "as": "item"],
      ["do": "setClock", "to": ["$date": "2022-04-15T05:22:00.000Z"]],
      ["do": "write", "steps": [["do": "set", "object": "item", "property": "n", "value": 2]]],
      ["do": "setClock", "to": ["$date": "2022-04-15T05:32:00.000Z"]],
      ["do": "serverWrite", "type": "Item", "key": 7, "set": ["n": 3]],
      ["do": "synchronize"],
    ]
    func isDifferent(widerModel: ReferenceImplementation?) async throws -> Bool {
      let duel = try await Duel(
        of: ReferenceImplementation.takingOtherWays(),
        model: ReferenceImplementation(),
        widerModel: widerModel,
        settings: ExploreSettings(conformanceClass: .flexibleSync)
      )
      let outcome = await duel.outcome(of: program)
      guard case .differed = outcome else {
        guard case .agreed = outcome else { throw ExploreError("\(outcome)") }
        return false
      }
      return true
    }
    #expect(try await isDifferent(widerModel: nil))
    #expect(try await !isDifferent(widerModel: .takingOtherWays()))
  }

  private static let plain = CaseProgram(schema: [:], configuration: [:], given: [], steps: [])

  @Test func `Of two wider events either may be the one that a trail has`() {
    func write(_ data: JSONObject) -> JSON {
      ["event": "write", "activity": "", "data": .object(data)]
    }
    func optional(_ events: [JSON], among wider: [JSON]) -> [Bool] {
      TrailChoices(wider: wider, of: Self.plain).settled(events) { $0 }
        .map { $0["optional"] == true }
    }
    let change: JSON = ["modifications": [["oldValue": ["_id": 1], "newValue": [:]]]]
    let (one, both) = (write(["Address": change]), write(["Address": change, "Office": change]))
    #expect(optional([one], among: [one, both]) == [true, true])
    #expect(optional([one, one], among: [one, both]) == [false, false])
    #expect(optional([both], among: [one, both]) == [true, false])
  }

  @Test func `Of two objects that look the same one may be left out`() throws {
    func write(_ entries: JSON...) -> JSON {
      ["event": "write", "activity": "", "data": ["P": ["modifications": .array(entries)]]]
    }
    let entry: JSON = ["oldValue": .null, "newValue": .null]
    let settled = TrailChoices(wider: [write(entry, entry)], of: Self.plain)
      .settled([write(entry)]) { $0 }
    let data = try #require(settled.first?["data"])
    #expect(data[Matcher.anyOf.rawValue]?.array?.count == 2)
  }

  @Test func `Nor is it between two implementations without the reference`() async throws {
    for isFirst in [true, false] {
      let listing = ReferenceImplementation.takingOtherWays()
      let plain = ReferenceImplementation()
      let duel = try await Duel(
        of: isFirst ? listing : plain,
        model: isFirst ? plain : listing,
        settings: ExploreSettings()
      )
      let limits = Explorer.Limits(count: 100, time: nil)
      let exploration = await Explorer(duel, seed: 1, limits: limits, jobs: 2).explore()
      #expect(exploration.differences.isEmpty)
      #expect(exploration.leftOut == 0)
    }
  }

  /// A person with a text of its own who is assigned something, in a transaction with other steps.
  private func represented(_ text: JSON?, _ steps: [JSON]) -> Program {
    var program = Program()
    program.schema = [
      "Person": [
        "primaryKey": "_id", "properties": ["_id": "int", "size": "double", "home": "Address?"],
      ],
      "Address": ["embedded": true, "properties": ["names": "list<string>"]],
    ]
    program.configuration = ["representations": ["Person": text.map { [["text": $0]] } ?? []]]
    program.given = [
      [
        "do": "write",
        "steps": [
          [
            "do": "create", "type": "Person", "as": "person",
            "value": ["_id": 1, "size": 2.5, "home": ["names": [""]]],
          ]
        ],
      ]
    ]
    program.steps = [
      ["do": "beginScope", "activity": "edit", "as": "scope"],
      ["do": "follow", "object": "person", "property": "home", "as": "home"],
      ["do": "write", "steps": .array(steps)],
      ["do": "commitScope", "scope": "scope"],
    ]
    return program
  }

  // Nothing may stand for it as well: then it is written as usual.
  @Test(arguments: [#"{"own": ${_id}}"#, "[${_id}, 1]", "${_id}", nil])
  func `An equal assignment beside an embedded change may be listed whatever stands for the object`(
    text: String?
  ) async throws {
    let reference = ReferenceImplementation()
    let leavingOut = Editing { document in
      guard case .object(var members) = document, let data = members["data"]?.string,
        case .object(var payload)? = try? JSON(parsing: data), payload["Address"] != nil
      else { return document }
      payload["Person"] = nil
      members["data"] = .string(JSON.object(payload).text())
      return .object(members)
    }
    let clear: JSON = ["do": "clear", "object": "home", "property": "names"]
    let assign: JSON = ["do": "set", "object": "person", "property": "size", "value": 2.5]
    let program = represented(text.map(JSON.string), [clear, assign])
    for wider in [ReferenceImplementation.takingOtherWays(), nil] {
      let duel = try await Duel(
        of: leavingOut,
        model: reference,
        widerModel: wider,
        settings: ExploreSettings()
      )
      guard case .agreed = await duel.outcome(of: program) else {
        Issue.record("the trail without the person differs")
        continue
      }
    }
  }

  @Test func `A text that fails only where the object is listed is not a difference`()
    async throws
  {
    let listing = ReferenceImplementation.takingOtherWays()
    let duel = try await Duel(
      of: listing,
      model: ReferenceImplementation(),
      widerModel: listing,
      settings: ExploreSettings()
    )
    let assign: JSON = ["do": "set", "object": "person", "property": "size", "value": 2.5]
    let change: JSON = ["do": "set", "object": "person", "property": "size", "value": 3.5]
    for (text, step) in [("", assign), (#"{"own": 1}"#, assign), ("", change)] {
      guard case .agreed = await duel.outcome(of: represented(.string(text), [step])) else {
        Issue.record("\(step) with the text \(text) differs")
        continue
      }
    }
  }

  @Test func `A change of an object with a text of its own has to be listed`() async throws {
    let leavingOut = Editing { $0["event"] == "write" ? nil : $0 }
    let change: JSON = ["do": "set", "object": "person", "property": "size", "value": 3.5]
    let duel = try await Duel(
      of: leavingOut,
      model: ReferenceImplementation(),
      widerModel: ReferenceImplementation.takingOtherWays(),
      settings: ExploreSettings()
    )
    let program = represented(#"{"own": ${_id}}"#, [change])
    guard case .differed = await duel.outcome(of: program) else {
      Issue.record("a trail without the change is taken for right")
      return
    }
  }

  @Test func `An implementation that records nothing differs at once`() async throws {
    let silent = Breaking(answering: .completed(steps: [], events: [])) { _ in true }
    let exploration = try await explore(silent, count: 50)
    #expect(exploration.differing == 3)
    #expect(exploration.isStopped)
  }
}

/// The reference, with its trail edited document by document; nil leaves one out.
struct Editing: Implementation {
  let edit: @Sendable (JSON) -> JSON?
  private let reference = ReferenceImplementation()

  init(_ edit: @escaping @Sendable (JSON) -> JSON?) { self.edit = edit }

  func initialize(edition: String) async throws -> ImplementationInfo {
    try await reference.initialize(edition: edition)
  }

  func runCase(_ program: CaseProgram) async throws -> CaseResult {
    let answer = try await reference.runCase(program)
    guard case .completed(let steps, let events) = answer else { return answer }
    return .completed(steps: steps, events: events.compactMap(edit))
  }
}

/// The reference, but for programs that it does not answer, or with this.
struct Breaking: Implementation {
  struct Fault: Error {}

  var answering: CaseResult?
  let breaks: @Sendable (CaseProgram) -> Bool
  private let reference = ReferenceImplementation()

  init(answering: CaseResult? = nil, _ breaks: @escaping @Sendable (CaseProgram) -> Bool) {
    (self.answering, self.breaks) = (answering, breaks)
  }

  func initialize(edition: String) async throws -> ImplementationInfo {
    try await reference.initialize(edition: edition)
  }

  func runCase(_ program: CaseProgram) async throws -> CaseResult {
    guard breaks(program) else { return try await reference.runCase(program) }
    guard let answering else { throw Fault() }
    return answering
  }
}
