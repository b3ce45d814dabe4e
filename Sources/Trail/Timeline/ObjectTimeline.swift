public import Formats
public import JSON

/// What a trail says of one object: who saw it, who changed what, when, under which activity.
public struct ObjectTimeline: Sendable {
  /// One event that speaks of the object.
  public struct Entry: Sendable, Hashable {
    /// The event, without its payload.
    public var document: AuditDocument
    /// What it says.
    public var action: Action
    /// How many other objects it speaks of.
    public var others: Int
  }

  /// What somebody did with the object.
  public enum Action: Sendable, Hashable {
    /// It was seen as this.
    case seen(JSON)
    /// It was created as this.
    case created(JSON)
    /// Properties were changed.
    case changed([Change])
    /// It was deleted, and was this before.
    case deleted(JSON)
  }

  /// What became of a property.
  public struct Change: Sendable, Hashable {
    /// The property.
    public var name: String
    /// Its value before; nil if it was left out.
    public var old: JSON?
    /// Its value afterwards.
    public var new: JSON
  }

  /// The class of the object.
  public let className: String
  /// Its primary key as text.
  public let key: String
  /// The events in the order of time, those of one instant in the order of the trail.
  public private(set) var entries: [Entry] = []
  /// How many events there are, those included that had no room.
  public private(set) var count = 0
  /// How many documents were read.
  public private(set) var documents = 0
  /// How many lines could not be read.
  public private(set) var damaged = 0

  /// Reads files, and keeps the first events of the object that a filter admits.
  public init(
    of className: String,
    key: String,
    in inputs: [TrailInput],
    filter: TrailFilter = TrailFilter(),
    edition: Edition = .current,
    schema: CaseSchema? = nil,
    limit: Int = 10_000
  ) throws(TrailError) {
    self.className = className
    self.key = key
    let keyName = PrimaryKeys(schema).name(of: className)
    var walk = TrailWalk(edition: edition, schema: schema)
    var found: [Entry] = []
    var (count, documents) = (0, 0)
    for input in inputs {
      try walk.walk(input) { document, payload in
        documents += 1
        guard let payload, filter.admits(document) else { return }
        let actions = payload.actions(with: key, of: className, keyName)
        let others = max(0, payload.objectCount - actions.count)
        for action in actions {
          count += 1
          guard found.count < limit else { continue }
          found.append(Entry(document: document, action: action, others: others))
        }
      }
    }
    self.count = count
    self.documents = documents
    damaged = walk.damaged
    entries = found.enumerated().sorted { left, right in
      let (a, b) = (
        left.element.document.timestamp ?? .min, right.element.document.timestamp ?? .min
      )
      return (a, left.offset) < (b, right.offset)
    }.map(\.element)
  }
}

extension Payload {
  /// How many objects it speaks of.
  fileprivate var objectCount: Int {
    if case .read(_, let objects) = self { return objects.count }
    return changes.reduce(0) { $0 + $1.objectCount }
  }

  /// What it says of one object.
  fileprivate func actions(
    with key: String,
    of name: String,
    _ keyName: Name
  ) -> [ObjectTimeline.Action] {
    func isWanted(_ object: Value) -> Bool {
      object[keyName].map { HistoryLevel.text(of: $0) == key } ?? false
    }
    if case .read(let className, let objects) = self {
      guard className.string == name else { return [] }
      return objects.children.filter(isWanted).map { .seen($0.json) }
    }
    return changes.filter { $0.className == name }.flatMap { changes in
      changes.deletions.filter(isWanted).map { .deleted($0.json) }
        + changes.modifications.filter { isWanted($0.oldValue) }.map { .changed($0.changes) }
        + changes.insertions.filter(isWanted).map { .created($0.json) }
    }
  }
}

extension Payload.Changes {
  /// How many objects changed.
  var objectCount: Int {
    [insertions, deletions].reduce(modifications.reduce(0) { count, _ in count + 1 }) {
      $0 + $1.reduce(0) { count, _ in count + 1 }
    }
  }
}

extension Payload.Modification {
  fileprivate var changes: [ObjectTimeline.Change] {
    newValue.children.map { value in
      let old = oldValue.isObject ? oldValue.children.first { $0.hasKey(of: value) } : nil
      return ObjectTimeline.Change(name: value.name, old: old?.json, new: value.json)
    }
  }
}
