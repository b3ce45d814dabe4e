package import Pages
package import TouchstoneExplaining

/// What came of a run or of a check of a trail, in the terms that every format and the console share.
///
/// Each format is written once, from this: none can say something else than the others.
package protocol Report: Sendable {
  /// The formats it can be written in, in the order in which they are listed for people.
  static var formats: [ReportFormat<Self>] { get }

  /// What the report is about, in a few words that are safe to print.
  var title: String { get }
  /// Whether all is well.
  var isAsExpected: Bool { get }
  /// The same in a word or two.
  var outcome: String { get }
  /// The sentences that sum it up.
  var statements: [String] { get }
  /// The names of what was looked at, if that is files.
  var subjects: [String] { get }
  /// The counts by chapter or by code; nil if there is nothing to count.
  var overview: ReportTable? { get }
  /// What is to be told beside the counts.
  var sections: [ReportSection] { get }
  /// Everything that was checked, as tests.
  var suites: TestSuites { get }
  /// All that is known, for programs.
  var jsonText: String { get }
  /// All that is known, for a browser.
  var page: Page { get }

  /// All of it for a console, as lines that are safe to print.
  func lines(style: ConsoleStyle) -> [String]
}

extension Report {
  /// All of it for a console, as one text that ends with a line break.
  package func text(style: ConsoleStyle = .plain) -> String {
    lines(style: style).joined(separator: "\n") + "\n"
  }
}

/// One format that reports can be written in.
package struct ReportFormat<Subject: Report>: Sendable {
  /// What the format is called on the command line.
  package let name: String
  /// The whole text of a file.
  package let text: @Sendable (Subject) -> String
  /// The whole text of a file that shows several reports side by side, if the format can do that.
  package var comparison: (@Sendable ([Subject]) -> String)?

  /// The format of that name.
  package static func named(_ name: String) -> Self? { Subject.formats.first { $0.name == name } }

  /// The names of all formats, as a list for people.
  package static var names: String { Subject.formats.map(\.name).joined(separator: ", ") }

  /// For programs: all that is known.
  package static var json: Self { Self(name: "json") { $0.jsonText } }
  /// For people: a page that needs no network.
  package static var html: Self { Self(name: "html") { $0.page.text } }
}
