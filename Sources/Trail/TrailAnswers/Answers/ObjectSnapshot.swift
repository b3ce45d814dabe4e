package import JSON
package import TrailReading

/// The state of an object at a time, as far as a trail tells it: each property with the event that is the reason for believing in its value.
package struct ObjectSnapshot: Sendable {
  /// An event, and what it did.
  package struct Evidence: Sendable, Hashable {
    /// The event.
    package var document: AuditDocument
    /// `seen`, `created`, `changed` or `deleted`.
    package var action: String
  }

  /// A value, and since when it is known.
  package struct Property: Sendable, Hashable {
    /// The value.
    package var value: JSON
    /// The first event that shows it, or the one that left it.
    package var since: Evidence
  }

  /// Whether there is such an object.
  package enum Life: Sendable, Hashable {
    /// No event up to that time mentions it.
    case unknown
    /// The last event that shows it.
    case present(Evidence)
    /// The event that deleted it; its properties are those that it had before.
    case deleted(Evidence)
  }

  /// Whether there is such an object.
  package private(set) var life = Life.unknown
  /// What is known of it, in the order of the last event that shows it whole.
  package private(set) var properties: [(name: String, property: Property)] = []
  /// How many times an event up to that time mentions it.
  package private(set) var count = 0

  private var places: [ByteKey: Int] = [:]
  private let comparison: ValueComparison

  /// The state after the last event of a timeline that is not later than an instant.
  package init(_ timeline: ObjectTimeline, at instant: Int64) {
    comparison = timeline.comparison
    for entry in timeline.entries {
      // Without a time, it cannot be known whether it was before.
      guard let time = entry.document.timestamp, time <= instant else { continue }
      // By its key alone, it may be an object of another class.
      if let owner = entry.owner, !owner.isCertain { continue }
      count += 1
      apply(entry)
    }
  }

  /// The value of a property.
  package func value(of name: String) -> Property? {
    places[ByteKey(name)].map { properties[$0].property }
  }

  private mutating func apply(_ entry: ObjectTimeline.Entry) {
    let document = entry.document
    switch entry.action {
    case .seen(let object):
      let evidence = Evidence(document: document, action: "seen")
      reviveIfDeleted()
      show(object, evidence)
      life = .present(evidence)
    case .created(let object):
      let evidence = Evidence(document: document, action: "created")
      forget()
      show(object, evidence)
      life = .present(evidence)
    case .changed(let changes):
      let evidence = Evidence(document: document, action: "changed")
      reviveIfDeleted()
      if let before = entry.before { show(before, Evidence(document: document, action: "seen")) }
      for change in changes {
        set(change.name, Property(value: change.new, since: evidence))
      }
      life = .present(evidence)
    case .deleted(let object):
      show(object, Evidence(document: document, action: "seen"))
      life = .deleted(Evidence(document: document, action: "deleted"))
    }
  }

  /// An object that is there again is another one.
  private mutating func reviveIfDeleted() {
    if case .deleted = life { forget() }
  }

  private mutating func forget() { (properties, places) = ([], [:]) }

  /// Takes over what an event shows; a value that was known keeps its evidence.
  private mutating func show(_ object: JSON, _ evidence: Evidence) {
    guard let members = object.object else {
      return set("", Property(value: object, since: evidence))
    }
    for (name, value) in members {
      if let known = self.value(of: name), comparison.areSame(known.value, value, of: name) {
        continue
      }
      set(name, Property(value: value, since: evidence))
    }
  }

  private mutating func set(_ name: String, _ property: Property) {
    if let place = places[ByteKey(name)] {
      properties[place].property = property
    } else {
      places[ByteKey(name)] = properties.count
      properties.append((name, property))
    }
  }
}

/// What became of an object between two times.
package struct ObjectDifference: Sendable {
  /// A property that differs.
  package struct Change: Sendable {
    /// The property.
    package var name: String
    /// Its value at the first time; nil if none is known.
    package var old: JSON?
    /// Its value at the second time; nil if none is known.
    package var new: ObjectSnapshot.Property?
  }

  /// The states at both times.
  package let first, second: ObjectSnapshot
  /// The properties that differ.
  package let changes: [Change]

  /// Compares what is known of an object at two times.
  package init(_ timeline: ObjectTimeline, from start: Int64, to end: Int64) {
    let (first, second) = (
      ObjectSnapshot(timeline, at: start), ObjectSnapshot(timeline, at: end)
    )
    (self.first, self.second) = (first, second)
    let names =
      second.properties.map(\.name)
      + first.properties.map(\.name).filter { second.value(of: $0) == nil }
    changes = names.compactMap { name in
      let (old, new) = (first.value(of: name)?.value, second.value(of: name))
      if timeline.comparison.areSame(old, new?.value, of: name) { return nil }
      return Change(name: name, old: old, new: new)
    }
  }
}
