import ReferenceRealm
import Testing

@testable import ReferenceSync

/// Lists that two devices change come to the same in whatever order the changes arrive.
struct MergedListTests {
  /// A change of a list, at a place that the device showed then.
  private enum Change {
    case insert(Int64, at: Int)
    case remove(at: Int)
    case put(Int64, at: Int)
  }

  /// The changes of one device, each a second after the one before.
  private struct Device {
    let origin: Int
    let changes: [Change]
    let start: Int64
  }

  private func merging(_ devices: [Device], into base: [Int64]) -> [Int64] {
    var slot = Slot(.plain(.list(base.map(Value.int))), by: nil)
    var position = 10
    for device in devices {
      for (place, change) in device.changes.enumerated() {
        let time = Timestamp(milliseconds: device.start + Int64(place) * 1000)
        let stamp = Stamp(position: position, time: time, origin: device.origin, base: 10)
        position += 1
        let writer = Writer(stamp: stamp)
        switch change {
        case .insert(let value, let place):
          slot.perform(.insert([.plain(.int(value))], at: place), by: writer)
        case .remove(let place): slot.perform(.remove(at: place), by: writer)
        case .put(let value, let place):
          let action = Edit.Action.assign(.plain(.int(value)), isFresh: false)
          slot.apply(action, at: [.place(place)], by: writer)
        }
      }
    }
    guard case .plain(.list(let values)) = slot.content else { return [] }
    return values.compactMap { if case .int(let value) = $0 { value } else { nil } }
  }

  @Test func `Of insertions at one place the earlier comes first, each device's in its order`() {
    let early = Device(
      origin: 1,
      changes: [.insert(11, at: 2), .insert(12, at: 3)],
      start: 0
    )
    let late = Device(origin: 2, changes: [.insert(21, at: 2), .insert(22, at: 2)], start: 5000)
    #expect(merging([early, late], into: [1, 2]) == [1, 2, 11, 12, 22, 21])
    #expect(merging([late, early], into: [1, 2]) == [1, 2, 11, 12, 22, 21])
  }

  @Test
  func `A change at a place that another device has removed is lost, and its neighbour keeps`() {
    let first = Device(origin: 1, changes: [.remove(at: 0)], start: 0)
    let second = Device(origin: 2, changes: [.put(9, at: 0), .put(8, at: 1)], start: 5000)
    #expect(merging([first, second], into: [1, 2, 3]) == [8, 3])
    #expect(merging([second, first], into: [1, 2, 3]) == [8, 3])
  }

  @Test(arguments: 1...300 as ClosedRange<UInt64>)
  func `Random changes come to the same in both orders`(_ seed: UInt64) {
    var generator = Counter(state: seed)
    let base: [Int64] = [1, 2, 3]
    let devices = [1, 2].map { origin in
      var count = base.count
      let changes = (0..<5).map { number -> Change in
        let value = Int64(origin * 100 + number)
        switch Int.random(in: 0..<3, using: &generator) {
        case 1 where count > 0:
          count -= 1
          return .remove(at: Int.random(in: 0...count, using: &generator))
        case 2 where count > 0:
          return .put(value, at: Int.random(in: 0..<count, using: &generator))
        default:
          count += 1
          return .insert(value, at: Int.random(in: 0..<count, using: &generator))
        }
      }
      return Device(
        origin: origin,
        changes: changes,
        start: Int64.random(in: 0..<5, using: &generator) * 1000 + Int64(origin)
      )
    }
    #expect(merging(devices, into: base) == merging(devices.reversed(), into: base))
  }
}

/// Numbers that are the same in every run (SplitMix64).
private struct Counter: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
