public import Formats

/// What a trail says of each activity: how much was seen and done under it, by whom, and when.
public struct ActivityList: Sendable {
  /// One activity.
  public struct Entry: Sendable, Hashable {
    /// The activity, empty where a document has none.
    public let name: String
    /// The read events.
    public var reads = 0
    /// The write events.
    public var writes = 0
    /// The custom events.
    public var customs = 0
    /// The first instant, in milliseconds since 1970.
    public var first: Int64?
    /// The last instant.
    public var last: Int64?
    /// The metadata under which it happened, the most frequent ones.
    public var users: [String: Int] = [:]
    /// How often objects of each class were seen or changed.
    public var classes: [String: Int] = [:]

    /// All events.
    public var events: Int { reads + writes + customs }
  }

  /// The activities in the order of their names.
  public private(set) var entries: [Entry] = []
  /// How many events the filter admitted.
  public private(set) var count = 0
  /// How many documents were read.
  public private(set) var documents = 0
  /// How many lines could not be read.
  public private(set) var damaged = 0
  /// How many events belong to activities there was no room for.
  public private(set) var unlisted = 0

  /// No more activities than that are listed, and of each no more users and classes.
  private static let (activityLimit, detailLimit) = (10_000, 1000)

  /// Reads files.
  public init(
    in inputs: [TrailInput],
    filter: TrailFilter = TrailFilter(),
    edition: Edition = .current
  ) throws(TrailError) {
    var walk = TrailWalk(edition: edition, schema: nil)
    var known: [String: Entry] = [:]
    var (count, documents, unlisted) = (0, 0, 0)
    for input in inputs {
      try walk.walk(input) { document, payload in
        documents += 1
        guard filter.admits(document) else { return }
        count += 1
        let name = document.activity ?? ""
        if known[name] == nil {
          guard known.count < Self.activityLimit else {
            unlisted += 1
            return
          }
          known[name] = Entry(name: name)
        }
        known[name]?.note(document, payload, limit: Self.detailLimit)
      }
    }
    self.count = count
    self.documents = documents
    self.unlisted = unlisted
    damaged = walk.damaged
    entries = known.values.sorted { $0.name < $1.name }
  }
}

extension ActivityList.Entry {
  fileprivate mutating func note(
    _ document: AuditDocument,
    _ payload: Payload?,
    limit: Int
  ) {
    switch document.event {
    case "read": reads += 1
    case "write": writes += 1
    default: customs += 1
    }
    if let time = document.timestamp {
      first = min(first ?? time, time)
      last = max(last ?? time, time)
    }
    let user = document.metadata.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
    if users[user] != nil || users.count < limit { users[user, default: 0] += 1 }
    if case .read(let name, let objects)? = payload {
      note(name.string ?? "", objects.count, limit)
    }
    for change in payload?.changes ?? [] { note(change.className, change.objectCount, limit) }
  }

  private mutating func note(_ className: String, _ count: Int, _ limit: Int) {
    if classes[className] != nil || classes.count < limit {
      classes[className, default: 0] += count
    }
  }
}
