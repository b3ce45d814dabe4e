/// What an event says of an object, as far as it takes to tell once what several scopes record.
package protocol RecordedFact {
  /// When it is taken to have happened, which is earlier where another scope has recorded what came behind it.
  var moment: Int64 { get set }
  var device: UInt32 { get }
  /// Stands for what tells the scopes of a device apart.
  var recorder: UInt32 { get }
  /// Whether it is a change, which several scopes may record, and of which kind.
  var isChange: Bool { get }
  var isCreation: Bool { get }
  var isDeletion: Bool { get }
  /// Where the values before or at the moment are among the words, and those that it leaves.
  var before: Range<Int> { get }
  var after: Range<Int> { get }

  /// What is the same if two scopes of a device record the same change.
  func changeHash(in words: [UInt64]) -> UInt64
}

/// What shows that a scope ends and another one of its activity begins.
package enum ScopeEnd {
  /// Another moment: all that a scope records has that of its commit.
  case moment
  /// An event of another activity, and nothing else.
  case activity
  /// An event that cannot follow the one before it: it is of a scope that was open before.
  case `break`
}

/// Tells once what scopes record that were open at the same time: each records a change when it is committed.
///
/// The scope that is committed later and began before a change records all that its device has changed since. So if it ends
/// with what is told already, that is a repetition, and what it records in front of that happened before it.
package struct OverlappingScopes<Fact: RecordedFact> {
  private var facts: [Fact]
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
  package static func toldOnce(
    _ facts: [Fact],
    in words: [UInt64],
    heedsTimes: Bool = false,
    endingWith end: ScopeEnd = .moment
  ) -> [Fact]? {
    var scopes = Self(facts, in: words, heedsTimes: heedsTimes)
    for indices in Dictionary(grouping: facts.indices, by: { facts[$0].device }).values {
      var told: [Int] = []
      var rest = indices[...]
      while let first = rest.first {
        var reading = ScopeReading()
        let run = rest.prefix { fact in
          // A fact that contradicts itself, as a hostile one may, begins a scope nevertheless.
          let isBreak = end == .break && !reading.follows(facts[fact], in: words)
          return fact == first
            || facts[fact].recorder == facts[first].recorder && !isBreak
              && (end != .moment || facts[fact].moment == facts[first].moment)
        }
        rest = rest.dropFirst(run.count)
        scopes.note(run, &told)
      }
    }
    return scopes.isChanged ? scopes.ordered : nil
  }

  private init(_ facts: [Fact], in words: [UInt64], heedsTimes: Bool) {
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
        if facts[fact].isChange { told.append(fact) }
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
    facts[one].moment == facts[other].moment
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
    facts[fact].moment = min(facts[fact].moment, facts[known].moment)
  }

  private var ordered: [Fact] {
    sequence(first: next[facts.count]) { [facts, next] in
      next[$0] == facts.count ? nil : next[$0]
    }.map { facts[$0] }
  }
}

/// What one scope has said of an object so far.
private struct ScopeReading {
  private var values: [Int: UInt64] = [:]
  private var isThere: Bool?

  /// Takes over what a fact says of the object, unless that cannot follow what was said.
  mutating func follows(_ fact: some RecordedFact, in words: [UInt64]) -> Bool {
    if let isThere, isThere == fact.isCreation { return false }
    for value in words[fact.before].lazy.map(FactValue.init) where value.hash != ValueHash.untracked
    {
      if let known = values.updateValue(value.hash, forKey: value.property), known != value.hash {
        return false
      }
    }
    isThere = !fact.isDeletion
    if fact.isDeletion || fact.isCreation { values = [:] }
    for value in words[fact.after].lazy.map(FactValue.init) where value.hash != ValueHash.untracked
    {
      values[value.property] = value.hash
    }
    return true
  }
}
