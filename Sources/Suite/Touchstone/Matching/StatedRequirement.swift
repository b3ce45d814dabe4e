package import JSON

/// Tells which requirement an expectation of a case stands for, as the case says it, or the step.
struct StatedRequirement {
  private let root: JSON
  private let subject: StepSubject

  init(_ testCase: Case) {
    subject = StepSubject(testCase)
    root = [
      "steps": .array(testCase.steps.map(\.json)),
      "events": testCase.expectation["events"] ?? .null,
    ]
  }

  /// The requirement of what is expected at a place of an answer; nil if neither says.
  ///
  /// What stands further in says more than what stands around it.
  func requirement(at path: JSONPath) -> String? {
    var (json, found) = (root, nil as String?)
    for (index, component) in path.components.enumerated() {
      guard let inner = json[component] else { break }
      json = inner
      guard json["do"] != nil || json["event"] != nil else { continue }
      let way = path.components.dropFirst(index + 1)
      if let reason = json["because"].flatMap({ Self.reason($0, way) }) {
        found = reason
      } else if way.first == .key("returns") {
        found = subject.ofValue(Step(json)) ?? found
      }
    }
    return found
  }

  /// The one of the key that is furthest along a way; the same for every place if there is but one.
  private static func reason(_ json: JSON, _ way: ArraySlice<JSONPath.Component>) -> String? {
    if let id = json.string { return id }
    for case .key(let key) in way.reversed() { if let id = json[key]?.string { return id } }
    return nil
  }
}

extension JSON {
  /// What stands at one step of a path; nil if nothing does.
  subscript(component: JSONPath.Component) -> JSON? {
    switch component {
    case .key(let key): object?[key]
    case .index(let index): array.flatMap { $0.indices.contains(index) ? $0[index] : nil }
    }
  }

  /// An expected event without the reasons for which it is expected.
  package var withoutReason: JSON {
    guard var members = object, members["because"] != nil else { return self }
    members["because"] = nil
    return .object(members)
  }
}
