package import ArgumentParser
import Foundation
import Touchstone
import TouchstoneProcess

/// The command line: every subcommand in a file of its own.
package struct TouchstoneCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "touchstone",
    abstract: "The conformance suite for recorders of audit trails.",
    version: "touchstone \(ToolVersion.current)",
    subcommands: [
      RunCommand.self,
      ListCommand.self,
      ShowCommand.self,
      ReportCommand.self,
      CompareCommand.self,
      CheckCommand.self,
      MergeCommand.self,
      LintCommand.self,
      InitCommand.self,
      ReferenceCommand.self,
      ExportCommand.self,
      SmokeCommand.self,
      ExploreCommand.self,
      ViolatorsCommand.self,
      BookCommand.self,
      TrailCommand.self,
      SchemaCommand.self,
      TrailSampleCommand.self,
      ConvertCommand.self,
    ]
  )

  package init() {}

  /// Carries out what a command line asks for in this process, for what drives commands as a program does; what is
  /// asynchronous starts programs, and is left out.
  package static func carryOut(_ arguments: [String]) throws {
    var command = try TrailFileArguments.parse(arguments)
    guard !(command is any AsyncParsableCommand) else {
      throw ValidationError("\(arguments[0]) is asynchronous")
    }
    try command.run()
  }

  /// Runs the command so that its exit status means: 0 all as expected, 1 some case is not, 2 the run itself could
  /// not be carried out.
  package static func main() async {
    // `touchstone list | head` ends quietly: output that is not read any more is not written.
    signal(SIGPIPE, SIG_IGN)
    // The usage helps with words that no command takes, and would be that of another one afterwards.
    var isParsed = false
    do {
      // To count the cases takes longer than to print the help, which has the version too.
      if CommandLine.arguments.dropFirst().elementsEqual(["--version"]) {
        return Console.print(try VersionText.text())
      }
      if let unknown = UnknownSubcommand(CommandLine.arguments.dropFirst()) { throw unknown }
      if CommandLine.arguments.dropFirst().elementsEqual(["--version", "--long"]) {
        return Console.print(try VersionText.long())
      }
      var command = try TrailFileArguments.parse(Array(CommandLine.arguments.dropFirst()))
      isParsed = true
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
      endOrphans()
    } catch {
      endOrphans()
      leave(because: error, isParsed: isParsed)
    }
  }

  /// Says what an implementation left behind; nothing of it is there when the command ends.
  private static func endOrphans() {
    if let sentence = Orphans.end() { Console.complain("touchstone: \(sentence)") }
  }

  private static func leave(because error: any Error, isParsed: Bool) -> Never {
    switch exitCode(for: error) {
    case .success:
      Console.print(fullMessage(for: error))
      exit(withError: ExitCode.success)
    case .validationFailure,
      .failure where !(error is ExitCode):
      let text = isParsed ? message(for: error) : fullMessage(for: error)
      Console.complain(ErrorMessage.text(for: error, usage: text))
      exit(withError: ExitCode(2))
    case let code: exit(withError: code)
    }
  }
}
