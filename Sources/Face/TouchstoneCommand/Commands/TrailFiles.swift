import ArgumentParser
import Formats
import JSON
import TrailAnswers
import TrailReading

/// A command that reads the files of a trail: there may be tens of thousands.
///
/// The time that ArgumentParser takes grows with the square of the number of its arguments. Therefore long runs of
/// files are joined before it sees them, with a character that no argument of a process contains, and taken apart
/// again before the command runs.
protocol TrailFiles: ParsableCommand {
  var files: [String] { get set }
}

/// A question about a trail.
protocol TrailQuestionCommand: TrailFiles {
  var source: TrailSourceOptions { get set }
}

extension TrailQuestionCommand {
  var files: [String] {
    get { source.files }
    set { source.files = newValue }
  }
}

extension TrailSourceOptions {
  /// A question about what a filter leaves, and about some objects if they are named.
  func question(
    _ filter: TrailFilterOptions,
    about objects: [String] = []
  ) throws -> TrailQuestion {
    var question = try question()
    question.filter = try filter.filter(self)
    question.objects = try objects.map(Self.object)
    return question
  }
}

extension TrailError {
  /// What a command says that was given nothing to read.
  static func noDocuments(in files: [String]) -> TrailError {
    TrailError("no documents found in \(names(files))")
  }

  /// What it says where there was something to read, and none of it was a document.
  static func nothingRead(of files: [String]) -> TrailError {
    TrailError(
      "\(names(files)): not one document could be read. A trail is what mongoexport or mongodump writes of the collection"
    )
  }

  private static func names(_ files: [String]) -> String {
    files.map(plainOrQuoted).joined(separator: ", ")
  }
}

/// Parses the arguments of the process in a time that grows with their number.
enum TrailFileArguments {
  private static let separator: Character = "\0"
  /// Shorter runs cost nothing worth mentioning.
  private static let shortestRun = 256
  private static let commands: [any ParsableCommand.Type] = [
    CheckCommand.self, MergeCommand.self, TrailCommand.self, ConvertCommand.self,
    SchemaCommand.self,
  ]

  /// The command that the arguments of the process ask for.
  static func parse(_ arguments: [String]) throws -> any ParsableCommand {
    let arguments = withValuesJoined(arguments)
    let command = try TouchstoneCommand.parseAsRoot(joined(arguments))
    try RepeatedOptions.refuse(in: arguments, of: type(of: command))
    guard var reading = command as? any TrailFiles else { return command }
    reading.files = reading.files.flatMap {
      $0.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
    if let fault = MissingDashes(reading.files, of: type(of: command)) { throw fault }
    guard reading.files.filter({ $0 == "-" }).count < 2 else {
      throw ValidationError("standard input can be read only once: give - once")
    }
    return reading
  }

  /// The arguments with negative numbers joined to their options: `--seed -1` means `--seed=-1`, and so do
  /// `--utc-offset -05:00` and `--at -0001-01-01`, since no option begins with a digit.
  static func withValuesJoined(_ arguments: [String]) -> [String] {
    // What stands behind two hyphens is the command of an adapter, or files.
    let own = arguments.prefix { $0 != "--" }
    let joined = own.reduce(into: [String]()) { result, argument in
      let text = argument.utf8
      let isNegative = text.first == UInt8(ascii: "-") && text.dropFirst().first?.isDigit ?? false
      if isNegative, let option = result.last, option.hasPrefix("--"), !option.contains("=") {
        result[result.count - 1] = option + "=" + argument
      } else {
        result.append(argument)
      }
    }
    return joined + arguments[own.count...]
  }

  /// The arguments with long runs of files joined.
  static func joined(_ arguments: [String]) -> [String] {
    guard let name = arguments.first,
      commands.contains(where: { $0.configuration.commandName == name })
    else { return arguments }
    var result: [String] = []
    var run: [String] = []
    for argument in arguments {
      // A hyphen alone is standard input.
      if argument.utf8.first == UInt8(ascii: "-"), argument != "-" {
        close(&run, into: &result)
        result.append(argument)
      } else {
        run.append(argument)
      }
    }
    close(&run, into: &result)
    return result
  }

  private static func close(_ run: inout [String], into result: inout [String]) {
    defer { run.removeAll() }
    guard run.count >= shortestRun else { return result.append(contentsOf: run) }
    // The first ones may be the names of the command and its subcommand, or the value of the option before them.
    result.append(contentsOf: run.prefix(2))
    result.append(run.dropFirst(2).joined(separator: String(separator)))
  }
}
