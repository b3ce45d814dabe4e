import Formats
import TrailCheck
import TrailReading

/// What the rows of a database hold, noted for the comparison.
extension Reconciliation {
  mutating func readState(_ number: Int) throws(TrailError) {
    let source = source
    try source.read(number, where: { _ in true }) { note($0, of: number) }
  }

  private mutating func note(_ row: StateRow, of number: Int) {
    var mismatch = StateMismatch(
      code: .stateDamaged,
      level: .error,
      className: number,
      key: "",
      row: row.number
    )
    func add(_ code: FindingCode, _ level: FindingCode.Level, _ remark: String) {
      (mismatch.code, mismatch.level, mismatch.remark) = (code, level, remark)
      keep(mismatch)
    }
    if let damage = row.damage {
      balance.objects.unaccounted += 1
      return add(.stateDamaged, .error, damage)
    }
    let hash = StateHash.of(row.key)
    if case .null = row.key {
      balance.objects.unaccounted += 1
      return add(.stateKey, .error, "has no primary key")
    }
    guard hash != StateHash.untracked, hash != StateHash.wrong else {
      balance.objects.unaccounted += 1
      return add(.stateKey, .error, "has \(row.key.words) as its primary key")
    }
    mismatch.key = row.key.keyText
    var words: [UInt64] = []
    for (property, value) in row.values {
      mismatch.property = property
      words.append(StateFacts.word(property, StateHash.of(value)))
      if let fault = value.fault {
        add(
          .stateType,
          .error,
          "is \(fault), and its type is \(schema.classes[number].words[property])"
        )
      }
      if value.isFiner { add(.stateFiner, .info, value.words) }
      if let target = schema.classes[number].targets[property] {
        noteLinks(in: value, to: target, from: mismatch)
      }
    }
    notes.facts.append(
      .row,
      of: StateFacts.object(number, hash),
      class: number,
      key: mismatch.key,
      at: StateFacts.Place(number: row.number),
      after: { $0 += words }
    )
  }

  /// Notes links with the objects that they lead to, which may not be there.
  private mutating func noteLinks(
    in value: StateValue,
    to target: Int,
    from holder: StateMismatch
  ) {
    switch value {
    case .null, .wrong, .opaque: break
    case .list(let elements), .set(let elements):
      for element in elements { noteLinks(in: element, to: target, from: holder) }
    case .object(let members):
      for member in members { noteLinks(in: member.value, to: target, from: holder) }
    default:
      guard source.present.contains(target) else { return }
      notes.facts.append(
        .linked,
        of: StateFacts.object(target, StateHash.of(value)),
        class: target,
        key: holder.key,
        at: StateFacts.Place(number: holder.row ?? 0),
        after: { $0 += [UInt64(holder.className) << 32 | UInt64(holder.property ?? 0)] }
      )
    }
  }

  mutating func keep(_ mismatch: StateMismatch) {
    let (inputs, source) = (inputs, source)
    examples.add(mismatch, at: mismatch.position(inputs, source.place))
  }
}
