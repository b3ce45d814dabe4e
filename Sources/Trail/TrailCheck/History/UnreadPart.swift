import TrailReading

/// What of a trail cannot be read: a change that is lost there may explain whatever contradicts itself elsewhere.
///
/// A change may have been of any object, devices learn late of each other's, and scopes are committed late. So neither the
/// place nor the partition of what is lost says what it cannot explain.
struct UnreadPart: Sendable {
  /// The first document of it; nil if findings are counted only.
  let first: TrailFinding?

  /// Nil if everything can be read.
  init?(_ findings: FindingSummary) {
    let kinds = findings.kinds.filter(\.code.mayHideChanges)
    if kinds.isEmpty { return nil }
    first = kinds.compactMap { findings.examples(of: $0).first }.min()
  }

  /// The document that is named beside the events that disagree.
  var related: [TrailFinding.RelatedEvent] {
    first.map {
      [
        TrailFinding.RelatedEvent(
          position: $0.position,
          id: $0.id,
          statement: "cannot be read, and may explain it"
        )
      ]
    } ?? []
  }
}

extension FindingCode {
  /// Whether objects may be hidden where it is found.
  fileprivate var mayHideChanges: Bool {
    switch hides {
    case .objects, .payload, .document, .rest: true
    // The type of an event says whether it has objects.
    case .field: self == .eventType
    case .nothing: false
    }
  }
}
