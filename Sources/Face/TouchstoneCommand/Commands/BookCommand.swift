import ArgumentParser
import Formats
import TouchstoneBook

/// Writes the specification with its cases as a site.
struct BookCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "book",
    abstract: "Write the specification with its cases as a static site.",
    discussion: """
      The pages can be opened from the folder as they are, or be served by any web server. The same suite always gives \
      the same files.
      """
  )

  @Argument(
    help: ArgumentHelp(
      "A folder that is not there yet, is empty, or holds a former book.",
      valueName: "folder"
    )
  )
  var folder: String

  @OptionGroup var suite: SuiteOptions

  func run() throws {
    suite.announce()
    let book = try Book(suite.source)
    try BookFolder(path: folder).write(book)
    Console.print(terminalSafe("\(book.files.count) files in \(folder): open \(folder)/index.html"))
  }
}
