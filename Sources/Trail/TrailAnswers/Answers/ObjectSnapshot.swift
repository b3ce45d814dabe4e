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
  package var properties: [(name: String, property: Property)] {
    known.map { ($0.name, $0.property) }
  }
  /// How many times an event up to that time mentions it.
  package private(set) var count = 0

  /// A property with what tells whether a value that a device shows is news.
  private struct Known {
    var name: String
    var property: Property
    /// The values that it had before.
    var past: PastValues
    /// The partitions of the events that leave or show its value.
    var heard: Set<String?> = []
  }

  private var known: [Known] = []
  private var places: [ByteKey: Int] = [:]
  /// The values of objects that had the key before.
  private var earlier: [ByteKey: PastValues] = [:]
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
    places[ByteKey(name)].map { known[$0].property }
  }

  private mutating func apply(_ entry: ObjectTimeline.Entry) {
    let document = entry.document
    switch entry.action {
    case .seen, .changed:
      // What is deleted stays deleted until a device creates it, or the one that deleted it shows it again.
      if case .deleted(let end) = life {
        if end.document.partition != document.partition { return }
        forget()
      }
    case .created, .deleted: break
    }
    switch entry.action {
    case .seen(let object):
      let evidence = Evidence(document: document, action: "seen")
      show(object, evidence)
      life = .present(evidence)
    case .created(let object):
      let evidence = Evidence(document: document, action: "created")
      forget()
      show(object, evidence)
      life = .present(evidence)
    case .changed(let changes):
      let evidence = Evidence(document: document, action: "changed")
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

  /// An object that is there again is another one; devices that have not heard of it may still show the one before.
  private mutating func forget() {
    for property in known {
      var past = property.past
      past.add(property.property.value, of: property.name, comparison)
      earlier[ByteKey(property.name)] = past
    }
    (known, places) = ([], [:])
  }

  /// Takes over what an event shows; a value that was known keeps its evidence.
  private mutating func show(_ object: JSON, _ evidence: Evidence) {
    guard let members = object.object else {
      return set("", Property(value: object, since: evidence))
    }
    for (name, value) in members where isNews(value, of: name, evidence.document.partition) {
      set(name, Property(value: value, since: evidence))
    }
  }

  /// Whether a value that a device shows is another one than the known one, and not one from before a change that the
  /// device has not heard of.
  private mutating func isNews(_ value: JSON, of name: String, _ device: String?) -> Bool {
    guard let place = places[ByteKey(name)] else { return true }
    if comparison.areSame(known[place].property.value, value, of: name) {
      known[place].heard.insert(device)
      return false
    }
    return known[place].heard.contains(device) || !isPast(value, of: name, at: place)
  }

  private func isPast(_ value: JSON, of name: String, at place: Int) -> Bool {
    known[place].past.contain(value, of: name, comparison)
  }

  private mutating func set(_ name: String, _ property: Property) {
    let device = property.since.document.partition
    guard let place = places[ByteKey(name)] else {
      places[ByteKey(name)] = known.count
      let past = earlier[ByteKey(name)] ?? PastValues()
      known.append(Known(name: name, property: property, past: past, heard: [device]))
      return
    }
    let past = known[place].property.value
    if !isPast(past, of: name, at: place) { known[place].past.add(past, of: name, comparison) }
    known[place].property = property
    known[place].heard = [device]
  }
}

/// The values that a property had.
private struct PastValues: Sendable {
  private var exactly: Set<JSON> = []
  /// Some of them, by what those share that are the same: a link that was expanded again and again is the same as its key
  /// each time.
  private var alike: [Int: [JSON]] = [:]
  private static let maximumAlike = 64

  func contain(_ value: JSON, of property: String, _ comparison: ValueComparison) -> Bool {
    if exactly.contains(value) { return true }
    return alike[comparison.bucket(of: value, of: property)]?
      .contains { comparison.areSame($0, value, of: property) } ?? false
  }

  mutating func add(_ value: JSON, of property: String, _ comparison: ValueComparison) {
    exactly.insert(value)
    let bucket = comparison.bucket(of: value, of: property)
    if alike[bucket, default: []].count < Self.maximumAlike {
      alike[bucket, default: []].append(value)
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
