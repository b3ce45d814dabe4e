import JSON
package import Formats
import TrailReading

/// What is known of a part of a trail when it was read: the check of the whole takes it over, from a thread as it is and from
/// a partial result as it was written down.
struct PartResult: JSONRecord {
  var findings: FindingSummary
  var documents = 0
  var bytes = 0
  var inputs: [TrailProvenance.Input] = []
  var census = EventCensus()
  var lines = ElementLines()
  var ids = IdPlaces()
  var inference = InferenceLevel()
  var keys: [KeyWatch.Sighting] = []
  var history: HistoryPart?
  /// What another question has heard, which is not written down.
  var heard: (any EventListener)?

  mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
    try fields.each("findings", findings.entries) { findings.take($0) }
    try fields.total("documents", &documents)
    try fields.total("bytes", &bytes)
    try fields("inputs", &inputs)
    try fields.inner("events", &census)
    try fields.each("lines", lines.steps) { lines.take($0) }
    try fields.inner("ids", &ids)
    try fields.inner("types", &inference)
    try fields("keys", &keys)
    try fields("history", &history)
  }
}

extension TrailProvenance.Input: JSONItem {
  package init() { self.init(name: "", bytes: 0, sha256: nil, documents: 0) }

  package mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
    try fields("file", &name)
    try fields("bytes", &bytes)
    try fields("sha256", &sha256)
    try fields("documents", &documents)
  }
}
