import ArgumentParser
import Formats
import JSON
import ReferenceAdapter
import Touchstone
import TouchstoneExplaining
import TouchstoneExplore
import TouchstoneWire

/// Tells one case as a story, or as the messages that an implementation gets.
struct ShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show what a case does and what it expects.",
    discussion: """
      With --request, the messages are printed that an implementation is sent, a line each, to be piped into an adapter:

        touchstone show --request scopes/ending/a-second-commit-fails | python3 my_adapter.py

      With --expected, the reference runs the steps, and what it records is printed as steps and expectation of a case. \
      It is a draft for a case of your own: derive it from the specification before you keep it.

        touchstone show --expected care/visits/discharge --cases MyCases
      """
  )

  @Argument(
    help: ArgumentHelp(
      "The full name of a case, or an end of it that no other has.",
      valueName: "case"
    )
  )
  var name: String

  @Flag(help: "Print the requests of a run of this case alone, instead of the story.")
  var request = false

  @Flag(help: "Print what the reference would record, as a draft to be derived.")
  var expected = false

  @Option(help: "The edition that is asked for in them (default: the latest that the case is for).")
  var edition: String?

  @OptionGroup var suite: SuiteOptions

  func validate() throws {
    if request, expected { throw ValidationError("give one of --request and --expected") }
    if edition != nil, !request, !expected {
      throw ValidationError(
        "--edition says what --request and --expected ask for: give one of them"
      )
    }
    if let edition, !Suite.editions.contains(edition) {
      throw ValidationError(
        "unknown edition \(edition); known: \(Suite.editions.joined(separator: ", "))"
      )
    }
  }

  func run() async throws {
    let suite = try self.suite.load()
    let testCase = try suite.named(name)
    if expected { return try await printDraft(of: testCase) }
    guard request else {
      return Console.print(Story(testCase, requirements: suite.requirements).text)
    }
    for request in WireRequest.conversation(about: testCase, edition: chosenEdition(testCase)) {
      Console.print(request.message.text())
    }
  }

  private func chosenEdition(_ testCase: Case) -> String {
    let editions = testCase.editions ?? Suite.editions
    return edition ?? (editions.contains("2023") ? "2023" : editions[0])
  }

  private func printDraft(of testCase: Case) async throws {
    let draft = try await Draft(
      of: testCase,
      edition: Edition(rawValue: chosenEdition(testCase)) ?? .current,
      by: ReferenceImplementation(),
      listing: ReferenceImplementation.takingOtherWays()
    )
    Console.complain(
      "touchstone: a draft: the reference recorded this. Derive it from the specification before you keep it"
    )
    Console.print(draft.json.text(.pretty))
  }
}
