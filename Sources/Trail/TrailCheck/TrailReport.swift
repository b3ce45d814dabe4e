package import Formats
package import TrailReading

/// The outcome of a check, as every report shows it.
///
/// There is no time in it: two checks of the same trail give the same report, whole or in parts.
package struct TrailReport: Sendable, Hashable {
  /// What was read, as it was named.
  package var inputs: [String]
  /// The edition that the trail was held against.
  package var edition: Edition
  /// The last level that was looked at.
  package var stage: FindingCode.Stage
  /// Whether the trail claims to hold every change.
  package var isComplete: Bool
  /// How many documents could be read.
  package var documents: Int
  /// How many bytes their texts have.
  package var bytes: Int
  /// What was found.
  package var findings: FindingSummary
  /// What was read, and with what.
  package var provenance: TrailProvenance
  /// How far the trail accounts for a database, if it was compared with one.
  package var balance: StateBalance?
  /// The least level of findings that fails the check.
  package var failingLevel = FindingCode.Level.error

  /// Whether nothing is wrong: warnings are not errors.
  package var isSound: Bool { findings.count(of: .error) == 0 }

  /// Whether the check has passed: it fails by what was found, or because its inputs are not what they were.
  package var isPassed: Bool {
    FindingCode.Level.allCases.allSatisfy { $0 < failingLevel || findings.count(of: $0) == 0 }
      && provenance.differences?.isEmpty ?? true
  }
}

extension TrailReport {
  /// What a check has found in these files.
  package init(_ check: borrowing TrailCheck, of inputs: [String]) {
    self.init(
      inputs: inputs,
      edition: check.options.edition,
      stage: check.options.stage,
      isComplete: check.options.isComplete,
      documents: check.documents,
      bytes: check.bytes,
      findings: check.findings,
      provenance: check.provenance
    )
  }
}
