import JSON
import TrailReading

/// Finds the classes that values may lead to, without holding every class against every property: a trail can have tens of
/// thousands of both.
struct LinkTargets {
  /// Classes whose objects look like those that stand in place of a link.
  struct Candidates {
    fileprivate(set) var numbers: Set<Int> = []
    fileprivate var first: Int?

    /// The class that has most of the keys, or else the first one; nil if there is none.
    func best(by keys: [Int: Int]) -> Int? {
      let sharing = keys.filter { numbers.contains($0.key) }
      return sharing.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? first
    }
  }

  /// Of one key, so many classes are known that have it.
  private static let maximumOfKey = 64

  private let classes: [ObjectSketch]
  /// The numbers of the classes that have a key.
  private var ofKeys: [UInt64: [Int]] = [:]
  private var ofProperties: [ByteKey: [Int]] = [:]
  private var known: [Members: Candidates] = [:]

  /// The properties of objects, and those that nearly all of them have.
  private struct Members: Hashable {
    let all, always: [ByteKey]
  }

  init(_ classes: [ObjectSketch]) {
    self.classes = classes
    // Only keys that some value may be are looked up.
    var asked: Set<UInt64> = []
    for sketch in classes { sketch.collectKeys(into: &asked) }
    for (number, sketch) in classes.enumerated() {
      for key in sketch.keys where asked.contains(key) {
        if ofKeys[key, default: []].count < Self.maximumOfKey {
          ofKeys[key, default: []].append(number)
        }
      }
      for member in sketch.members {
        ofProperties[ByteKey(member.name), default: []].append(number)
      }
    }
  }

  /// The numbers of the classes that have some of these keys, and how many of them each has.
  func sharing(_ keys: Set<UInt64>) -> [Int: Int] {
    keys.reduce(into: [:]) { counts, key in
      for number in ofKeys[key] ?? [] { counts[number, default: 0] += 1 }
    }
  }

  /// Whether objects of a class have such a property.
  func isKnown(_ property: String) -> Bool { ofProperties[ByteKey(property)] != nil }

  /// The classes whose objects can be these: they may have all of their properties, and what all objects of a class have, nearly
  /// all of these have.
  mutating func lookingLike(_ objects: ObjectSketch) -> Candidates {
    func names(where isWanted: (ObjectSketch.Member) -> Bool) -> [ByteKey] {
      objects.members.filter(isWanted).map { ByteKey($0.name) }.sorted()
    }
    let members = Members(
      all: names { _ in true },
      always: names { $0.count.isNearlyAll(of: objects.count) }
    )
    if let candidates = known[members] { return candidates }
    let always = Set(members.always)
    let rarest = members.all.map { ofProperties[$0] ?? [] }.min { $0.count < $1.count }
    let numbers = (rarest ?? []).filter { number in
      let sketch = classes[number]
      return sketch.keyName != nil && objects.members.allSatisfy { sketch[$0.name] != nil }
        && sketch.members.allSatisfy {
          $0.count < sketch.count || always.contains(ByteKey($0.name))
        }
    }
    let candidates = Candidates(numbers: Set(numbers), first: numbers.first)
    known[members] = candidates
    return candidates
  }
}
