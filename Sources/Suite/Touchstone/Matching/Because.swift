package import JSON

/// Tells which requirement an expectation of a case stands for, as the case says it, or the step.
struct Because {
  private let root: JSON

  init(_ testCase: Case) {
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
      } else if way.first == .key("returns"), let kind = Step(json).kind {
        found = kind.requirementOfValue ?? found
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
  fileprivate subscript(component: JSONPath.Component) -> JSON? {
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

extension StepKind {
  /// The one requirement that the value of such a step is about, whatever its case is about; nil if there are several.
  var requirementOfValue: String? {
    switch name {
    case "isActive": "SCOPE-8"
    case "session", "sessions": "SESSION-1"
    case "sessionConfiguration": "SESSION-3"
    case "progressSummary": "PROGRESS-13"
    case "currentUser": "USER-15"
    case "syncErrors": "FLEX-36"
    case "migrationCalls": "SCHEMA-3"
    default: nil
    }
  }
}
