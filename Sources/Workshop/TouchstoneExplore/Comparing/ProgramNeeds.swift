import JSON
import Touchstone
import TouchstoneCaseFiles

extension Case {
  /// The optional features that it uses: those that a group file with it has to name, and those of its types.
  func usedFeatures(in conformanceClass: ConformanceClass) -> [String] {
    var group: JSONObject = [
      "class": .string(conformanceClass.rawValue), "schema": schema.json,
      "given": .array(given.map(\.json)), "cases": [["steps": .array(steps.map(\.json))]],
    ]
    if configuration.object?.isEmpty == false { group["configuration"] = configuration }
    var needs = GroupValidator.needs(ofGroup: .object(group))
    // Whether two devices change the same is not seen in any step.
    if conformanceClass == .mobilePlatform { needs.formUnion(MobileLimits.needs(of: self)) }
    if !conformanceClass.isAboutSync { needs.formUnion(schema.features) }
    return needs.map(\.rawValue).sorted()
  }
}
