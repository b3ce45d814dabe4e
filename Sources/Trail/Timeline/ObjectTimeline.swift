package import Formats
package import JSON

/// What a trail says of one object: who saw it, who changed what, when, under which activity.
package struct ObjectTimeline: Sendable {
  /// One event that speaks of the object.
  package struct Entry: Sendable, Hashable {
    /// The event, without its payload.
    package var document: AuditDocument
    /// What it says.
    package var action: Action
    /// How many other objects it speaks of.
    package var others: Int
  }

  /// What somebody did with the object.
  package enum Action: Sendable, Hashable {
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
  package struct Change: Sendable, Hashable {
    /// The property.
    package var name: String
    /// Its value before; nil if it was left out.
    package var old: JSON?
    /// Its value afterwards.
    package var new: JSON
  }

  /// The class of the object.
  package let className: String
  /// Its primary key as text.
  package let key: String
  /// The events in the order of time, those of one instant in the order of the trail.
  package private(set) var entries: [Entry] = []
  /// How many events there are, those included that had no room.
  package private(set) var count = 0
  /// How many documents were read.
  package private(set) var documents = 0
  /// How many lines could not be read.
  package private(set) var damaged = 0

  /// Reads files, and keeps the first events of the object that a filter admits.
  package init(
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
    var walk = TrailWalk(edition: edition, schema: schema, filter: filter)
    try walk.walk(inputs) { document, payload in
      let classes = payload?.classes ?? []
      let actions = classes.filter { $0.className == className }.flatMap {
        $0.actions(with: key, keyName)
      }
      let others = classes.reduce(-actions.count) { $0 + $1.count }
      for action in actions {
        count += 1
        guard entries.count < limit else { continue }
        entries.append(Entry(document: document, action: action, others: others))
      }
    }
    (documents, damaged) = (walk.documents, walk.damaged)
    entries = entries.enumerated().sorted { left, right in
      let (a, b) = (
        left.element.document.timestamp ?? .min, right.element.document.timestamp ?? .min
      )
      return (a, left.offset) < (b, right.offset)
    }.map(\.element)
  }
}

extension Payload.ClassObjects {
  /// What they say of one object.
  fileprivate func actions(with key: String, _ keyName: Name) -> [ObjectTimeline.Action] {
    func isWanted(_ object: Value) -> Bool {
      object[keyName].map { HistoryLevel.text(of: $0) == key } ?? false
    }
    return read.filter(isWanted).map { .seen($0.json) }
      + deletions.filter(isWanted).map { .deleted($0.json) }
      + modifications.filter { isWanted($0.oldValue) }.map { .changed($0.changes) }
      + insertions.filter(isWanted).map { .created($0.json) }
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
