import ArgumentParser
import Touchstone

/// Tells one case as a story.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show what a case does and what it expects."
  )

  @Argument(
    help: ArgumentHelp(
      "The full name of a case, or an end of it that no other has.",
      valueName: "case"
    )
  )
  var name: String

  @OptionGroup var suite: SuiteOptions

  func run() throws {
    let suite = try self.suite.load()
    let story = try Story(suite.named(name), requirements: suite.requirements)
    Console.print(story.text)
  }
}
