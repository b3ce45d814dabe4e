import Formats
import JSON
import Touchstone

extension GoldenDocument {
  /// The fields that are not metadata.
  private static let fields = ["_id", "_partition", "activity", "event", "data", "timestamp"]

  /// An event is expected with the same activity, kind, payload, time and metadata, and with a partition of its form.
  func lackOfEvent(_ value: JSON, in testCase: Case) -> String? {
    let lacks = testCase.expectedEvents.map { lack(of: $0, comparedWith: value) }
    if lacks.contains(nil) { return nil }
    // The event that is meant is most likely the one with the activity.
    let meant = zip(testCase.expectedEvents, lacks).first { $0.0["activity"] == value["activity"] }
    return meant?.1 ?? "expects no event with this activity"
  }

  private func lack(of expected: JSON, comparedWith value: JSON) -> String? {
    for field in ["activity", "event"] where expected[field] != value[field] ?? .null {
      return "expects another \(field.quoted)"
    }
    if (expected["data"] ?? .null).payload != value["data"] ?? .null { return "expects other data" }
    guard let time = expected["timestamp"]?["$date"]?.string.flatMap(Timestamp.init(iso8601:)),
      time == value["timestamp"]?.string.flatMap(Timestamp.init(iso8601:))
    else { return "expects another time, or states none" }
    let metadata = (value.object ?? [:]).filter { !Self.fields.contains($0.key) }
    if expected["metadata"]?.object ?? [:] != JSONObject(uniqueMembers: metadata.map { ($0, $1) }) {
      return "expects other metadata"
    }
    guard let partition = value["_partition"]?.string, let form = expected["partition"] else {
      return "states no partition"
    }
    let fits =
      form["$$matches"]?.string.flatMap { CompiledExpression($0).matches(partition) }
      ?? (form == .string(partition))
    return fits ? nil : "expects another partition"
  }
}
