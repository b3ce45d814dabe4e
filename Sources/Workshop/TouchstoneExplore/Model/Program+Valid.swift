import JSON
import Touchstone

extension Program {
  /// Whether all of it may be asked of an implementation: nothing in it is open, and only what says so fails.
  func isValid(_ settings: ExploreSettings) -> Bool {
    let (given, steps) = (given.map(Step.init), steps.map(Step.init))
    guard !steps.isEmpty, ProgramSchema(.object(schema)).holdsEmbedded,
      isWellFormed(given + steps, settings.conformanceClass)
    else { return false }
    switch settings.conformanceClass {
    case .recording, .eventRealm:
      var model = ProgramModel(self, settings.edition)
      return model.allow(given) && model.allow(steps)
        && given.flatMap(\.withNested).allSatisfy { $0.fails == nil }
    case .flexibleSync:
      guard given.isEmpty, var limits = SyncLimits(self) else { return false }
      return limits.allow(steps)
    case .mobilePlatform:
      guard given.isEmpty, var limits = MobileLimits(self) else { return false }
      return limits.allow(steps)
    }
  }

  /// Whether each step has what the table says, and no key beside, and no name is given twice.
  private func isWellFormed(_ steps: [Step], _ conformanceClass: ConformanceClass) -> Bool {
    var names: Set<String> = []
    return steps.flatMap(\.withNested).allSatisfy { step in
      step.isWellFormed(in: conformanceClass)
        && step.boundName.map { names.insert($0).inserted } ?? true
    }
  }
}

extension Step {
  /// Whether a step has what the table says, and no key beside: one of those of which it takes one.
  fileprivate func isWellFormed(in conformanceClass: ConformanceClass) -> Bool {
    guard let entry = kind?.entry(in: conformanceClass), let members = json.object,
      fault(in: conformanceClass) == nil
    else { return false }
    let isKnown = members.allSatisfy { member in
      member.key == "do" || member.key == "fails"
        || entry.takes.contains { $0.name == member.key }
    }
    return isKnown && (entry.oneOf.isEmpty || entry.oneOf.count { members[$0] != nil } == 1)
  }
}

extension ProgramWalk {
  /// The primary key of an object that was created or looked up by it under a name; nil where it is not known.
  func primaryKey(of name: String) -> JSON? {
    guard let step = names[name]?.step else { return nil }
    return step.kind == .reading(.get) ? step["key"] : step["value"]?["_id"]
  }
}
