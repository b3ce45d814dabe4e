/// Steps that record, and that look at what was recorded.
package enum RecordingStep: String, StepTopic {
  case beginScope, commitScope, cancelScope, isActive, dropScope
  case recordEvent, updateMetadata, events, auditEventSchema

  var entry: StepEntry {
    switch self {
    case .beginScope:
      StepEntry(does: "begins a scope", takes: [.required(.activity), .required(.name(.scope))]) {
        "events.beginScope(activity: \($0[.activity]))"
      }
    case .commitScope:
      StepEntry(
        does: "ends it; the outcome is that of its completion, or of the call if the call fails",
        takes: [.required(.scope)]
      ) { "\($0[.scope]).commit()" }
    case .cancelScope:
      StepEntry(does: "discards it", takes: [.required(.scope)]) { "\($0[.scope]).cancel()" }
    case .isActive:
      StepEntry(
        does: "asks whether it is in progress",
        takes: [.required(.scope)],
        yields: .flag,
        value: "true or false"
      ) { "\($0[.scope]).isActive" }
    case .dropScope:
      StepEntry(
        does: "releases the last reference to it; the name is gone then",
        takes: [.required(.scope)],
        needs: .dropScope
      ) { "\($0[.scope]) = nil" }
    case .recordEvent:
      StepEntry(
        does: "records a custom event; the outcome is that of its completion",
        takes: [.required(.activity), .optional(.eventType), .optional(.data)]
      ) { "events.recordEvent(\($0.labelled))" }
    case .updateMetadata:
      StepEntry(does: "replaces the metadata", takes: [.required(.metadata)]) {
        "events.updateMetadata(\($0[.metadata]))"
      }
    case .events:
      StepEntry(
        does: "waits until everything that was committed is persisted",
        yields: .trail,
        value: "the trail so far, as stored documents"
      ) { _ in "events.persisted()" }
    case .auditEventSchema:
      StepEntry(
        does: "see [The documents' payloads](documents.md)",
        yields: .expected,
        value: "a JSON schema",
        needs: .collectionSchema
      ) { _ in "events.schema()" }
    }
  }
}
