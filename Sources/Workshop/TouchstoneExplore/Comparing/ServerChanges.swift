import JSON
import Touchstone

/// What `changeOnServer` may have done to a trail: what a device still has is shown as it was recorded, the rest as it is on
/// the server, and which of the two an event is, is open.
struct ServerChanges {
  /// The fields that were set, by activity.
  private var fields: [JSON: Set<String>] = [:]
  private var deleted: Set<JSON> = []

  init(_ steps: [Step]) {
    for step in steps { note(step) }
  }

  /// Takes note of a step, and of what is in it.
  mutating func note(_ step: Step) {
    for step in step.withNested where step.kind == .eventRealm(.changeOnServer) {
      let activity = step["activity"] ?? .null
      if step[.delete] == true { deleted.insert(activity) }
      for name in step["set"]?.object?.keys ?? [] { fields[activity, default: []].insert(name) }
    }
  }

  /// An expected event, wherever it is.
  func freed(_ event: JSON) -> JSON {
    guard let activity = event["activity"], case .object(var members) = event else { return event }
    if deleted.contains(activity) { members["optional"] = true }
    if let names = fields[activity] {
      var metadata = members["metadata"]?.object ?? [:]
      for name in names.sorted() {
        metadata[name] = OpenPoint.copyOnDevice.any(of: [
          [Matcher.absent.rawValue: true], [Matcher.type.rawValue: "string"],
        ])
      }
      members["metadata"] = .object(metadata)
    }
    return .object(members)
  }

  /// The steps of a case, of which each that asks for the trail comes after some of the changes.
  mutating func freed(_ steps: [Step]) -> [Step] {
    steps.map { step in
      if step.kind?.isBlock ?? false {
        return Step(step.json.with("steps", .array(freed(step.steps).map(\.json))))
      }
      note(step)
      guard step.kind == .recording(.events),
        let events = step.returns?[Matcher.unordered.rawValue]?.array
      else { return step }
      let order: JSON = [Matcher.unordered.rawValue: .array(events.map(freed))]
      return Step(step.json.with("returns", order))
    }
  }
}
