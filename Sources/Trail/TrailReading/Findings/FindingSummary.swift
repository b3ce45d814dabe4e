package import Formats

/// What was found in a trail: each kind counted exactly, and a bounded number of examples of each.
///
/// The examples are the first ones by place. That makes the summary of a whole the same as the merged ones of its
/// parts, in whatever order they were read.
package struct FindingSummary: Sendable, Hashable {
  /// How many examples of a code are kept.
  package let examplesPerCode: Int
  /// The number of findings of each code and level.
  package private(set) var counts: [Kind: Int] = [:]
  private var kept: [Kind: [TrailFinding]] = [:]

  /// A code at a level: with `--complete` some codes are errors that are warnings otherwise.
  package struct Kind: Sendable, Hashable {
    /// What is wrong.
    package var code: FindingCode
    /// How much it matters here.
    package var level: FindingCode.Level

    /// A code at a level.
    package init(code: FindingCode, level: FindingCode.Level) {
      (self.code, self.level) = (code, level)
    }
  }

  /// Nothing found yet.
  package init(examplesPerCode: Int = 20) { self.examplesPerCode = examplesPerCode }

  /// Whether a finding at this place would be kept as an example: if not, its sentence is not needed.
  func keeps(_ kind: Kind, at position: TrailPosition) -> Bool {
    guard examplesPerCode > 0 else { return false }
    guard let examples = kept[kind], examples.count >= examplesPerCode,
      let last = examples.last
    else { return true }
    return position <= last.position
  }

  /// Counts a finding; its sentence and the related events are made only if it is kept.
  package mutating func add(
    _ code: FindingCode,
    level: FindingCode.Level? = nil,
    at position: TrailPosition,
    id: String?,
    related: @autoclosure () -> [TrailFinding.RelatedEvent] = [],
    _ sentence: @autoclosure () -> String
  ) {
    let kind = Kind(code: code, level: level ?? code.level)
    counts[kind, default: 0] += 1
    guard keeps(kind, at: position) else { return }
    keep(
      TrailFinding(
        code: code,
        level: kind.level,
        position: position,
        id: id,
        sentence: sentence(),
        related: related()
      ),
      as: kind
    )
  }

  private mutating func keep(_ finding: TrailFinding, as kind: Kind) {
    var examples = kept.removeValue(forKey: kind) ?? []
    // Nearly always the last one: documents are read in order.
    var place = examples.endIndex
    while place > 0, finding < examples[place - 1] { place -= 1 }
    examples.insert(finding, at: place)
    if examples.count > examplesPerCode { examples.removeLast() }
    kept[kind] = examples
  }

  /// Adds so many of a kind, and examples of them.
  package mutating func restore(_ kind: Kind, count: Int, examples: [TrailFinding]) {
    counts[kind, default: 0] += count
    for finding in examples { keep(finding, as: kind) }
  }

  /// Changes the words of what is kept of some kinds.
  package mutating func rephrase(_ change: (inout TrailFinding) -> Void) {
    for (kind, examples) in kept {
      var changed = examples
      for index in changed.indices { change(&changed[index]) }
      kept[kind] = changed.sorted()
    }
  }

  /// How many findings there are of a code.
  package func count(of code: FindingCode) -> Int {
    counts.reduce(0) { $1.key.code == code ? $0 + $1.value : $0 }
  }

  /// What was found of some codes.
  package func filtered(_ isIncluded: (FindingCode) -> Bool) -> FindingSummary {
    var summary = self
    summary.counts = counts.filter { isIncluded($0.key.code) }
    summary.kept = kept.filter { isIncluded($0.key.code) }
    return summary
  }

  /// The kinds that were found: errors first, then by name.
  package var kinds: [Kind] {
    counts.keys.sorted { ($1.level, $0.code.rawValue) < ($0.level, $1.code.rawValue) }
  }

  /// The examples of a kind by place.
  package func examples(of kind: Kind) -> [TrailFinding] { kept[kind] ?? [] }

  /// How many findings there are of a level.
  package func count(of level: FindingCode.Level) -> Int {
    counts.reduce(0) { $1.key.level == level ? $0 + $1.value : $0 }
  }
}

extension FindingSummary {
  /// All that was found of a kind.
  package struct Entry: JSONItem {
    fileprivate var kind = Kind(code: .lineDamaged, level: .error)
    fileprivate var count = 0
    fileprivate var examples: [TrailFinding] = []

    package init() {}

    package mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
      try fields("code", &kind.code)
      try fields("level", &kind.level)
      try fields.total("count", &count)
      try fields("examples", &examples)
    }
  }

  /// What was found, kind by kind.
  package var entries: [Entry] {
    kinds.map { kind in
      var entry = Entry()
      (entry.kind, entry.count, entry.examples) = (kind, counts[kind] ?? 0, examples(of: kind))
      return entry
    }
  }

  /// Adds what another summary has of a kind.
  package mutating func take(_ entry: Entry) {
    restore(entry.kind, count: entry.count, examples: entry.examples)
  }

  /// Adds what was held back.
  package mutating func add(contentsOf other: FindingSummary) {
    for entry in other.entries { take(entry) }
  }
}
