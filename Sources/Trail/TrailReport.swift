public import Formats

/// The outcome of a check, as every report shows it.
///
/// There is no time in it: two checks of the same trail give the same report, whole or in parts.
public struct TrailReport: Sendable, Hashable {
  /// What was read, as it was named.
  public var inputs: [String]
  /// The edition that the trail was held against.
  public var edition: Edition
  /// The last level that was looked at.
  public var stage: FindingCode.Stage
  /// Whether the trail claims to hold every change.
  public var isComplete: Bool
  /// How many documents could be read.
  public var documents: Int
  /// How many bytes their texts have.
  public var bytes: Int
  /// What was found.
  public var findings: FindingSummary

  /// A report with all its parts.
  public init(
    inputs: [String],
    edition: Edition,
    stage: FindingCode.Stage,
    isComplete: Bool,
    documents: Int,
    bytes: Int,
    findings: FindingSummary
  ) {
    self.inputs = inputs
    self.edition = edition
    self.stage = stage
    self.isComplete = isComplete
    self.documents = documents
    self.bytes = bytes
    self.findings = findings
  }

  /// Whether nothing is wrong: warnings are no errors.
  public var isSound: Bool { findings.count(of: .error) == 0 }
}
