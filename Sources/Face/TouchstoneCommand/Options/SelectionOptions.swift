import ArgumentParser
import Touchstone

/// Which cases a command is about; shared by every subcommand that takes more than one case.
struct SelectionOptions: ParsableArguments {
  @Option(help: "The edition whose cases are taken: 2022, 2023 or core (default: 2023).")
  var edition: String?

  @Option(
    name: .customLong("class"),
    help: "The conformance class whose cases are taken (default: recording)."
  )
  var conformanceClass: String?

  @Option(
    help: ArgumentHelp(
      """
      A pattern for full names: * and ? stay within a part, ** crosses slashes. May be given several times: a case \
      matches one of them.
      """,
      valueName: "pattern"
    )
  )
  var filter: [String] = []

  @Option(
    help: ArgumentHelp(
      "A pattern for full names of cases that are left out. May be given several times.",
      valueName: "pattern"
    )
  )
  var exclude: [String] = []

  @OptionGroup var suite: SuiteOptions

  /// What was asked for; an earlier report says what is usual.
  func selection(after earlier: RunSelection? = nil) -> RunSelection {
    RunSelection(
      edition: edition ?? earlier?.edition ?? "2023",
      conformanceClass: conformanceClass ?? earlier?.conformanceClass ?? "recording",
      filters: filter,
      exclusions: exclude,
      folder: suite.folder
    )
  }
}
