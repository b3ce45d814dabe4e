import JSON
package import Formats

/// One thing that is wrong in a trail, with all that is needed to look at it.
package struct TrailFinding: Sendable, Hashable {
  /// What kind of thing it is.
  package var code: FindingCode
  /// How much it matters here.
  package var level: FindingCode.Level
  /// Where the document stands.
  package var position: TrailPosition
  /// The document's `_id`, if it could be read.
  package var id: String?
  /// What is wrong, as a sentence.
  package var sentence: String
  /// The events that disagree, the first one first; empty where one document is wrong on its own.
  package var related: [RelatedEvent]
  /// What the document says of itself, once it is read again: who it was, under which activity.
  package var event: AuditDocument?

  /// An event that takes part in a contradiction.
  package struct RelatedEvent: Sendable, Hashable {
    /// Where it stands.
    package var position: TrailPosition
    /// Its `_id`.
    package var id: String?
    /// Its time in milliseconds since 1970.
    package var timestamp: Int64?
    /// What it says, such as `left name = "Tony"`.
    package var statement: String
    /// What it says of itself, once it is read again: who it was, under which activity.
    package var event: AuditDocument?

    /// An event that says this.
    package init(
      position: TrailPosition,
      id: String?,
      timestamp: Int64? = nil,
      statement: String
    ) {
      (self.position, self.id) = (position, id)
      (self.timestamp, self.statement) = (timestamp, statement)
    }
  }

  /// Something wrong.
  package init(
    code: FindingCode,
    level: FindingCode.Level,
    position: TrailPosition,
    id: String?,
    sentence: String,
    related: [RelatedEvent]
  ) {
    (self.code, self.level, self.position, self.id) = (code, level, position, id)
    (self.sentence, self.related) = (sentence, related)
  }
}

extension TrailFinding {
  /// An event that may be missing, and the two events that it would have to be between.
  package struct Gap: Sendable, Hashable {
    /// What it would be.
    package var event: String
    /// The events before and after it; nil before the first one that mentions the object.
    package var after: RelatedEvent?, before: RelatedEvent
  }

  /// Where an event is missing, if nothing else explains what was found.
  package var gap: Gap? {
    guard let event = code.entry.missing, let first = related.first else { return nil }
    if code == .neverInserted { return Gap(event: event, after: nil, before: first) }
    // One event may contradict itself.
    guard related.count > 1, first.position != related[1].position else { return nil }
    return Gap(event: event, after: first, before: related[1])
  }
}

extension TrailFinding: Comparable {
  /// By place, then by what is said there: the same order whichever was found first.
  package static func < (left: Self, right: Self) -> Bool {
    if left.position != right.position { return left.position < right.position }
    if left.code != right.code { return left.code < right.code }
    return left.sentence.precedesByBytes(right.sentence)
  }
}

extension TrailFinding: JSONItem {
  package init() {
    self.init(
      code: .lineDamaged,
      level: .error,
      position: TrailPosition(),
      id: nil,
      sentence: "",
      related: []
    )
  }

  package mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
    try fields("code", &code)
    try fields("level", &level)
    try fields("place", &position)
    try fields("_id", &id)
    try fields("sentence", &sentence)
    try fields("related", &related)
  }
}

extension TrailFinding.RelatedEvent: JSONItem {
  package init() { self.init(position: TrailPosition(), id: nil, statement: "") }

  package mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
    try fields("place", &position)
    try fields("_id", &id)
    try fields("timestamp", &timestamp)
    try fields("statement", &statement)
  }
}
