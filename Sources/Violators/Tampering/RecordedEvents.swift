import JSON
import Touchstone

extension CaseResult {
  /// This answer with other events in place of each that a read or a write was recorded as; custom events stay, also
  /// those that look like one.
  func flatMapRecorded(
    _ program: CaseProgram,
    _ body: (_ event: JSON, _ payload: String) -> [JSON]
  ) -> CaseResult {
    let given = Set(program.customEvents.compactMap(\.data))
    return mapTrails(program) { trail in
      trail.flatMap { event -> [JSON] in
        guard event["event"] == "read" || event["event"] == "write",
          let payload = event["data"]?.string, !given.contains(payload)
        else { return [event] }
        return body(event, payload)
      }
    }
  }
}
