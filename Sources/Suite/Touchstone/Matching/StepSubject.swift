import JSON

/// Tells the one requirement that a step is about by what it asks, whatever its case is about.
///
/// Hundreds of cases log in, or read the status of a permission change, on their way to something else: none of them has
/// to say what it means if that goes wrong.
struct StepSubject {
  private let testCase: Case

  init(_ testCase: Case) { self.testCase = testCase }

  /// The requirement that a wrong value of a step breaks; nil if there are several, or none alone.
  func ofValue(_ step: Step) -> String? {
    switch step.kind {
    case .reading(.query): ofQuery(step)
    case .reading(.value): ofStatus(step)
    default: step.kind?.requirementOfValue
    }
  }

  /// The requirement that the value which was found at a step breaks by being what it is; nil if that says no more than the
  /// step does.
  func ofValue(_ step: Step, found: JSON) -> String? {
    switch step.kind?.name {
    case "value":
      // A change that is carried out nowhere was processed all the same.
      guard ofStatus(step) == "ACCESS-11", let status = found.int, status != 0 else { return nil }
      return "ACCESS-8"
    case "progressSummary":
      let isEarly = step.returns?["finished"] == false && found["finished"] == true
      return isEarly ? "PROGRESS-14" : nil
    default: return nil
    }
  }

  /// The requirement that a step breaks which fails although it has to succeed; nil if the step alone does not tell.
  func ofSuccess(_ step: Step) -> String? {
    guard step.kind == .mobileUser(.authenticate) else { return nil }
    guard let name = step[.username] else { return step["token"] == nil ? nil : "USER-12" }
    if step[.register] == true { return "USER-5" }
    let accounts = testCase.configuration[.mobilePlatform]?[.accounts]
    return accounts?[name] == nil ? "USER-4" : "USER-2"
  }

  // MARK: Queries

  /// Of a condition in which a single sentence says what matches.
  ///
  /// Elsewhere than in a recorded realm, which objects are there to be matched is what most cases are about.
  private func ofQuery(_ step: Step) -> String? {
    guard testCase.conformanceClass == ConformanceClass.recording.rawValue else { return nil }
    var found = Set<String>()
    Self.collect(step[.filter] ?? .null, into: &found)
    return found.count == 1 ? found.first : nil
  }

  private static func collect(_ condition: JSON, into found: inout Set<String>) {
    for element in condition.array ?? [] { collect(element, into: &found) }
    for (key, value) in condition.object ?? [:] {
      switch FilterOperator(rawValue: key) {
      case .equal: found.insert("READ-34")
      case .notEqual: found.insert("READ-35")
      case .less, .lessOrEqual, .greater, .greaterOrEqual: found.insert("READ-36")
      case .in: found.insert("READ-38")
      case .not:
        found.insert("READ-40")
        collect(value, into: &found)
      case nil where key.hasPrefix("$"):
        found.insert("READ-39")
        collect(value, into: &found)
      case nil:
        let isComparison = value.object?.keys.contains { FilterOperator(rawValue: $0) != nil }
        if isComparison == true { collect(value, into: &found) } else { found.insert("READ-34") }
      }
    }
  }

  // MARK: Management realms

  /// Of the status that a change gets which nothing forbids: why another one gets an error, its case says.
  private func ofStatus(_ step: Step) -> String? {
    guard step.returns == 0 || step[.property] == "statusMessage", let name = step[.object],
      testCase.steps.lazy.flatMap(\.withNested).first(where: { $0.boundName == name })?[.type]
        == "PermissionChange"
    else { return nil }
    return switch step[.property] {
    case "statusCode": "ACCESS-11"
    case "statusMessage": "ACCESS-12"
    default: nil
    }
  }
}

extension StepKind {
  /// The one requirement that the value of every such step is about; nil if there are several.
  fileprivate var requirementOfValue: String? {
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
