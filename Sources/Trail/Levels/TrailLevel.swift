/// One level of checking, which sees every document that could be read, in order.
package protocol TrailLevel: Sendable {
  /// Looks at a document; the payload is nil for a custom event, and for a scoped one that has none to be read.
  mutating func check(
    _ document: AuditDocument,
    _ payload: TrailPayload?,
    into findings: inout FindingSummary
  )

  /// Says what can only be said when all documents were seen.
  mutating func finish(into findings: inout FindingSummary)
}

extension TrailLevel {
  /// Most levels have nothing left to say.
  package mutating func finish(into findings: inout FindingSummary) {}
}
