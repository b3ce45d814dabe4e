import JSON

/// In which lists of one class each primary key stands.
package struct KeyTally {
  /// The lists that objects stand in.
  package enum List: UInt8 {
    case read = 1
    case insertions = 2
    case modifications = 4
    case deletions = 8

    /// What sentences call it.
    package var words: String { self == .read ? "the read" : "\(self)" }
  }

  package enum Conflict { case twice, insertedAndModified, modifiedAndDeleted }

  private struct Slot {
    var hash: UInt64 = 0
    /// The first object with that key.
    var key: Value?
    /// Slots of former classes count as free.
    var round: UInt32 = 0
    var lists: UInt8 = 0
  }

  private var slots: [Slot] = Array(repeating: Slot(), count: 64)
  private var round: UInt32 = 1
  private var count = 0
  /// Trails are untrusted, and must not be able to prepare keys that meet in a slot.
  private let seed = UInt64.random(in: .min ... .max)

  package init() {}

  /// Forgets all keys.
  package mutating func clear() {
    count = 0
    round &+= 1
    guard round == 0 else { return }
    slots = Array(repeating: Slot(), count: 64)
    round = 1
  }

  /// Notes that a key stands in a list, and says what contradicts that; a number is one key in every form (WRITE-41).
  ///
  /// In insertions and deletions at once it may stand: deleted and created again.
  @inline(__always)
  package mutating func note(_ key: Value, in list: List) -> Conflict? {
    if count * 4 >= slots.count * 3 { grow() }
    let number = key.equalNumber
    let hash = number.map(hash) ?? key.contentHash(seed: seed)
    let round = round
    let mask = slots.count &- 1
    var index = Int(truncatingIfNeeded: hash) & mask
    while slots[index].round == round {
      if slots[index].hash == hash, let other = slots[index].key,
        number.map({ $0 == other.equalNumber }) ?? other.isSame(as: key)
      {
        let before = slots[index].lists
        slots[index].lists |= list.rawValue
        return Self.conflict(of: list, with: before)
      }
      index = (index &+ 1) & mask
    }
    slots[index] = Slot(hash: hash, key: key, round: round, lists: list.rawValue)
    count += 1
    return nil
  }

  private func hash(_ number: JSON) -> UInt64 {
    var hash = StableHash()
    hash.add(seed)
    switch number {
    case .int(let whole): hash.add(UInt64(bitPattern: whole))
    case .double(let fraction): hash.add(fraction.bitPattern)
    default: break
    }
    return hash.value
  }

  private static func conflict(of list: List, with before: UInt8) -> Conflict? {
    func stands(in other: List) -> Bool { before & other.rawValue != 0 }
    if stands(in: list) { return .twice }
    switch list {
    case .read: return nil
    case .insertions:
      return stands(in: .modifications) && !stands(in: .deletions) ? .insertedAndModified : nil
    case .modifications:
      if stands(in: .deletions) { return .modifiedAndDeleted }
      return stands(in: .insertions) ? .insertedAndModified : nil
    case .deletions: return stands(in: .modifications) ? .modifiedAndDeleted : nil
    }
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: Slot(), count: old.count * 2)
    let mask = slots.count - 1
    for slot in old where slot.round == round {
      var index = Int(truncatingIfNeeded: slot.hash) & mask
      while slots[index].round == round { index = (index + 1) & mask }
      slots[index] = slot
    }
  }
}
