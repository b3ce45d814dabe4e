import ArgumentParser
import Formats
import JSON
import Touchstone
import TouchstoneExplaining

/// Lists cases for people, or for programs.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the cases of a class and an edition."
  )

  @OptionGroup var selection: SelectionOptions

  @Flag(help: "Print an array of objects instead of a table.")
  var json = false

  func run() throws {
    let cases = try selection.suite.load().selecting(selection.selection()).cases
    if json {
      Console.print(JSON.array(cases.map(\.summary)).text(.pretty))
    } else {
      let width = cases.map(\.name.count).max() ?? 0
      Console.write(cases.map { $0.line(nameWidth: width) }.joined())
    }
  }
}

extension Case {
  /// What a program needs to know to choose this case.
  fileprivate var summary: JSON {
    [
      "name": .string(name),
      "title": .string(title),
      "class": .string(conformanceClass),
      "editions": .array((editions ?? Suite.editions).map(JSON.string)),
      "requirements": .array(requirements.map(JSON.string)),
      "needs": .array(needs.map(JSON.string)),
      "level": .string(level.rawValue),
    ]
  }

  fileprivate func line(nameWidth: Int) -> String {
    terminalSafe(TextWrapping.pad(name, to: nameWidth) + "  " + title) + "\n"
  }
}
