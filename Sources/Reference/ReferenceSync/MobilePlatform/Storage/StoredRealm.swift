import ReferenceRealm

/// What the file of a local realm holds: its objects as the app sees them, what was not uploaded yet, and how far the
/// server is known.
struct StoredRealm {
  /// A transaction that the server does not have.
  struct PendingCommit {
    var time: Timestamp
    /// How many changes of the server the device had seen.
    var base: Int
    var changes: [Changeset.Change]
    /// The number of bytes that progress counts it as.
    var size: Int
  }

  private(set) var types: [ObjectSchema]
  private(set) var store: DocumentStore
  var pending: [PendingCommit] = []
  /// What the copy is called at the server; nil until it was there.
  var origin: Int?
  /// How many commits of the server were downloaded.
  var downloaded = 0
  /// How many changes of objects these are.
  var seenChanges = 0
  /// The last commit of the server that the copy knows of, be it downloaded or its own.
  var lastKnown: ServerRealm.Mark?
  /// What its objects without a primary key are called, followed by a number.
  let prefix: String
  var nameCount = 0

  /// A realm without classes.
  init(prefix: String) {
    types = []
    // A schema without classes contradicts nothing.
    store = DocumentStore(schema: (try? Schema([])) ?? Self.noSchema)
    self.prefix = prefix
  }

  private static var noSchema: Schema { preconditionFailure("no classes contradict each other") }

  /// Adds classes and properties.
  ///
  /// - Throws: `incompatibleSchema`; what the schema has against itself.
  mutating func extend(by others: [ObjectSchema]) throws {
    let union = try types.adding(others)
    let schema = try Schema(union)
    let mapping = SchemaMapping(from: store.schema, to: schema)
    for place in pending.indices {
      pending[place].changes = pending[place].changes.compactMap(mapping.change)
    }
    store.extend(to: schema)
    types = union
  }

  /// Takes a transaction of the app.
  mutating func commit(_ changes: [Changeset.Change], at time: Timestamp) -> PendingCommit {
    let changeset = Changeset(time: time, origin: ownOrigin, base: .max, changes: changes)
    store.clearLinks(toWhatIsDeletedBy: store.take(changeset))
    let commit = PendingCommit(time: time, base: seenChanges, changes: changes, size: changes.size)
    pending.append(commit)
    return commit
  }

  /// The first transactions are at the server.
  mutating func didUpload(_ count: Int) { pending.removeFirst(count) }

  /// Takes what the server says of some objects.
  ///
  /// - Returns: what the app is to see of them: what was not uploaded yet is kept on top.
  mutating func receive(_ deliveries: [Delivery]) -> [Delivery] {
    var unsent: [DocumentID: [(Changeset.Change, Writer)]] = [:]
    var replaced: [DocumentID: Deletions] = [:]
    for (number, commit) in pending.enumerated() {
      var changeset = Changeset(
        time: commit.time,
        origin: ownOrigin,
        base: commit.base,
        changes: commit.changes
      )
      // Behind all that the server has, one after the other.
      changeset.position = .max - pending.count + number
      let writer = changeset.writer(in: store.schema)
      for change in commit.changes {
        unsent[change.id, default: []].append((change, writer))
        guard change.isAnotherObject else { continue }
        replaced[change.id, default: Deletions()].add(writer.stamp, createsAgain: true)
      }
    }
    return deliveries.map { delivery in
      var delivery = delivery
      for (change, writer) in unsent[delivery.id] ?? [] { delivery.merge(change, by: writer) }
      if let document = delivery.document, !replaced.isEmpty {
        delivery.document = store.clearing(
          { replaced[$0]?.cut($1) ?? false },
          of: document,
          at: delivery.id
        )
      }
      if let document = delivery.document {
        store.put(document, at: delivery.id)
      } else {
        store.forget(delivery.id)
      }
      return delivery
    }
  }

  /// What the server calls the copy, or something that no other one is called.
  private var ownOrigin: Int { origin ?? -1 }
}

extension Delivery {
  /// Does to it what the server will do when the change arrives.
  fileprivate mutating func merge(_ change: Changeset.Change, by writer: Writer) {
    let outcome = Document.merging(change, into: document, deletions: deletions, by: writer)
    switch outcome {
    case .discarded, .outdone: break
    case .deleted:
      document = nil
      deletions.add(writer.stamp, createsAgain: false)
    case .written(let new): document = new
    case .replaced(let new):
      document = new
      deletions.add(writer.stamp, createsAgain: true)
    }
  }
}
