import JSON
import TestSupport

@testable import Touchstone

/// Judging in few words.
extension Sample {
  static func judge(_ testCase: Case, _ result: CaseResult, edition: String = "2023") -> CaseVerdict
  {
    CaseJudge(testCase, edition: edition, window: window).judge(result)
  }

  /// The findings on a trail, each as `place: message`.
  static func trailFindings(
    _ expected: [JSON],
    _ actual: [JSON],
    order: JSON = "fixed",
    schema: JSON = Sample.schema,
    configuration: JSON = [:],
    given: [JSON] = [],
    edition: String = "2023"
  ) -> [String] {
    let testCase = makeCase(
      schema: schema,
      configuration: configuration,
      given: given,
      expectation: ["events": .array(expected), "order": order]
    )
    return judge(testCase, .completed(steps: [], events: actual), edition: edition).lines
  }

  /// The findings on one value.
  static func valueFindings(_ expected: JSON, _ actual: JSON, _ notation: Notation = .extended)
    -> [String]
  {
    var matching = ValueMatching(notation)
    var findings = FaultList(limit: CaseJudge.findingLimit)
    matching.compare(expected, actual).collectFindings(at: JSONPath(), into: &findings)
    return findings.findings.map(\.line)
  }

  static func matches(_ expected: JSON, _ actual: JSON, _ notation: Notation = .extended) -> Bool {
    valueFindings(expected, actual, notation).isEmpty
  }
}

extension CaseVerdict {
  var lines: [String] { findings.map(\.line) }
}
