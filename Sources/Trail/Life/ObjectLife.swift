public import Formats
public import JSON

/// What a trail says of one object: who saw it, who changed what, when, under which activity.
public struct ObjectLife: Sendable {
  /// One event that speaks of the object.
  public struct Entry: Sendable, Hashable {
    /// The event, without its payload.
    public var document: AuditDocument
    /// What it says.
    public var deed: Deed
    /// How many other objects it speaks of.
    public var others: Int
  }

  /// What somebody did with the object.
  public enum Deed: Sendable, Hashable {
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
    let keyName = schema?.classes[className]?.primaryKey ?? "_id"
    var walk = TrailWalk(edition: edition, schema: schema)
    var found: [Entry] = []
    var (count, documents) = (0, 0)
    for input in inputs {
      try walk.walk(input) { document, payload in
        documents += 1
        guard let payload, filter.admits(document) else { return }
        let deeds = payload.deeds(with: key, of: className, keyName)
        let others = max(0, payload.objectCount - deeds.count)
        for deed in deeds {
          count += 1
          guard found.count < limit else { continue }
          var event = document
          event.data = nil
          found.append(Entry(document: event, deed: deed, others: others))
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

extension TrailPayload {
  /// How many objects it speaks of.
  var objectCount: Int {
    switch self {
    case .read(_, let objects): objects.count
    case .write(let classes):
      classes.reduce(0) {
        $0 + $1.insertions.count + $1.modifications.count + $1.deletions.count
      }
    }
  }

  /// What it says of one object.
  fileprivate func deeds(with key: String, of name: String, _ keyName: String) -> [ObjectLife.Deed]
  {
    func isWanted(_ object: JSON) -> Bool {
      guard let found = object[keyName] else { return false }
      return HistoryLevel.keyText(found) == key
    }
    switch self {
    case .read(let className, let objects):
      guard className == name else { return [] }
      return objects.filter(isWanted).map { .seen($0) }
    case .write(let classes):
      return classes.filter { $0.className == name }.flatMap { changes in
        changes.deletions.filter(isWanted).map { .deleted($0) }
          + changes.modifications.filter { isWanted($0.oldValue) }.map { .changed($0.changes) }
          + changes.insertions.filter(isWanted).map { .created($0) }
      }
    }
  }
}

extension TrailPayload.Modification {
  fileprivate var changes: [ObjectLife.Change] {
    (newValue.object ?? [:]).map { name, value in
      ObjectLife.Change(name: name, old: oldValue[name], new: value)
    }
  }
}
