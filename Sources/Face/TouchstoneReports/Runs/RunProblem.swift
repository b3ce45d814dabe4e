import Touchstone

/// What is wrong with a run as a whole and belongs to no case.
///
/// Formats that know nothing but tests show it as one that did not succeed: a consumer that looks at tests alone must
/// not take a run for a good one that ended with another status than 0.
struct RunProblem {
  /// A name of its own, in the form of the names of cases.
  let name: String
  let message: String

  /// The group that the names begin with.
  static let group = "touchstone/run"

  /// All problems of a run, those that say most about it first.
  static func all(of report: ReportFile) -> [RunProblem] {
    var problems: [RunProblem] = []
    if !report.notRun.isEmpty {
      let cases = report.notRun.count == 1 ? "1 case has" : "\(report.notRun.count) cases have"
      problems.append(
        RunProblem(
          name: "\(group)/is-complete",
          message: "\(cases) no verdict, \(report.stop.reason)"
        )
      )
    }
    problems += numbered(report.faults, "no-fault-outside-of-a-case")
    problems += numbered(report.gaps, "all-is-run-that-has-to-be")
    problems += numbered(report.staleExpectations, "known-failures-hold")
    return problems
  }

  private static func numbered(_ sentences: [String], _ name: String) -> [RunProblem] {
    sentences.enumerated().map { index, sentence in
      RunProblem(
        name: "\(group)/\(name)" + (index == 0 ? "" : "-\(index + 1)"),
        message: sentence
      )
    }
  }
}
