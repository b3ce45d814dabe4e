/// Says what is wrong with one document, so that its place and id need not be repeated with every sentence.
struct Saying {
  let position: TrailPosition
  let id: String?
  /// Handed over for as long as this lives: two copies of it would be copied at every finding.
  private(set) var findings: FindingSummary

  init(position: TrailPosition, id: String?, taking findings: inout FindingSummary) {
    self.position = position
    self.id = id
    self.findings = findings
    findings = FindingSummary(examplesPerCode: 0)
  }

  mutating func callAsFunction(_ code: FindingCode, _ sentence: @autoclosure () -> String) {
    findings.add(code, at: position, id: id, sentence())
  }
}
