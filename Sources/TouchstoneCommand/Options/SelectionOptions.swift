import ArgumentParser
import Foundation
import Touchstone

/// Which cases a command is about; shared by every subcommand that takes more than one case.
struct SelectionOptions: ParsableArguments {
  @Option(help: "The edition whose cases are taken: 2022, 2023 or core.")
  var edition = "2023"

  @Option(name: .customLong("class"), help: "The conformance class whose cases are taken.")
  var conformanceClass = "recording"

  @Option(
    help: ArgumentHelp(
      "A pattern for full names: * and ? stay within a part, ** crosses slashes.",
      valueName: "pattern"
    )
  )
  var filter: String?

  @OptionGroup var source: SuiteSource

  /// The suite, and nothing of it but what was asked for.
  func select() throws -> Suite {
    try source.load().selecting(edition: edition, class: conformanceClass, filter: filter)
  }
}

/// Where the cases come from: an option, then the environment, then what the program was built with.
struct SuiteSource: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A folder of chapters to take instead of the built-in cases (or TOUCHSTONE_CASES).",
      valueName: "folder"
    )
  )
  var cases: String?

  /// All of the suite.
  func load() throws -> Suite {
    guard let folder else { return try Suite.embedded() }
    return try Suite(directory: folder)
  }

  /// The folder that replaces the built-in cases, if one does.
  var folder: String? {
    let variable = ProcessInfo.processInfo.environment["TOUCHSTONE_CASES"] ?? ""
    return cases ?? (variable.isEmpty ? nil : variable)
  }
}
