import Formats
import JSON

/// Notes what types the values of each property have, and says where they do not go together.
///
/// It remembers the first event of each type and nothing else, so that the parts of a trail can be put together.
struct InferenceLevel {
  typealias Form = Value.Form

  /// A property of a class.
  struct Property: Sendable, Hashable, Comparable {
    var className: String
    var name: String

    /// A property of that class and name.
    init(className: String, name: String) {
      self.className = className
      self.name = name
    }

    /// By class, then by name.
    static func < (left: Self, right: Self) -> Bool {
      (left.className, left.name) < (right.className, right.name)
    }
  }

  /// The first event with a value of some type.
  struct Sighting: Sendable, Hashable {
    var position: TrailPosition
    var id: String?
    var timestamp: Int64?

    /// An event at that place.
    init(position: TrailPosition, id: String?, timestamp: Int64?) {
      self.position = position
      self.id = id
      self.timestamp = timestamp
    }
  }

  /// No more than that many properties are followed: classes of a payload can be made up.
  private static let propertyLimit = 20_000

  /// Where each type of each property was first seen.
  private(set) var sightings: [Property: [Form: Sighting]] = [:]

  init() {}

  mutating func check(_ payload: Payload, of document: Document) {
    let sighting = Sighting(
      position: document.position,
      id: document.id?.hex,
      timestamp: document.timestamp
    )
    switch payload {
    case .read(let name, let objects):
      let name = name.string ?? ""
      for object in objects.children { note(object, of: name, sighting) }
    case .write:
      for changes in payload.changes {
        let name = changes.className
        for object in changes.insertions { note(object, of: name, sighting) }
        for object in changes.deletions { note(object, of: name, sighting) }
        for modification in changes.modifications {
          note(modification.oldValue, of: name, sighting)
          note(modification.newValue, of: name, sighting)
        }
      }
    }
  }

  private mutating func note(_ object: Value, of className: String, _ sighting: Sighting) {
    guard object.isObject else { return }
    for member in object.children {
      guard let form = member.form else { continue }
      note(form, of: Property(className: className, name: member.name), sighting)
    }
  }

  /// Notes that an event has a value of some type.
  mutating func note(_ form: Form, of property: Property, _ sighting: Sighting) {
    guard let known = sightings[property] else {
      if sightings.count < Self.propertyLimit { sightings[property] = [form: sighting] }
      return
    }
    if let first = known[form], first.position <= sighting.position { return }
    sightings[property]?[form] = sighting
  }

  mutating func finish(into findings: inout FindingSummary) {
    for (property, forms) in sightings where forms.count > 1 {
      let seen = forms.sorted { ($0.value.position, $0.key) < ($1.value.position, $1.key) }
      guard let (first, last) = Self.contradiction(in: seen.map(\.key)) else { continue }
      let events = [first, last].compactMap { form in
        forms[form].map { event in
          TrailFinding.RelatedEvent(
            position: event.position,
            id: event.id,
            timestamp: event.timestamp,
            statement: "has \(Self.words(form))"
          )
        }
      }
      guard let event = forms[last] else { continue }
      findings.add(
        .typeInconsistent,
        at: event.position,
        id: event.id,
        related: events,
        "\(quoted(property.name)) of class \(quoted(property.className)) is \(Self.words(last)) here and \(Self.words(first)) elsewhere; only a mixed property may"
      )
    }
  }

  /// The first two types, in the order in which they were seen, that do not go together.
  private static func contradiction(in forms: [Form]) -> (Form, Form)? {
    for later in forms.indices {
      for earlier in forms[..<later] where !earlier.goes(with: forms[later]) {
        return (earlier, forms[later])
      }
    }
    return nil
  }

  private static func words(_ form: Form) -> String {
    switch form {
    case .bool: "a bool"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension Value.Form {
  /// Whether one property can have both, without being a mixed one: a link is a key or an object.
  fileprivate func goes(with other: Self) -> Bool {
    self == other || (self == .object && (other == .string || other == .number))
      || (other == .object && (self == .string || self == .number))
  }
}
