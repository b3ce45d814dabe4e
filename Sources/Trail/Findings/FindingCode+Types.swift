/// What is wrong with a value in a payload, held against the schema or against other events.
extension FindingCode {
  static let types: [FindingCode] = []
}
