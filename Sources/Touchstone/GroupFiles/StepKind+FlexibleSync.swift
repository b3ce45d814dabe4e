extension StepKind {
  /// What only a flexible-sync realm can be asked.
  static let flexibleSync: [StepKind] = ["synchronize", "clientLog", "serverLog", "errorOutput"].map
  {
    StepKind($0, yields: .array, classes: ["flexible-sync"])
  }
}
