import ArgumentParser
import Touchstone
import TouchstoneCaseFiles
import TouchstoneLinting

/// Looks for what is wrong with a suite.
struct LintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Check cases, requirements, golden documents and schemas against each other.",
    discussion: """
      Without --cases and --suite, a working copy of this project is checked if that is the current folder, and the \
      built-in suite otherwise. Cases of your own are held against the built-in specification, unless their folder has a Spec.

      Some text in Spec is made from the suite: the parts between the markers "<!-- generated: NAME -->" and \
      "<!-- end -->", the lists of cases, the JSON Schemas. With --fix, those of a working copy are brought up to date first.

      The exit status is 0 if nothing is wrong, 1 if something is, and 2 if the files could not be read.
      """
  )

  @OptionGroup var suite: SuiteOptions

  @Flag(help: "Rewrite the generated text of this working copy where it is out of date.")
  var fix = false

  func validate() throws {
    guard fix, checkout == nil else { return }
    throw ValidationError(
      "--fix rewrites a working copy of this project: run it in its folder, or name it with --suite"
    )
  }

  func run() throws {
    if fix, let checkout {
      for path in try SuiteLint.fix(checkout: checkout, FindingTables.texts) {
        Console.complain("rewrote \(path)")
      }
    }
    let lint = try SuiteLint(suite.source, also: [FindingCodesAreExplained()], FindingTables.texts)
    let counts = lint.counts
    for finding in lint.findings { Console.print(finding.description) }
    let sum = lint.findings.count == 1 ? "1 finding" : "\(lint.findings.count) findings"
    Console.complain(
      "\(lint.origin): \(counts.cases) cases, \(counts.requirements) requirements, "
        + "\(counts.documents) documents: \(sum)"
    )
    if !lint.findings.isEmpty { throw ExitCode(1) }
  }

  /// The working copy that is checked, if it is one.
  private var checkout: String? {
    if case .workingCopy(let path) = suite.source { path } else { nil }
  }
}
