import Formats
import JSON

/// Notes what types the values of each property have, and says where they do not go together.
///
/// It remembers the first event of each type and nothing else, so that the parts of a trail can be put together.
package struct InferenceLevel: TrailLevel {
  /// The types that can be told from JSON.
  package enum Form: String, Sendable, CaseIterable, Comparable {
    case bool, number, string, array, object

    /// In the order of their names.
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    init?(_ json: JSON) {
      switch json {
      case .null: return nil
      case .bool: self = .bool
      case .int, .double, .number: self = .number
      case .string: self = .string
      case .array: self = .array
      case .object: self = .object
      }
    }

    /// Whether one property can have both, without being a mixed one: a link is a key or an object.
    fileprivate func goes(with other: Form) -> Bool {
      self == other || (self == .object && (other == .string || other == .number))
        || (other == .object && (self == .string || self == .number))
    }
  }

  /// A property of a class.
  package struct Property: Sendable, Hashable, Comparable {
    package var className: String
    package var name: String

    /// A property of that class and name.
    package init(className: String, name: String) {
      self.className = className
      self.name = name
    }

    /// By class, then by name.
    package static func < (left: Self, right: Self) -> Bool {
      (left.className, left.name) < (right.className, right.name)
    }
  }

  /// The first event with a value of some type.
  package struct Sighting: Sendable, Hashable {
    package var position: TrailPosition
    package var id: String?
    package var timestamp: Int64?

    /// An event at that place.
    package init(position: TrailPosition, id: String?, timestamp: Int64?) {
      self.position = position
      self.id = id
      self.timestamp = timestamp
    }
  }

  /// No more than that many properties are followed: classes of a payload can be made up.
  private static let propertyLimit = 20_000

  /// Where each type of each property was first seen.
  package private(set) var sightings: [Property: [Form: Sighting]] = [:]

  package init() {}

  package mutating func check(
    _ document: AuditDocument,
    _ payload: TrailPayload?,
    into findings: inout FindingSummary
  ) {
    guard let payload else { return }
    let sighting = Sighting(
      position: document.position,
      id: document.id,
      timestamp: document.timestamp
    )
    switch payload {
    case .read(let name, let objects): for object in objects { note(object, of: name, sighting) }
    case .write(let classes):
      for changes in classes {
        for object in changes.insertions { note(object, of: changes.className, sighting) }
        for object in changes.deletions { note(object, of: changes.className, sighting) }
        for modification in changes.modifications {
          note(modification.oldValue, of: changes.className, sighting)
          note(modification.newValue, of: changes.className, sighting)
        }
      }
    }
  }

  private mutating func note(_ object: JSON, of className: String, _ sighting: Sighting) {
    for (key, value) in object.object ?? [:] {
      guard let form = Form(value) else { continue }
      note(form, of: Property(className: className, name: key), sighting)
    }
  }

  /// Notes that an event has a value of some type.
  package mutating func note(_ form: Form, of property: Property, _ sighting: Sighting) {
    guard let known = sightings[property] else {
      if sightings.count < Self.propertyLimit { sightings[property] = [form: sighting] }
      return
    }
    if let first = known[form], first.position <= sighting.position { return }
    sightings[property]?[form] = sighting
  }

  package mutating func finish(into findings: inout FindingSummary) {
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
