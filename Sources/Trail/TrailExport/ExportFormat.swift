import JSON
import TrailAnswers
import TrailReading

/// What events are written as: each format in a file of its own.
protocol ExportFormat {
  /// Makes the lines of an event; what they are made of is gone afterwards.
  func write(_ event: ExportedEvent, _ line: (JSON) -> Void)
}

/// What every format needs of an event, found with the mapping.
struct ExportedEvent {
  /// The event where it stands.
  let event: TrailEvent
  /// 24 hexadecimal digits.
  let id: String
  /// The same as milliseconds since 1970, and as ISO 8601 in UTC.
  let milliseconds: Int64
  let time: String
  /// Who acted; nil if no field says it.
  let user: User?
  /// The fields of metadata that are written besides.
  let metadata: [AuditDocument.Field]

  /// Who acted.
  struct User {
    var id: String
    var name: String?
    var role: String?
  }

  /// The name of a line of the event: the event's own with a number, the same whenever it is written.
  func lineId(_ number: Int) -> String { "\(id)-\(number)" }
}

/// What is chosen for all events.
struct ExportSettings {
  let mapping: ExportMapping
  /// Whether the values of objects and the data of custom events are written.
  let includesValues: Bool

  /// The name under which patients have their primary key, if the mapping has a class of them.
  let patientKey: Name

  /// The keys of the patients whom an act is about, each with its class.
  func patients(of act: ObjectAct) -> [(class: ExportMapping.Class, key: String?)] {
    guard let known = mapping.known(act.name) else { return [] }
    if known.isPatient { return [(known, act.keyText)] }
    guard let member = known.patientMember, let target = mapping.patientClass else { return [] }
    return act.keys(linkedBy: member, whoseKeyIs: patientKey).map { (target, $0) }
  }
}
