import TrailReading

/// What is known of a part of a trail when it was read: the check of the whole takes it over.
struct PartResult: Sendable {
  let findings: FindingSummary
  let documents: Int
  let bytes: Int
  let inputs: [TrailProvenance.Input]
  let census: EventCensus
  let lines: ElementLines
  let ids: IdPlaces
  let inference: InferenceLevel
  let watch: KeyWatch
  let history: HistoryPart?
}
