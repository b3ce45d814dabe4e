import ReferenceRealm

/// Writes the payloads of a scope's events, each at the version that was noted.
package struct PayloadSerializer {
  /// The scope as it was committed.
  package let scope: ScopeLog
  /// What the scope's classes look like in a payload, and the pipeline that this belongs to.
  package var plan: SerializationPlan
  private let links: LinkExpansion?
  /// What wrote the read before: most reads of a scope are of the same version.
  private var reader: ObjectSerializer?
  /// How long the payload before was: the next one will be about as long.
  private var expectedSize = 0

  init(_ scope: ScopeLog, links: LinkExpansion?, plan: SerializationPlan) {
    self.scope = scope
    self.links = links
    self.plan = plan
  }

  /// The payload of an event.
  ///
  /// - Parameters:
  ///   - event: a read or a write.
  ///   - place: where it stands among the events of the scope.
  /// - Returns: nil if it is not part of the trail.
  /// - Throws: `serializationFailed`.
  package mutating func payload(of event: LogEntry, at place: Int) throws(EventError) -> [UInt8]? {
    switch event {
    case .query(let read):
      return try written(read.objects, table: read.table, version: read.version, at: place)
    case .object(let read):
      let objects = CollectionOfOne(read.object.key)
      return try written(objects, table: read.object.table, version: read.version, at: place)
    case .write(let transaction, _):
      var write = WriteSerializer(
        transaction,
        plan: plan,
        before: writing(transaction.before, at: place),
        after: writing(transaction.after, at: place)
      )
      let payload = try write.payload(expectedSize: expectedSize)
      expectedSize = payload?.count ?? expectedSize
      return payload
    }
  }

  /// `{"type": class, "value": [objects]}` (READ).
  private mutating func written(
    _ objects: some Collection<Int64>,
    table: Int,
    version: Int,
    at place: Int
  ) throws(EventError) -> [UInt8]? {
    if reader?.snapshot.version != version {
      reader = scope.snapshots[version].map {
        ObjectSerializer(snapshot: $0, plan: plan, links: links)
      }
    }
    guard reader != nil else { return nil }
    reader?.event = place
    var bytes: [UInt8] = []
    bytes.reserveCapacity(expectedSize)
    bytes.append(contentsOf: #"{"type":"#.utf8)
    bytes.append(contentsOf: plan.tables[table].nameLiteral)
    bytes.append(contentsOf: #","value":["#.utf8)
    for (index, key) in objects.enumerated() {
      bytes.separate()
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
    var serializer = ObjectSerializer(snapshot: snapshot, plan: plan, links: links)
    serializer.event = place
    return serializer
  }
}
