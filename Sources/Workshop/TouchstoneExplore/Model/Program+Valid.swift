import JSON
import Touchstone

extension Program {
  /// Whether all of it may be asked of an implementation.
  func isValid(_ settings: ExploreSettings) -> Bool { fault(settings) == nil }

  /// Why it may not be asked: something in it is open, or fails that does not say so, or nothing is asked.
  func fault(_ settings: ExploreSettings) -> StepFault? {
    let (given, steps) = (given.map(Step.init), steps.map(Step.init))
    do throws(StepFault) {
      try require(!steps.isEmpty && classes.holdsEmbedded)
      try require(isWellFormed(given + steps, settings.conformanceClass))
      try require(given.isEmpty || !settings.conformanceClass.isAboutSync)
      try require(given.flatMap(\.withNested).allSatisfy { $0.fails == nil })
      switch settings.conformanceClass {
      case .recording, .eventRealm:
        try RecordingLimits.checkTexts(of: self)
        var limits = RecordingLimits(self, settings.edition)
        try limits.allow(given + steps)
      case .flexibleSync:
        var limits = try SyncLimits(self)
        try limits.allow(steps)
      case .mobilePlatform:
        var limits = try MobileLimits(self)
        try limits.allow(steps)
      }
      return nil
    } catch { return error }
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
