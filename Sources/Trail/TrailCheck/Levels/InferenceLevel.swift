import Formats
import TrailReading

/// Notes what types the values of each property have, and says where they do not go together.
///
/// It remembers the first event of each type and nothing else, so that the parts of a trail can be put together.
struct InferenceLevel: Sendable {
  typealias Form = Value.Form

  /// The first event with a value of some type.
  struct Sighting: Sendable, Hashable {
    var position: TrailPosition
    var id: String?
    var timestamp: Int64?
  }

  /// No more than that many properties are followed: classes of a payload can be made up.
  private static let propertyLimit = 20_000

  /// The values of properties beyond those that are followed.
  var omitted = Omission()

  /// Where each type of each property was first seen.
  private(set) var sightings: [PropertyName: [Form: Sighting]] = [:]
  private var noted = NotedForms()

  mutating func check(
    _ payload: Payload,
    of document: borrowing Document,
    at position: TrailPosition
  ) {
    noted.begin(position.file)
    for objects in payload.eachClass {
      let number = noted.number(of: objects.name)
      func isNew(_ member: Value) -> Bool {
        guard let form = member.form else { return false }
        // Beyond the limit each value counts as one that is not followed.
        return sightings.count >= Self.propertyLimit || noted.insert(form, of: member, in: number)
      }
      objects.forEachAct { _, object, newValue in
        for value in [object, newValue] {
          // Nearly always nothing is new.
          guard let members = value?.members else { continue }
          for member in members where isNew(member) {
            note(member, of: objects.className, document, position)
          }
        }
      }
    }
  }

  private mutating func note(
    _ member: Value,
    of className: String,
    _ document: borrowing Document,
    _ position: TrailPosition
  ) {
    guard let form = member.form else { return }
    note(
      form,
      of: PropertyName(className: className, name: member.name),
      Sighting(position: position, id: document.id?.hex, timestamp: document.timestamp)
    )
  }

  /// Notes that an event has a value of some type.
  mutating func note(_ form: Form, of property: PropertyName, _ sighting: Sighting) {
    guard let known = sightings[property] else {
      if sightings.count < Self.propertyLimit {
        sightings[property] = [form: sighting]
      } else {
        omitted.note(at: sighting.position, id: sighting.id)
      }
      return
    }
    if let first = known[form], !(sighting.position < first.position) { return }
    sightings[property]?[form] = sighting
  }

  /// Takes over what was noted in a part of the trail.
  mutating func take(_ part: InferenceLevel) {
    omitted.take(part.omitted)
    for (property, forms) in part.sightings {
      for (form, sighting) in forms { note(form, of: property, sighting) }
    }
  }

  mutating func finish(into findings: inout FindingSummary) {
    omitted.report(.typesUnfollowed, into: &findings) { count in
      "the types of \(Self.propertyLimit) properties are compared; "
        + "\(count) values of further ones were not"
    }
    for (property, forms) in sightings where forms.count > 1 {
      let seen = forms.sorted { ($0.value.position, $0.key) < ($1.value.position, $1.key) }
      guard let (first, last) = Self.contradiction(in: seen.map(\.key)) else { continue }
      let events = [first, last].compactMap { form in
        forms[form].map { event in
          TrailFinding.RelatedEvent(
            position: event.position,
            id: event.id,
            timestamp: event.timestamp,
            statement: "has \(form.words)"
          )
        }
      }
      guard let event = forms[last] else { continue }
      findings.add(
        .typeInconsistent,
        at: event.position,
        id: event.id,
        related: events,
        "\(property) is \(last.words) here and \(first.words) elsewhere; only a mixed property may"
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
}

extension Value.Form {
  fileprivate var words: String { (self == .array || self == .object ? "an " : "a ") + rawValue }

  /// Whether one property can have both, without being a mixed one: a link is a key or an object.
  fileprivate func goes(with other: Self) -> Bool {
    self == other || (self == .object && (other == .string || other == .number))
      || (other == .object && (self == .string || self == .number))
  }
}

extension InferenceLevel: JSONRecord {
  /// The first event with a type of a property.
  private struct Entry: JSONItem {
    var className = "", property = ""
    var form = Form.bool
    var event = Sighting(position: TrailPosition())

    mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
      try fields("class", &className)
      try fields("property", &property)
      try fields("type", &form)
      try fields("place", &event.position)
      try fields("_id", &event.id)
      try fields("timestamp", &event.timestamp)
    }
  }

  private var entries: [Entry] {
    sightings.sorted { $0.key < $1.key }.flatMap { property, forms in
      forms.sorted { $0.key < $1.key }.map { form, event in
        Entry(className: property.className, property: property.name, form: form, event: event)
      }
    }
  }

  mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
    try fields.each("seen", entries) {
      note($0.form, of: PropertyName(className: $0.className, name: $0.property), $0.event)
    }
    try fields.inner("omitted", &omitted)
  }
}
