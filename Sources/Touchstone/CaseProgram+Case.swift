import JSON

extension CaseProgram {
  /// What an implementation is sent of a case: its names, requirements and expectations stay behind.
  public init(of testCase: Case) {
    self.init(
      schema: testCase.schema,
      configuration: testCase.configuration,
      given: testCase.given.map(withoutExpectations),
      steps: testCase.steps.map(withoutExpectations)
    )
  }
}

/// A step without what is expected of it, nested ones included.
private func withoutExpectations(_ step: JSON) -> JSON {
  guard case .object(var members) = step else { return step }
  members["returns"] = nil
  members["fails"] = nil
  if let nested = members["steps"]?.array {
    members["steps"] = .array(nested.map(withoutExpectations))
  }
  return .object(members)
}
