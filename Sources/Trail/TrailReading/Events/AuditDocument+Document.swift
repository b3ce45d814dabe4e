// Where a document is read as an event, it is also described for people.

extension AuditDocument {
  /// What a document says of itself.
  package init(_ document: borrowing Document, at position: TrailPosition) {
    self.init(at: position)
    id = document.id?.hex
    partition = document.partition?.string
    activity = document.activity?.string
    timestamp = document.timestamp
    event = document.event?.string
    metadata = document.metadata.map { Field(key: $0.name, value: $0.string ?? "") }
  }
}
