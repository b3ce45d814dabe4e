import ArgumentParser
import Formats

/// Writes the beginning of an adapter.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write an adapter to fill in: \(Skeleton.languages.joined(separator: ", ")).",
    discussion: """
      The adapter speaks the wire protocol, records custom events, and answers all else with "unsupported". Its README \
      says where to go on. Nothing is overwritten: the folder must be new or empty.
      """
  )

  @Argument(help: "The language: \(Skeleton.languages.joined(separator: ", ")).")
  var language: String

  @Argument(help: ArgumentHelp("A new or empty folder.", valueName: "folder"))
  var folder: String

  func run() throws {
    let skeleton = try Skeleton(language: language)
    try skeleton.write(to: folder)
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    for file in skeleton.files { Console.print(terminalSafe(base + file.path)) }
    Console.complain("begin with \(terminalSafe(base))README.md")
  }
}
