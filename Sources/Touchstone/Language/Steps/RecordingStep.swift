/// Steps that record, and that look at what was recorded.
package enum RecordingStep: String, StepTopic {
  case beginScope, commitScope, cancelScope, isActive, dropScope
  case recordEvent, updateMetadata, events, auditEventSchema

  var entry: StepEntry {
    switch self {
    case .beginScope:
      StepEntry("begins a scope", [.required(.activity), .required(.name(.scope))]) {
        "events.beginScope(activity: \($0[.activity]))"
      }
    case .commitScope:
      StepEntry(
        "ends it; the outcome is that of its completion, or of the call if the call fails",
        [.required(.scope)]
      ) { "\($0[.scope]).commit()" }
    case .cancelScope:
      StepEntry("discards it", [.required(.scope)]) { "\($0[.scope]).cancel()" }
    case .isActive:
      StepEntry(
        "asks whether it is in progress",
        [.required(.scope)],
        yields: .flag,
        value: "true or false"
      ) { "\($0[.scope]).isActive" }
    case .dropScope:
      StepEntry(
        "releases the last reference to it; the name is gone then",
        [.required(.scope)],
        needs: .dropScope
      ) { "\($0[.scope]) = nil" }
    case .recordEvent:
      StepEntry(
        "records a custom event; the outcome is that of its completion",
        [.required(.activity), .optional(.eventType), .optional(.data)]
      ) { "events.recordEvent(\($0.labelled))" }
    case .updateMetadata:
      StepEntry("replaces the metadata", [.required(.metadata)]) {
        "events.updateMetadata(\($0[.metadata]))"
      }
    case .events:
      StepEntry(
        "waits until everything that was committed is persisted",
        yields: .trail,
        value: "the trail so far, as stored documents"
      ) { _ in "events.persisted()" }
    case .auditEventSchema:
      StepEntry(
        "see [The documents' payloads](documents.md)",
        yields: .expected,
        value: "a JSON schema",
        needs: .collectionSchema
      ) { _ in "events.schema()" }
    }
  }
}
