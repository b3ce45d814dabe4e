import Formats
import JSON
import TrailCheck
import TrailReading

/// Reads the events and the rows again that findings name: there are few of them, and they are not known before the end.
struct StateRereading {
  let examples: [StateMismatch]
  let schema: StateSchema
  let options: TrailOptions

  /// The events by their file and number.
  func events(in inputs: [NamedInput]) throws(TrailError) -> [Int: [Int: StateEvent]] {
    var wanted: [Int: [Int: [StateMismatch]]] = [:]
    for mismatch in examples {
      guard let event = mismatch.event else { continue }
      wanted[event.file, default: [:]][event.number, default: []].append(mismatch)
    }
    var found: [Int: [Int: StateEvent]] = [:]
    for (file, numbers) in wanted { found[file] = try events(numbers, in: inputs[file]) }
    return found
  }

  private func events(
    _ wanted: [Int: [StateMismatch]],
    in source: NamedInput
  ) throws(TrailError) -> [Int: StateEvent] {
    let log = FindingLog(examplesPerCode: 0)
    let events = EventReader(
      edition: options.edition,
      schema: options.schema,
      limits: options.limits,
      log: log
    )
    var found: [Int: StateEvent] = [:]
    let numbers = Set(wanted.keys)
    try events.read(numbers, of: source.input, as: source.name, limits: options.limits) {
      document in
      var event = StateEvent(document: AuditDocument(document, at: log.position))
      if let payload = events.payloads.open(document) {
        for mismatch in wanted[log.number] ?? [] { note(mismatch, in: payload, &event) }
      }
      found[log.number] = event
    }
    return found
  }

  private func note(_ mismatch: StateMismatch, in payload: Payload, _ event: inout StateEvent) {
    let known = schema.classes[mismatch.className]
    guard let property = mismatch.property, let wanted = mismatch.object, let key = known.key else {
      return
    }
    let name = Name(known.names[property])
    for objects in payload.eachClass where objects.className.equalsByBytes(known.name) {
      objects.forEachAct { kind, object, newValue in
        // What was deleted first may have been created again.
        guard kind != .deleted, let id = object[key.name],
          StateFacts.object(mismatch.className, StateHash.of(id, key.type, schema)) == wanted
        else { return }
        var value = newValue?[name] ?? object[name]
        if case .link(_, let key, _) = known.types[property], let inner = value, inner.isObject {
          value = inner[key] ?? inner
        }
        guard let value else { return }
        event.values[StateEvent.Place(object: wanted, property: property)] =
          StateValue.shortened(value.json.text())
      }
    }
  }

  /// The rows by their class and number.
  func rows(in source: any StateSource) throws(TrailError) -> [Int: [Int: StateRow]] {
    var wanted: [Int: Set<Int>] = [:]
    for mismatch in examples where mismatch.property != nil {
      if let row = mismatch.row { wanted[mismatch.className, default: []].insert(row) }
    }
    var found: [Int: [Int: StateRow]] = [:]
    for (number, rows) in wanted {
      var those: [Int: StateRow] = [:]
      try source.read(number, where: rows.contains, showsValues: true) {
        those[$0.number] = $0
      }
      found[number] = those
    }
    return found
  }
}

/// What is said of a mismatch, once its values are at hand.
struct StateSentence {
  let mismatch: StateMismatch
  let schema: StateSchema
  let source: any StateSource
  let events: [Int: [Int: StateEvent]]
  let rows: [Int: [Int: StateRow]]

  private var known: StateSchema.Class { schema.classes[mismatch.className] }
  private var event: StateEvent? { mismatch.event.flatMap { events[$0.file]?[$0.number] } }
  private var property: String { mismatch.property.map { known.names[$0] } ?? "" }
  private var place: StateEvent.Place? {
    guard let object = mismatch.object, let property = mismatch.property else { return nil }
    return StateEvent.Place(object: object, property: property)
  }
  private var title: String {
    known.name.inSentence + (mismatch.key.map { "/" + $0.inSentence } ?? "")
  }

  private var rowPlace: String {
    mismatch.row.map { "\(source.place(of: mismatch.className)):\($0)" } ?? source.name
  }

  private var inTrail: String {
    place.flatMap { event?.values[$0] } ?? "a value that is not at hand"
  }

  private var inState: String {
    let row = mismatch.row.flatMap { rows[mismatch.className]?[$0] }
    return row?.values.first { $0.property == mismatch.property }?.value.words ?? "null"
  }

  private var eventName: String {
    guard let document = event?.document else { return "an event" }
    let time = document.timestamp.map { " at \(Timestamp(milliseconds: $0))" } ?? ""
    return "event \(document.id ?? "without an id")\(time)"
  }

  private var act: String {
    switch mismatch.act {
    case .created: "created it"
    case .deleted: "deleted it"
    case .changed: "changed it"
    default: "shows it"
    }
  }

  private var sentence: String {
    switch mismatch.code {
    case .stateDiffers:
      let verb = mismatch.act == .seen ? "shows" : "left"
      let keeper = mismatch.keptAt.map {
        "; a device that still had this at \(Timestamp(milliseconds: $0)) may have assigned it again (MERGE-14)"
      }
      return
        "\(title): \(eventName) \(verb) \(property) = \(inTrail), and the database has \(inState)\(LookAlike.remark(on: inTrail, inState))\(keeper ?? "")"
    case .stateMissing: return "\(title): \(eventName) \(act), and it is not in the database"
    case .stateOfDeleted:
      return
        "\(title): \(eventName) deleted it, and it is in the database (\(rowPlace))\(mismatch.remark ?? "")"
    case .stateUnmentioned: return "\(title) is in the database, and no event mentions it"
    case .stateFiner:
      return
        "\(title): \(property) has digits below the millisecond, which no payload shows; \(mismatch.remark ?? "") was compared"
    case .stateType, .stateLinkToNothing:
      return "\(title): \(property) \(mismatch.remark ?? "")"
    case .stateDamaged:
      return
        "\(title): document \(mismatch.row ?? 0) cannot be read: \(mismatch.remark ?? "it is damaged")"
    default: return "\(title): the row \(mismatch.remark ?? "cannot be read")"
    }
  }

  private var statement: String {
    mismatch.code == .stateDiffers
      ? "\(mismatch.act == .seen ? "shows" : "left") \(property) = \(inTrail)" : act
  }

  /// The finding with its grounds.
  func finding(at position: TrailPosition) -> TrailFinding {
    var related: [TrailFinding.RelatedEvent] = []
    if let event {
      var said = TrailFinding.RelatedEvent(
        position: event.document.position,
        id: event.document.id,
        timestamp: event.document.timestamp,
        statement: statement
      )
      said.event = event.document
      related.append(said)
    }
    var finding = TrailFinding(
      code: mismatch.code,
      level: mismatch.level,
      position: event?.document.position ?? position,
      id: event?.document.id,
      sentence: sentence,
      related: related
    )
    finding.event = event?.document
    return finding
  }
}
