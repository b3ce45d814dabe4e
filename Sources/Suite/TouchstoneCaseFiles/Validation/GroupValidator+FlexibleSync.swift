import Formats
import JSON
import Touchstone

/// The rules of class `flexible-sync`.
extension GroupValidator {
  /// Begins where the steps of a case begin: in the first realm of its configuration, on the first device.
  mutating func enterFirstRealm(of configuration: JSON?) {
    devices = MobilePlatform.devices(of: configuration)
    let opensRealms = conformanceClass == .mobilePlatform
    realms = opensRealms ? [] : FlexibleSync.realms(of: configuration)
    walk.place = .init(schema, configuration, opensRealms: opensRealms)
  }

  /// Notes what the configuration of a case needs.
  mutating func noteNeeds(ofSync configuration: JSON) {
    guard conformanceClass.isAboutSync else { return }
    if configuration[.eventConfiguration]?.isNull != true {
      note(need: .recording, because: "an event configuration that is not null")
    }
    guard let sync = configuration[.flexibleSync] else { return }
    for (key, feature) in [
      ("roles", Feature.roleLists), ("values", .roleLists), ("customData", .roleLists),
      ("collections", .collectionRules),
    ] where sync[key] != nil {
      note(need: feature, because: "the key \(key.quoted)")
    }
    for role in [sync[.role]].compactMap(\.self) + (sync[.roles] ?? []) { noteNeeds(ofRole: role) }
  }

  private mutating func noteNeeds(ofRole role: JSON) {
    // What may be done in any case needs nothing.
    for key in ["insert", "delete", "fields", "additional_fields"]
    where role[key] != nil && role[key] != true {
      note(need: .fieldPermissions, because: "the key \(key.quoted) of a role")
    }
  }

  /// Checks objects of several classes as a server holds them.
  mutating func checkObjects(_ json: JSON, in place: Surroundings) {
    for (className, objects) in json.object ?? [:] {
      var inner = place.entering(className)
      inner.className = className
      checkClassName(className, in: inner)
      for (index, object) in (objects.array ?? []).enumerated() {
        check(object, as: .members, named: "an object", in: inner.entering(index))
      }
    }
  }

  /// The rules between the steps of a flexible-sync realm.
  mutating func followRules(of kind: FlexibleSyncStep, _ step: Step, in place: Surroundings) {
    switch kind {
    case .on where step[.device] != nil:
      note(need: .devices, because: "the key \"device\"")
      fallthrough
    case .on, .synchronize, .updateSubscriptions:
      if walk.isInWrite, place.failure == nil {
        fault(place.path, "\(kind.rawValue.quoted) does not stand in a transaction")
      }
    case .serverWrite where (step[.newDocument] == nil) == (step[.primaryKey] == nil):
      fault(place.path, "\"key\" goes with \"set\" and \"delete\", and not with \"create\"")
    case .setRoles: for role in step[.roles] ?? [] { noteNeeds(ofRole: role) }
    default: break
    }
  }

  /// Whether an implementation that answers null to everything, and takes nothing back, would miss an outcome.
  static func expectsAnswer(_ steps: [Step]) -> Bool {
    steps.contains { step in
      if step.fails != nil || expectsAnswer(step.steps) { return true }
      return !step.mayReturn(step.kind == .flexibleSync(.synchronize) ? [] : .null)
    }
  }
}
