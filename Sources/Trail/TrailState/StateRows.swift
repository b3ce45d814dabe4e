import Formats
import JSON
import TrailCheck
import TrailReading

/// What the rows of a database hold, noted for the comparison, and what is wrong with them whatever the trail says.
struct StateRows {
  private(set) var facts: StateFacts
  /// The rows that cannot be compared.
  private(set) var unaccounted = 0
  private(set) var examples: StateExamples
  /// The classes of which something cannot be read: their objects that are not found may be there.
  private(set) var damaged: Set<Int> = []
  private let tables: StateTables
  private let schema: StateSchema
  /// The values of one row: the room for them is used again.
  private var words: [UInt64] = []

  /// Reads the rows of all classes, and keeps so many bytes of them in memory.
  init(
    of source: any StateSource,
    _ tables: StateTables,
    _ schema: StateSchema,
    examples limit: Int,
    memory: Int
  ) throws(TrailError) {
    (self.tables, self.schema) = (tables, schema)
    facts = StateFacts(bytes: memory)
    examples = StateExamples(limit: limit)
    for number in schema.classes.indices where tables.present.contains(number) {
      try source.read(number, where: { _ in true }, showsValues: false) { note($0, of: number) }
    }
  }

  private mutating func note(_ row: StateRow, of number: Int) {
    var mismatch = StateMismatch(
      code: .stateDamaged,
      level: .error,
      className: number,
      row: row.number
    )
    func add(_ code: FindingCode, _ level: FindingCode.Level, _ remark: String) {
      (mismatch.code, mismatch.level, mismatch.remark) = (code, level, remark)
      let place = TrailPosition(file: tables.places[number], document: row.number)
      examples.add(mismatch, at: place)
    }
    if let damage = row.damage {
      unaccounted += 1
      damaged.insert(number)
      return add(.stateDamaged, .error, damage)
    }
    let hash = StateHash.of(row.key)
    if case .null = row.key, !schema.classes[number].hasNullKey {
      unaccounted += 1
      return add(.stateKey, .error, "has no primary key")
    }
    guard hash != StateHash.untracked, hash != StateHash.wrong else {
      unaccounted += 1
      return add(.stateKey, .error, "has \(row.key.words) as its primary key")
    }
    let key = row.key.keyText
    (mismatch.object, mismatch.key) = (StateFacts.object(number, hash), key)
    words.removeAll(keepingCapacity: true)
    for (property, value) in row.values {
      let hash = StateHash.of(value)
      words.append(FactValue(property: property, hash: hash).word)
      if hash == StateHash.wrong, let fault = value.fault {
        mismatch.property = property
        add(
          .stateType,
          .error,
          "is \(fault), and its type is \(schema.classes[number].words[property])"
        )
      }
      if value.isFiner {
        mismatch.property = property
        add(.stateFiner, .info, value.words)
      }
    }
    key.withBytes { start, count in
      let key = Bytes(from: start, count: count)
      facts.append(
        .row,
        of: StateFacts.object(number, hash),
        class: number,
        key: key,
        at: StateFacts.Place(number: row.number),
        after: words
      )
      for (place, entry) in row.values.enumerated() {
        guard let target = schema.classes[number].targets[entry.property] else { continue }
        let holder = Holder(className: number, property: entry.property, key: key, row: row.number)
        noteLinks(in: entry.value, FactValue(words[place]).hash, to: target, from: holder)
      }
    }
  }

  /// What holds a link.
  private struct Holder {
    let className: Int
    let property: Int
    let key: Bytes
    let row: Int
  }

  /// Notes links with the objects that they lead to, which may not be there.
  private mutating func noteLinks(
    in value: StateValue,
    _ hash: UInt64,
    to target: Int,
    from holder: Holder
  ) {
    func noteLinks(inPart value: StateValue) {
      self.noteLinks(in: value, StateHash.of(value), to: target, from: holder)
    }
    switch value {
    case .null, .wrong, .opaque: break
    case .list(let elements), .set(let elements): elements.forEach(noteLinks)
    case .object(let members): for member in members { noteLinks(inPart: member.value) }
    default:
      guard tables.present.contains(target) else { return }
      facts.append(
        .linked,
        of: StateFacts.object(target, hash),
        class: target,
        key: holder.key,
        at: StateFacts.Place(number: holder.row),
        after: [UInt64(holder.className) << 32 | UInt64(holder.property)]
      )
    }
  }
}
