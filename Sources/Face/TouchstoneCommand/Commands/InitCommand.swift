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

      With --schema, the adapter is for tables that are there already (\(TableSkeleton.languages.joined(separator: ", "))): \
      what maps the steps of cases onto them is written, and the calls of your recorder are to be filled in.
      """
  )

  @Option(
    help: ArgumentHelp("The tables as the schema of a group file.", valueName: "file")
  )
  var schema: String?

  @Argument(help: "The language: \(Skeleton.languages.joined(separator: ", ")).")
  var language: String

  @Argument(help: ArgumentHelp("A new or empty folder.", valueName: "folder"))
  var folder: String

  func run() throws {
    let skeleton =
      try schema.map { try Skeleton(language: language, schema: $0) }
      ?? Skeleton(language: language)
    try skeleton.write(to: folder)
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    for file in skeleton.files { Console.print(terminalSafe(base + file.path)) }
    Console.complain("begin with \(terminalSafe(base))README.md")
  }
}
