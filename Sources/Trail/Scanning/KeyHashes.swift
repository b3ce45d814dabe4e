/// The primary keys of the lists of one class, by their hashes: what may stand twice is for the slow way to decide.
struct KeyHashes {
  private struct Slot {
    var hash: UInt64 = 0
    /// Slots of former classes count as free.
    var round: UInt32 = 0
    var lists: ObjectLists = []
  }

  private static let limit = 1 << 20

  private var slots: [Slot] = Array(repeating: Slot(), count: 64)
  private var round: UInt32 = 0
  private var count = 0

  /// Forgets all keys.
  mutating func clear() {
    count = 0
    round &+= 1
    guard round == 0 else { return }
    slots = Array(repeating: Slot(), count: 64)
    round = 1
  }

  /// Notes a key; false if something may contradict it.
  mutating func insert(_ hash: UInt64, list: ObjectLists, mayStandIn others: ObjectLists) -> Bool {
    if count * 2 >= slots.count {
      guard count < Self.limit else { return false }
      grow()
    }
    let mask = slots.count - 1
    var index = Int(truncatingIfNeeded: hash) & mask
    while slots[index].round == round {
      if slots[index].hash == hash {
        guard slots[index].lists.isSubset(of: others) else { return false }
        slots[index].lists.formUnion(list)
        return true
      }
      index = (index + 1) & mask
    }
    slots[index] = Slot(hash: hash, round: round, lists: list)
    count += 1
    return true
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
