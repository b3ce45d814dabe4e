import Formats
import TrailCheck
import TrailReading

/// What the events of a trail say of objects, noted for the comparison.
extension Reconciliation {
  mutating func readTrail(_ source: NamedInput) throws(TrailError) {
    let file = files.count
    files.append(StateFile())
    let log = FindingLog(examplesPerCode: 0)
    let events = EventReader(
      edition: options.edition,
      schema: options.schema,
      limits: options.limits,
      readsMetadata: false,
      log: log
    )
    let reader = try TrailReader(source.input, limits: options.limits)
    try events.read(reader, as: source.name) { document in
      guard document.isScoped, let payload = events.payloads.open(document) else { return }
      guard let time = document.timestamp else {
        undated += 1
        return
      }
      if let instant = location.instant, time > instant { return }
      var device = StableHash()
      device.add(textOf: document.partition)
      let place = StateFacts.Place(
        time: time,
        file: file,
        number: log.number,
        device: UInt32(truncatingIfNeeded: device.value >> 32)
      )
      files[file].note(time)
      note(payload, at: place)
    }
  }

  private mutating func note(_ payload: Payload, at place: StateFacts.Place) {
    for objects in payload.eachClass {
      guard let number = schema.payloads.number(of: objects) else { continue }
      guard let key = schema.classes[number].key else {
        if schema.classes[number].isEmbedded { changedInPlace.insert(number) }
        continue
      }
      objects.forEachAct { act, object, newValue in
        note(act, object, newValue, number, key, at: place)
      }
    }
  }

  private mutating func note(
    _ act: ObjectAct.Kind,
    _ object: Value,
    _ newValue: Value?,
    _ number: Int,
    _ key: (name: Name, type: StateType),
    at place: StateFacts.Place
  ) {
    guard let value = object[key.name], !value.isNull else { return }
    let hash = StateHash.of(value, key.type, schema)
    guard hash != StateHash.untracked else { return }
    let name = StateFacts.object(number, hash)
    if act == .deleted {
      deleted.insert(name)
      deletedClasses.insert(number)
    }
    let before = act == .created ? [] : words(object, number)
    let after = act == .created ? words(object, number) : newValue.map { words($0, number) } ?? []
    facts.append(
      StateFacts.Kind(act),
      of: name,
      class: number,
      key: value.keyText,
      at: place,
      before: { $0 += before },
      after: { $0 += after }
    )
  }

  private mutating func words(_ object: Value, _ number: Int) -> [UInt64] {
    var words: [UInt64] = []
    for member in object.members {
      guard let property = schema.payloads.property(of: member, in: number) else { continue }
      let hash = StateHash.of(member, schema.classes[number].types[property], schema)
      words.append(StateFacts.word(property, hash))
    }
    return words
  }
}
