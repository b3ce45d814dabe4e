/// What the events of a trail say of the same objects.
extension FindingCode {
  static let history: [FindingCode] = []
}
