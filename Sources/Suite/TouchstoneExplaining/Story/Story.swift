import Formats
package import JSON
package import Touchstone

/// A case told to people: what is given, what is done, and what is expected of it.
///
/// Steps are told in the words of the documents' own samples. All lines are safe to print.
package struct Story: Sendable, Hashable {
  /// The name, the place, the title and how binding the case is.
  package var heading: [String]
  /// The configuration and the classes.
  package var setting: [String]
  /// What is there before the case begins.
  package var given: [String]
  /// What happens, a step a line behind its number, with what is expected of a step beside it.
  package var steps: [String] { stepLines.map(\.text) }
  let stepLines: [StepTeller.Line]
  /// The expected trail, or the refusal to open.
  package var expected: [String]
  /// What the case shows.
  package var requirements: [String]
  /// What tends to be wrong when it fails.
  package var notes: [String]

  /// The story of a case; the requirements give it their sentences, and steps may have the numbers that findings use.
  package init(
    _ testCase: Case,
    requirements: [String: Requirement] = [:],
    isNumbered: Bool = true
  ) {
    let teller = StepTeller(
      isNumbered: isNumbered,
      conformanceClass: ConformanceClass(rawValue: testCase.conformanceClass)
    )
    heading = Self.heading(of: testCase)
    setting = Self.setting(of: testCase)
    given = teller.lines(of: testCase.given).map(\.text)
    stepLines = teller.lines(of: testCase.steps, actors: StoryActors(testCase))
    expected = Self.expected(of: testCase.expectation)
    let summaries = requirements.mapValues(\.summary)
    self.requirements = testCase.requirements.flatMap { Self.sentence(of: $0, in: summaries) }
    notes = testCase.notes.map { Paragraph.lines(of: $0) } ?? []
  }

  /// All of it in order, with a title above each part.
  package var lines: [String] {
    let parts = [
      ("Setting", setting), ("Given", given), ("Steps", steps), ("Expected", expected),
      ("Requirements", requirements), ("Notes", notes),
    ]
    return heading
      + parts.filter { !$0.1.isEmpty }.flatMap { title, lines in
        ["", title] + lines.map { $0.isEmpty ? "" : "  " + $0 }
      }
  }

  /// All of it as one text.
  package var text: String { lines.joined(separator: "\n") }
}

extension Story {
  private static func heading(of testCase: Case) -> [String] {
    let editions =
      testCase.editions.map { "editions " + $0.joined(separator: ", ") } ?? "every edition"
    var facts = ["class \(testCase.conformanceClass)", testCase.level.rawValue, editions]
    if !testCase.needs.isEmpty { facts.append("needs " + testCase.needs.joined(separator: ", ")) }
    let lines = [
      testCase.name, testCase.title, facts.joined(separator: " · "), testCase.location.description,
    ]
    return lines.map(terminalSafe)
  }

  private static func setting(of testCase: Case) -> [String] {
    var lines: [String] = []
    if testCase.configuration.object?.isEmpty == false {
      let configuration = MobilePlatform.withoutSecrets(testCase.configuration)
      let text = Layout.lines(of: configuration, width: Paragraph.width - 16)
      lines += zip(["configuration = "] + text.dropFirst().map { _ in "" }, text).map { $0 + $1 }
    }
    for definition in testCase.schema.classes {
      let kind = definition.isEmbedded ? "embedded class" : "class"
      let properties = definition.properties.map { property in
        "\(property.name): \(property.text.string ?? property.text.text())"
          + (property.name == definition.primaryKey ? " (primary key)" : "")
      }
      lines += Paragraph.lines(
        of: "\(kind) \(definition.name) { \(properties.joined(separator: ", ")) }",
        hanging: 2
      )
    }
    return lines.map(terminalSafe)
  }

  /// The expected trail of an `expect`, or the refusal to open.
  package static func expected(of expectation: JSON) -> [String] {
    if let failure = expectation[.openFails] {
      return [terminalSafe("opening the realm fails: " + StepTeller.failure(failure))]
    }
    guard let events = expectation[.trail] else { return [] }
    if events.array?.isEmpty == true { return ["no event"] }
    let isFree = expectation[.order] == "any"
    return (isFree ? ["in any order:"] : []) + Layout.lines(of: events).map(terminalSafe)
  }

  /// A requirement with its sentence, where that is known.
  static func sentence(of id: String, in requirements: [String: RequirementSummary]) -> [String] {
    guard let requirement = requirements[id] else { return [terminalSafe(id)] }
    let level = requirement.level.rawValue.uppercased()
    return Paragraph.lines(of: "\(id) \(level): \(requirement.text)", hanging: 2)
  }
}
