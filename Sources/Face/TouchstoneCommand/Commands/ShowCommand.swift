import ArgumentParser
import JSON
import Touchstone
import TouchstoneExplaining
import TouchstoneWire

/// Tells one case as a story, or as the messages that an implementation gets.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show what a case does and what it expects.",
    discussion: """
      With --request, the messages are printed that an implementation is sent, a line each, to be piped into an adapter:

        touchstone show --request scopes/ends/commit | python3 my_adapter.py
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

  @Option(help: "The edition that is asked for in them (default: the latest that the case is for).")
  var edition: String?

  @OptionGroup var suite: SuiteOptions

  func validate() throws {
    if edition != nil, !request {
      throw ValidationError("--edition says what --request asks for: give both")
    }
    if let edition, !Suite.editions.contains(edition) {
      throw ValidationError(
        "unknown edition \(edition); known: \(Suite.editions.joined(separator: ", "))"
      )
    }
  }

  func run() throws {
    let suite = try self.suite.load()
    let testCase = try suite.named(name)
    guard request else {
      return Console.print(Story(testCase, requirements: suite.requirements).text)
    }
    let editions = testCase.editions ?? Suite.editions
    let latest = editions.contains("2023") ? "2023" : editions[0]
    for request in WireRequest.conversation(about: testCase, edition: edition ?? latest) {
      Console.print(request.message.text())
    }
  }
}
