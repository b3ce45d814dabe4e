import Deflate
import JSON
import ReferenceRealm

/// Turns a committed scope into its events: combines the reads, finds the followed links, and writes each payload
/// at the version that was noted.
enum ScopeSerializer {
  /// Calls the body with each event in order; payloads exist one at a time.
  ///
  /// - Throws: `serializationFailed`, or what the body throws.
  static func forEachEvent(
    of scope: FinishedScope,
    edition: Edition,
    _ body: (PendingEvent) throws -> Void
  ) throws {
    guard let schema = scope.snapshots.values.first?.schema else { return }
    let plan = SerializationPlan(schema, edition: edition)
    let events = ReadCombiner.combine(scope, edition: edition)
    let links = edition.links
    let followed = FollowedLinks(events, of: scope, rules: links)
    let latest = scope.snapshots.keys.max() ?? 0
    let labels = EventLabels(activity: scope.activity, metadata: scope.metadata)
    for (index, event) in events.enumerated() {
      let place = event.isWrite && links.expandsInWritesAnyway ? -1 : index
      let serializer = { (snapshot: Snapshot) in
        ObjectSerializer(snapshot: snapshot, plan: plan) { link, target in
          links.expands(in: event)
            && followed.contains(link, to: target, version: snapshot.version, after: place)
        }
      }
      func writing(_ snapshot: Snapshot) -> ObjectSerializer {
        var serializer =
          edition.writes.expandsLinks
          ? ObjectSerializer(snapshot: snapshot, plan: plan) { _, _ in true } : serializer(snapshot)
        serializer.usesRepresentations = edition.representation.countsInWrites
        return serializer
      }
      func record(_ kind: String, _ time: Timestamp, _ payload: [UInt8]) throws {
        try body(
          PendingEvent(
            labels: labels,
            timestamp: scope.stamp ?? time,
            event: kind,
            data: edition.compressesPayloads
              ? .deflated(Deflate.compress(payload)) : .text(payload)
          )
        )
      }
      func serialize() throws {
        switch event {
        case .query(let read):
          let version = edition.reads.showsLatest ? latest : read.version
          guard let snapshot = scope.snapshots[version] else { return }
          let objects = read.objects.map { ObjectReference(table: read.table, key: $0) }
          try record("read", read.time, Self.read(objects, table: read.table, serializer(snapshot)))
        case .object(let read):
          if read.link != nil && !links.recordsTargets { return }
          let version = edition.reads.showsLatest ? latest : read.version
          guard let snapshot = scope.snapshots[version] else { return }
          try record(
            "read",
            read.time,
            Self.read([read.object], table: read.object.table, serializer(snapshot))
          )
        case .write(let transaction, let time):
          var write = WriteSerializer(
            transaction: transaction,
            plan: plan,
            before: writing(transaction.before),
            after: writing(transaction.after)
          )
          if let payload = try write.payload() { try record("write", time, payload) }
        }
      }
      do {
        try serialize()
      } catch let error as EventError
        where error.code == .serializationFailed && !edition.representation.failureEndsScope
      {
        continue
      }
    }
  }

  /// `{"type": class, "value": [objects]}` (READ).
  private static func read(
    _ objects: [ObjectReference],
    table: Int,
    _ serializer: ObjectSerializer
  ) throws(EventError) -> [UInt8] {
    var serializer = serializer
    var bytes = Array(#"{"type":"#.utf8)
    bytes.append(contentsOf: serializer.plan.tables[table].nameLiteral)
    bytes.append(contentsOf: #","value":["#.utf8)
    for (index, object) in objects.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      try serializer.write(object, into: &bytes)
    }
    bytes.append(contentsOf: "]}".utf8)
    return bytes
  }
}

extension LogEntry {
  fileprivate var isWrite: Bool { if case .write = self { true } else { false } }
}

extension LinkRules {
  /// Whether links are expanded in an event of this kind at all.
  fileprivate func expands(in event: LogEntry) -> Bool {
    switch event {
    case .query: expandsInQueries
    case .object: true
    case .write: expandsInWrites
    }
  }
}
