import ArgumentParser
import Touchstone
import TouchstoneReports

/// Which failures are known, and where to note those of a run.
struct ExpectationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A list of known failures: what it names may fail or be left out, and has to.",
      valueName: "file"
    )
  )
  var expectations: String?

  @Option(
    help: ArgumentHelp(
      "Write the failures of this run as a list of known ones; reasons of entries that still hold are kept.",
      valueName: "file"
    )
  )
  var writeExpectations: String?

  /// Reads what there is, so that a mistake in it is told before anything runs.
  func load() throws -> Expectations? {
    if let writeExpectations {
      try OutputFile.checkFolder(of: writeExpectations)
      if expectations == nil, OutputFile.isFile(writeExpectations) {
        return try Expectations(file: writeExpectations)
      }
    }
    return try expectations.map { path throws(SuiteError) in try Expectations(file: path) }
  }

  /// Judges a report by the list, or by the one that is written after it.
  func judge(_ report: RunReport, by list: Expectations?, in suite: Suite) throws -> RunReport {
    guard list != nil || writeExpectations != nil else { return report }
    let scope = try ExpectationScope(suite, report.selection)
    // An incomplete run writes nothing: a case without a verdict may yet fail.
    guard let writeExpectations, report.isComplete else {
      warn(about: list)
      return report.judged(by: list ?? Expectations(), in: scope)
    }
    let updated = (list ?? Expectations()).updated(after: report, in: scope)
    try OutputFile.write(updated.text, to: writeExpectations)
    warn(about: updated)
    return report.judged(by: updated, in: scope)
  }

  private func warn(about list: Expectations?) {
    guard let list else { return }
    if list.without == nil {
      Console.complain(
        """
        touchstone: warning: the list of known failures does not say which features are left out, so that one more is \
        not noticed: write it again with --write-expectations, or add "without"
        """
      )
    }
    let names =
      list.entries.filter(\.isUnexplained).map(\.name)
      + (list.without ?? []).filter(\.isUnexplained).map(\.feature)
    guard let first = names.first else { return }
    let others = names.count > 1 ? " and \(names.count - 1) more" : ""
    Console.complain(
      "touchstone: warning: the list of known failures does not explain \(first)\(others)"
    )
  }
}
