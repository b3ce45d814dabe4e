package import Formats

/// Reads the events of a trail one after the other for programs that hand them on, and says what could not be read.
///
/// What was not read is missing in whatever is made of the trail: it has to be named.
package struct TrailEventReader: ~Copyable {
  /// How many documents were read.
  package private(set) var documents = 0
  /// How many documents, lines and files could not be read, or not in full.
  package private(set) var unread = 0
  /// What is to be known of events that were taken for custom ones; nil if there are none.
  package var customsNote: String? { log.summary.customsNote }

  private let log: FindingLog
  private var reader: EventReader
  private let primaryKeys: PrimaryKeys
  private var watch: KeyWatch
  /// Why a primary key that a person named cannot be right; nil if all are there.
  package var keyFault: String? { watch.fault }

  /// A reader that keeps so many examples of each thing that it cannot read.
  package init(
    edition: Edition,
    schema: CaseSchema?,
    primaryKeys: [NamedPrimaryKey] = [],
    examplesPerCode: Int = 20
  ) {
    log = FindingLog(examplesPerCode: examplesPerCode)
    reader = EventReader(edition: edition, log: log)
    self.primaryKeys = PrimaryKeys(schema, primaryKeys)
    watch = KeyWatch(primaryKeys)
  }

  /// What could not be read: the first places of each kind, in the order of the trail.
  package var findings: [TrailFinding] {
    let unread = log.summary.unread
    return unread.kinds.flatMap { unread.examples(of: $0) }.sorted()
  }

  /// Reads a file; what is found in it is called by its name.
  package mutating func read(
    _ input: TrailInput,
    _ body: (TrailEvent) -> Void
  ) throws(TrailError) {
    log.file = input.name
    try TrailReader(input).read { piece in
      let losses = log.summary.unreadCount
      if let text = log.text(of: piece), let document = reader.event(in: text) {
        documents += 1
        // What is there and of no type that data has is lost: nobody knows what the event was.
        let isLost = document.isScoped && document.data == nil
        if !isLost, var event = event(document, at: log.position) {
          event.isWhole = log.summary.unreadCount == losses
          body(event)
        }
      }
      if log.summary.unreadCount > losses { unread += 1 }
    }
  }

  private mutating func event(
    _ document: borrowing Document,
    at position: TrailPosition
  ) -> TrailEvent? {
    let audited = AuditDocument(document, at: position)
    guard document.isScoped else {
      return TrailEvent(audited, kind: .custom, payload: nil, text: document.data, primaryKeys)
    }
    guard let payload = reader.payloads.open(document) else { return nil }
    watch.note(payload)
    let kind: TrailEvent.Kind = payload.isRead ? .read : .write
    return TrailEvent(audited, kind: kind, payload: payload, text: nil, primaryKeys)
  }
}
