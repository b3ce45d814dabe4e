import TrailReading

/// Tells once what scopes record that were open at the same time: each records a change when it is committed.
///
/// The scope that is committed later and began before a change records all that its device has changed since. So if it ends
/// with what is told already, that is a repetition, and what it records in front of that happened before it.
struct OverlappingScopes {
  private var facts: [StateSection.Fact]
  private let hashes: [UInt64]
  /// The facts that two scopes tell with one time: with another one, none of them is told again.
  private var agreed: Set<Int> = []
  private let heedsTimes: Bool
  /// For each fact the ones around it, in a ring with the end of all.
  private var next: [Int], former: [Int]
  private var isChanged = false

  /// The facts of an object with each change told once; nil if each is.
  ///
  /// If times are heeded, a change that two scopes tell with one time is another one than that of another time, as in edition
  /// core (SCOPE-5).
  static func toldOnce(
    _ facts: [StateSection.Fact],
    in words: [UInt64],
    heedsTimes: Bool = false
  ) -> [StateSection.Fact]? {
    var scopes = Self(facts, in: words, heedsTimes: heedsTimes)
    for indices in Dictionary(grouping: facts.indices, by: { facts[$0].place.device }).values {
      var told: [Int] = []
      var rest = indices[...]
      while let first = rest.first {
        let place = facts[first].place
        let run = rest.prefix {
          facts[$0].place.time == place.time && facts[$0].place.activity == place.activity
        }
        rest = rest.dropFirst(run.count)
        scopes.note(run, &told)
      }
    }
    return scopes.isChanged ? scopes.ordered : nil
  }

  private init(_ facts: [StateSection.Fact], in words: [UInt64], heedsTimes: Bool) {
    (self.facts, self.heedsTimes) = (facts, heedsTimes)
    hashes = facts.map { $0.changeHash(in: words) }
    next = facts.indices.map { $0 + 1 } + [0]
    former = [facts.count] + facts.indices
  }

  /// Notes the facts of a scope behind the changes that its device is known to have made before.
  private mutating func note(_ run: ArraySlice<Int>, _ told: inout [Int]) {
    var repeated: [Int: Int] = [:]
    var end = run.endIndex
    for known in told.reversed() {
      let match = run[..<end].lastIndex { fact in
        hashes[fact] == hashes[known] && (!agreed.contains(known) || haveOneTime(fact, known))
      }
      guard let match else { break }
      repeated[run[match]] = known
      end = match
    }
    told.removeLast(repeated.count)
    var waiting: [Int] = []
    for fact in run {
      guard let known = repeated[fact] else {
        waiting.append(fact)
        if facts[fact].kind != .seen { told.append(fact) }
        continue
      }
      if heedsTimes, haveOneTime(fact, known) { agreed.insert(known) }
      unlink(fact)
      for earlier in waiting { move(earlier, before: known) }
      waiting = []
      told.append(known)
      isChanged = true
    }
  }

  private func haveOneTime(_ one: Int, _ other: Int) -> Bool {
    facts[one].place.time == facts[other].place.time
  }

  private mutating func unlink(_ fact: Int) {
    next[former[fact]] = next[fact]
    former[next[fact]] = former[fact]
  }

  private mutating func move(_ fact: Int, before known: Int) {
    unlink(fact)
    (next[fact], former[fact]) = (known, former[known])
    next[former[known]] = fact
    former[known] = fact
    facts[fact].place.time = min(facts[fact].place.time, facts[known].place.time)
  }

  private var ordered: [StateSection.Fact] {
    sequence(first: next[facts.count]) { [facts, next] in
      next[$0] == facts.count ? nil : next[$0]
    }.map { facts[$0] }
  }
}

extension StateSection.Fact {
  /// What is the same if a device records a change twice.
  func changeHash(in words: [UInt64]) -> UInt64 {
    var hash = StableHash()
    hash.add(UInt64(place.device) << 8 | kind.rawValue)
    // In whichever order the properties stand.
    for values in [before, after] {
      hash.add(
        values.reduce(0) { sum, place in
          var value = StableHash()
          value.add(words[place])
          return sum &+ value.value
        }
      )
    }
    return hash.value
  }
}
