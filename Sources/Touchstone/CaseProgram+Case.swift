import JSON

extension CaseProgram {
  /// What an implementation is sent of a case: its names, requirements and expectations stay behind, and what it says
  /// once and means many times is written out.
  public init(of testCase: Case) {
    self.init(
      schema: testCase.schema,
      configuration: Repetition.expanded(testCase.configuration),
      given: Repetition.expanded(testCase.given.map(withoutExpectations)),
      steps: Repetition.expanded(testCase.steps.map(withoutExpectations))
    )
  }
}

/// A step without what is expected of it, nested ones included.
private func withoutExpectations(_ step: JSON) -> JSON {
  guard case .object(var members) = step else { return step }
  if var repetition = members[Repetition.key]?.object {
    repetition["value"] = repetition["value"].map(withoutExpectations)
    members[Repetition.key] = .object(repetition)
  }
  members["returns"] = nil
  members["fails"] = nil
  if let nested = members["steps"]?.array {
    members["steps"] = .array(nested.map(withoutExpectations))
  }
  return .object(members)
}
