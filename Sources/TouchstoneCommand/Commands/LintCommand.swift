import ArgumentParser
import Foundation
import Touchstone

/// Looks for what is wrong with a suite.
struct LintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Check cases, requirements, golden documents and schemas against each other.",
    discussion: """
      Without --cases, a working copy of this project is checked if that is the current folder, and the built-in suite \
      otherwise. Cases of your own are held against the built-in specification, unless their folder has a Spec.

      Some text in Spec is made from the suite: the parts between the markers "<!-- generated: NAME -->" and \
      "<!-- end -->", the lists of cases, the JSON Schemas. With --fix, those of a working copy are brought up to date first.

      The exit status is 0 if nothing is wrong, 1 if something is, and 2 if the files could not be read.
      """
  )

  @OptionGroup var source: SuiteSource

  @Flag(help: "Rewrite the generated text of this working copy where it is out of date.")
  var fix = false

  func validate() throws {
    guard fix, source.folder != nil || !SuiteLint.isCheckout(".") else { return }
    throw ValidationError(
      "--fix rewrites a working copy of this project: run it in its folder, without --cases"
    )
  }

  func run() throws {
    if fix {
      for path in try SuiteLint.fix(checkout: "") { Console.complain("rewrote \(path)") }
    }
    let lint = try look()
    let counts = lint.counts
    for finding in lint.findings { Console.print(finding.description) }
    let sum = lint.findings.count == 1 ? "1 finding" : "\(lint.findings.count) findings"
    Console.complain(
      "\(lint.origin): \(counts.cases) cases, \(counts.requirements) requirements, "
        + "\(counts.documents) documents: \(sum)"
    )
    if !lint.findings.isEmpty { throw ExitCode(1) }
  }

  private func look() throws -> SuiteLint {
    let rules = [FindingCodesAreExplained()]
    if let folder = source.folder { return try SuiteLint(directory: folder, also: rules) }
    return SuiteLint.isCheckout(".")
      ? try SuiteLint(checkout: "", also: rules) : SuiteLint.embedded(also: rules)
  }
}
