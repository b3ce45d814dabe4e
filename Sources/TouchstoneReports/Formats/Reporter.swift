import Touchstone

/// One format that a report can be written in.
package protocol Reporter: Sendable {
  /// What the format is called on the command line.
  var format: String { get }

  /// The whole text of a file.
  func text(of report: ReportFile) -> String
}

/// A format that shows several reports side by side.
package protocol ComparingReporter: Reporter {
  /// The whole text of a file about all of them.
  func text(of reports: [ReportFile]) -> String
}

/// The formats there are: a new one is a type of its own and an entry here.
package enum Reporters {
  /// All of them, in the order in which they are listed for people.
  package static let all: [any Reporter] = [
    JSONReporter(), JUnitReporter(), TAPReporter(), MarkdownReporter(), HTMLReporter(),
  ]

  /// The names of all formats.
  package static var formats: [String] { all.map(\.format) }

  /// The one of that name.
  package static func named(_ format: String) -> (any Reporter)? {
    all.first { $0.format == format }
  }
}
