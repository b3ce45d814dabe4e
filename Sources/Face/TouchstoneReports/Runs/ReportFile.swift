import Formats
import OrderedCollections

package import Touchstone
package import TouchstoneExplaining

/// A report as it is stored: what ran on what, every verdict with all that explains it, and the sum.
///
/// Every format is written from this one value, whether the run has just ended or its report is read back, so that
/// no format can say something else than the others.
package struct ReportFile: Sendable, Hashable {
  /// The version of the form that is written, and the only one that is read.
  package static let version: Int64 = 1

  /// What the implementation said of itself.
  package var implementation: ImplementationInfo
  /// What was run.
  package var selection: RunSelection
  /// What the requirements that the cases are about demand, and those that findings name, by id.
  package var requirements: [String: RequirementSummary]
  /// One for each selected case, in the order of the suite.
  package var entries: [ReportEntry]
  /// What the run says of the class.
  package var classVerdict: ClassVerdict
  /// What is wrong with the list of known failures, a sentence an entry.
  package var staleExpectations: [String]
  /// What was not run and had to be, a sentence each.
  package var gaps: [String] = []
  /// What processes of the implementation were still there behind the last case, and were ended, as a sentence.
  package var leftBehind: String?
  /// The names of the selected cases that have no verdict, because the run ended before.
  package var notRun: [String] = []
  /// Why it did.
  package var stop = RunStop.interruption
  /// What the implementation did wrong that no case is to blame for, a sentence each.
  package var faults: [String] = []
  var started: Timestamp
  var ended: Timestamp
  /// The file that it was read from, if it was.
  var path: String?

  /// How often each verdict was given.
  package var summary: RunSummary { RunSummary(entries.map(\.verdict)) }

  /// The entries by chapter, in the order in which the chapters come up.
  var chapters: OrderedDictionary<String, [ReportEntry]> {
    OrderedDictionary(grouping: entries, by: \.nameParts.chapter)
  }

  /// Whether the run ended with status 0.
  package var isAsExpected: Bool {
    notRun.isEmpty && faults.isEmpty && staleExpectations.isEmpty && gaps.isEmpty
      && !entries.contains(where: \.verdict.isUnexpected)
  }

  /// How long the run took, in seconds.
  var seconds: Double { max(0, Double(ended.milliseconds - started.milliseconds) / 1000) }

  /// The name, version and language of the implementation, safe to print.
  package var title: String { title(atMost: 120) }

  /// The same in so many characters.
  func title(atMost limit: Int) -> String {
    let info = implementation
    return Abbreviation.shorten("\(info.name) \(info.version) (\(info.language))", to: limit)
  }
}

extension Verdict {
  /// Whether it makes a run fail.
  var isUnexpected: Bool {
    switch self {
    case .failed, .errored, .unexpectedPass: true
    case .passed, .unsupported, .knownFailure: false
    }
  }
}
