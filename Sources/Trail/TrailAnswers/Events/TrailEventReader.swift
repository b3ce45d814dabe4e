package import Formats
package import TrailReading

/// Reads the events of a trail one after the other for programs that hand them on, and says what could not be read.
///
/// What was not read is missing in whatever is made of the trail: it has to be named.
package struct TrailEventReader {
  /// How many documents were read.
  package var documents: Int { reader.source.documents }
  /// How many documents, lines and files could not be read, or not in full.
  package private(set) var unread = 0
  /// What is to be known of events that were taken for custom ones; nil if there are none.
  package var customsNote: String? { log.summary.customsNote }

  private let log: FindingLog
  private let reader: EventReader
  private let acts: ObjectActs
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
    acts = ObjectActs(schema, primaryKeys, edition)
    watch = KeyWatch(primaryKeys)
  }

  /// The name under which the objects of a class have their primary key.
  package func key(of className: String) -> Name { acts.key(of: className) }

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
    let before = reader.source.unread
    try reader.read(TrailReader(input), as: input.name) { document in
      // What is there and of no type that data has is lost: what the event was cannot be known.
      let isLost = document.isScoped && document.data == nil
      if !isLost, var event = event(document) {
        event.isWhole = !log.hidesPart
        body(event)
      }
      if log.hidesPart { unread += 1 }
    }
    unread += reader.source.unread - before
  }

  private mutating func event(_ document: borrowing Document) -> TrailEvent? {
    let audited = AuditDocument(document, at: log.position)
    guard document.isScoped else {
      return TrailEvent(audited, kind: .custom, objects: nil, text: document.data)
    }
    guard let payload = reader.payloads.open(document) else { return nil }
    watch.note(payload)
    return TrailEvent(audited, kind: document.kind, objects: (payload, acts), text: nil)
  }
}
