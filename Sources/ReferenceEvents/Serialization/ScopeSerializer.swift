import Deflate
import JSON
import ReferenceRealm

/// Turns a committed scope into its events: combines the reads, finds the followed links, and writes each payload
/// at the version that was noted.
struct ScopeSerializer {
  private let scope: FinishedScope
  private let edition: Edition
  private let plan: SerializationPlan
  private let events: [LogEntry]
  private let followed: FollowedLinks
  private let latest: Int
  /// What wrote the read before: most reads of a scope are of the same version.
  private var reader: ObjectSerializer?
  /// How long the payload of the read before was: the next one will be about as long.
  private var expectedSize = 0

  /// - Returns: nil for a scope in which nothing happened.
  private init?(_ scope: FinishedScope, plans: SerializationPlans) {
    guard let schema = scope.snapshots.values.first?.schema else { return nil }
    self.scope = scope
    plan = plans.plan(for: schema)
    edition = plan.edition
    events =
      edition.hasCombiningDeviations
      ? DeviatingCombiner.combine(scope, edition: edition) : ReadCombiner.combine(scope)
    followed =
      edition.hasLinkDeviations
      ? DeviatingFollowedLinks(events, of: scope, rules: edition.links) : FollowedLinks(events)
    latest = scope.snapshots.keys.max() ?? 0
  }

  /// Calls the body with each event in order; payloads exist one at a time.
  ///
  /// - Throws: `serializationFailed`, or what the body throws.
  static func forEachEvent(
    of scope: FinishedScope,
    plans: SerializationPlans,
    _ body: (PendingEvent) throws -> Void
  ) throws {
    guard var serializer = ScopeSerializer(scope, plans: plans) else { return }
    let edition = serializer.edition
    let labels = EventLabels(activity: scope.activity, metadata: scope.metadata)
    for (index, event) in serializer.events.enumerated() {
      guard let payload = try serializer.payload(of: event, at: index) else { continue }
      try body(
        PendingEvent(
          labels: labels,
          timestamp: event.time,
          event: event.isWrite ? "write" : "read",
          data: edition.compressesPayloads ? .deflated(Deflate.compress(payload)) : .text(payload)
        )
      )
    }
  }

  /// The payload of an event; nil if it is not part of the trail.
  private mutating func payload(of event: LogEntry, at place: Int) throws(EventError) -> [UInt8]? {
    do { return try written(event, at: place) } catch {
      if edition.representation.failureEndsScope { throw error }
      return nil
    }
  }

  private mutating func written(_ event: LogEntry, at place: Int) throws(EventError) -> [UInt8]? {
    switch event {
    case .query(let read):
      return try written(
        read.objects,
        table: read.table,
        version: read.version,
        expandsLinks: edition.links.expandsInQueries,
        at: place
      )
    case .object(let read):
      if read.link != nil && !edition.links.recordsTargets { return nil }
      return try written(
        CollectionOfOne(read.object.key),
        table: read.object.table,
        version: read.version,
        expandsLinks: true,
        at: place
      )
    case .write(let transaction, _):
      var write = WriteSerializer(
        transaction: transaction,
        plan: plan,
        before: writing(transaction.before, at: place),
        after: writing(transaction.after, at: place)
      )
      return try write.payload()
    }
  }

  /// `{"type": class, "value": [objects]}` (READ).
  private mutating func written(
    _ objects: some Collection<Int64>,
    table: Int,
    version: Int,
    expandsLinks: Bool,
    at place: Int
  ) throws(EventError) -> [UInt8]? {
    let version = edition.reads.showsLatest ? latest : version
    if reader?.snapshot.version != version {
      reader = scope.snapshots[version].map { ObjectSerializer(snapshot: $0, plan: plan) }
    }
    guard reader != nil else { return nil }
    reader?.expansion =
      expandsLinks ? .followed(followed, version: version, after: place) : .none
    var bytes: [UInt8] = []
    bytes.reserveCapacity(expectedSize)
    bytes.append(contentsOf: #"{"type":"#.utf8)
    bytes.append(contentsOf: plan.tables[table].nameLiteral)
    bytes.append(contentsOf: #","value":["#.utf8)
    for (index, key) in objects.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      if index == 64 {
        // A long payload that grew bit by bit would be copied again and again.
        let estimate = bytes.count / 64 * (objects.count + 1)
        bytes.reserveCapacity(min(estimate, ObjectSerializer.sizeLimit))
      }
      try reader?.write(ObjectReference(table: table, key: key), into: &bytes)
    }
    bytes.append(contentsOf: "]}".utf8)
    expectedSize = bytes.count
    return bytes
  }

  /// What writes one side of a write event.
  private func writing(_ snapshot: Snapshot, at place: Int) -> ObjectSerializer {
    var serializer = ObjectSerializer(snapshot: snapshot, plan: plan)
    serializer.usesRepresentations = edition.representation.countsInWrites
    if edition.writes.expandsLinks {
      serializer.expansion = .all
    } else if edition.links.expandsInWrites {
      serializer.expansion = .followed(
        followed,
        version: snapshot.version,
        after: edition.links.expandsInWritesAnyway ? -1 : place
      )
    }
    return serializer
  }
}

extension LogEntry {
  fileprivate var isWrite: Bool { if case .write = self { true } else { false } }

  fileprivate var time: Timestamp {
    switch self {
    case .query(let read): read.time
    case .object(let read): read.time
    case .write(_, let time): time
    }
  }
}
