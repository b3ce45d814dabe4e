import ReferenceRealm

/// A realm at the server: what it holds, and in which order that came about.
package struct ServerRealm: Sendable {
  /// A transaction that the server took.
  struct Commit: Sendable {
    /// Is never used again, not even after the server was restored.
    var number: Int
    /// The copy that it came from; 0 is the server itself.
    var origin: Int
    /// The identity of the user who wrote it.
    var author: Identity?
    var time: Timestamp
    /// The number of bytes that progress counts it as.
    var size: Int
    /// How many changes of objects there were after it.
    var position: Int
    /// What became of each object that it was about.
    var effects: [Delivery]
  }

  /// A place in the history of a realm: the number of commits, and the last one of them.
  struct Mark: Sendable, Hashable {
    var count: Int
    var commit: Int
  }

  private(set) var types: [ObjectSchema] = []
  package private(set) var store: DocumentStore
  private(set) var commits: [Commit] = []
  /// How many changes of objects the processor of permission changes has looked at.
  var processed = 0

  init() throws { store = DocumentStore(schema: try Schema([])) }

  /// How far the realm is.
  var mark: Mark? { commits.last.map { Mark(count: commits.count, commit: $0.number) } }

  /// Whether a place is part of this history.
  func contains(_ mark: Mark) -> Bool {
    mark.count <= commits.count && commits[mark.count - 1].number == mark.commit
  }

  /// Adds classes and properties.
  mutating func extend(by others: [ObjectSchema]) throws {
    let union = try types.adding(others)
    let schema = try Schema(union)
    let mapping = SchemaMapping(from: store.schema, to: schema)
    if !mapping.isIdentity {
      for place in commits.indices {
        commits[place].effects = commits[place].effects.compactMap(mapping.delivery)
      }
    }
    store.extend(to: schema)
    types = union
  }

  /// Merges a transaction.
  mutating func take(
    _ changeset: Changeset,
    size: Int,
    by author: Identity?,
    number: Int,
    _ stages: MobilePlatformStages
  ) {
    let start = store.log.count
    let changeset = store.take(changeset, stages.merge)
    stages.settleLinks(&store, changeset)
    // Its device learns of every object that it wrote to, also where another device's change won.
    var seen: Set<DocumentID> = []
    let objects = changeset.changes.map(\.id) + store.log[start...]
    commits.append(
      Commit(
        number: number,
        origin: changeset.origin,
        author: author,
        time: changeset.time,
        size: size,
        position: store.log.count,
        effects: objects.filter { seen.insert($0).inserted }.map {
          Delivery($0, in: store)
        }
      )
    )
  }
}
