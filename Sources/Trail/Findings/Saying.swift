import JSON

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

/// A text in quotes, cut where it gets long: trails are untrusted, and so are the names in them.
func quoted(_ text: String) -> String {
  let limit = 80
  let scalars = text.unicodeScalars
  guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
    end < scalars.endIndex
  else { return JSON.string(text).text() }
  return JSON.string(String(scalars[..<end]) + "…").text()
}
