import ArgumentParser
import Touchstone

/// Which cases a command is about; shared by every subcommand that takes more than one case.
struct SelectionOptions: ParsableArguments {
  @Option(help: "The edition whose cases are taken: 2022, 2023 or core (default: 2023).")
  var edition: String?

  @Option(name: .customLong("class"), help: "The conformance class whose cases are taken.")
  var conformanceClass = "recording"

  @Option(
    help: ArgumentHelp(
      "A pattern for full names: * and ? stay within a part, ** crosses slashes.",
      valueName: "pattern"
    )
  )
  var filter: String?

  @OptionGroup var suite: SuiteOptions
}

extension Suite {
  /// What was asked for.
  func selecting(_ options: SelectionOptions) throws -> Suite {
    try selecting(
      edition: options.edition ?? "2023",
      class: options.conformanceClass,
      filter: options.filter
    )
  }
}
