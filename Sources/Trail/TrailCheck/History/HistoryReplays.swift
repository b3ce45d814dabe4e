import Formats
import JSON
import TrailReading

/// Replays objects one after the other, and says which events disagree.
///
/// Several threads share it, each for some of the objects. It is a class: copies of a structure would make the threads wait
/// for each other while they count references to the same values.
final class HistoryReplays: Sendable {
  let isComplete: Bool
  let schema: CaseSchema?
  let hasRepresentations: Bool
  let names: HistoryNames
  /// For each class the classes that its properties link to, as far as one value is one link.
  let linkTargets: [[Int?]]
  /// What of the trail cannot be read.
  let unread: UnreadPart?
  let files: HistoryFiles
  let links: HistoryLinks

  init(
    _ level: HistoryLevel,
    _ unread: UnreadPart?,
    _ files: HistoryFiles,
    _ links: HistoryLinks
  ) {
    (isComplete, schema, names) = (level.isComplete, level.schema, level.names)
    linkTargets = level.linkTargets
    hasRepresentations = level.schema?.hasRepresentations ?? false
    (self.unread, self.files, self.links) = (unread, files, links)
  }

  /// What was found.
  struct Outcome: Sendable {
    var findings: FindingSummary
    var copies = HistoryCopies()
    var unknownTargets = UnknownTargets()
    var expansions = UnreadExpansions()
    /// The objects for whose events not every explanation was looked for.
    var unexplained = Omission()

    /// Takes over what was found in the sections that come next.
    mutating func take(_ later: Outcome, _ files: [String]) {
      findings.add(contentsOf: later.findings)
      copies.take(later.copies)
      unknownTargets.take(later.unknownTargets, files)
      expansions.take(later.expansions)
      unexplained.take(later.unexplained)
    }
  }

  /// Replays an object.
  func note(_ object: ObjectHistory, in outcome: inout Outcome) {
    var replay = replay(object)
    report(&replay, into: &outcome.findings)
    reportRelations(of: &replay, into: &outcome)
    outcome.copies.note(replay.facts, object.words, title(of: object), names.files)
    if isComplete {
      let targets = targets(of: object.className)
      outcome.unknownTargets.note(replay, targets, links, title(of: object), names.files)
    }
    reportIfNeverInserted(replay.state, object, into: &outcome.findings)
    if replay.effort.isSpent, let first = replay.facts.first?.event {
      outcome.unexplained.note(at: position(of: first), id: first.id?.hex)
    }
  }

  /// What was found, with what could not be said of one object alone.
  func findings(of outcome: Outcome, _ facts: FactStore) throws(TrailError) -> FindingSummary {
    var findings = outcome.findings
    let expansions = try outcome.expansions.byReplacement(facts, files)
    for expansion in expansions.kept { report(expansion, into: &findings) }
    for expansion in expansions.replaced {
      guard let contradiction = expansion.contradiction else { continue }
      report(contradiction, of: expansion.title, expansion.isOrderKnown, into: &findings)
    }
    report(outcome.copies, into: &findings)
    report(outcome.unknownTargets, into: &findings)
    outcome.unexplained.report(.historyUnfollowed, into: &findings) { count in
      "of \(Plural.of(count, "object")), so many events contradict each other that not all were held against the others"
    }
    return findings
  }

  func targets(of className: Int) -> [Int?] {
    className < linkTargets.count ? linkTargets[className] : []
  }

  private func areInOneFile(_ facts: [HistoryFact]) -> Bool {
    facts.allSatisfy { $0.event.file == facts.first?.event.file }
  }

  /// Replays in the order of time.
  ///
  /// Where that contradicts itself, the clock of a device may have been set back, or those of two devices differ: then in
  /// the order of commits, in that with each change told once, and in that of uploads, if that contradicts itself less.
  private func replay(_ object: ObjectHistory) -> HistoryReplay {
    var best = replay(object, ordered: nil)
    if best.contradictions.isEmpty { return best }
    let impossible = best.contradictions.filter(\.isInAnyOrder)
    // The trail has all that has left a value, so these stay whatever the order. Of several devices one may tell of an object
    // that was there before, whose creation nothing asks for.
    let lasting = isComplete && best.collected().isOfOneDevice ? impossible : []
    var stored = best.facts
    if let commits = best.facts.inOrderOfCommits(of: best.files) {
      stored = commits.facts
      var other = replay(object, ordered: (stored, best.counting))
      // No scope is open for so long: a clock was wrong.
      if commits.largestShift > ClockBound.milliseconds.magnitude { return other }
      other.add(lasting)
      if other.contradictions.count < best.contradictions.count { best = other }
    }
    // Scopes that overlap may date what they record as late as their commits.
    for end in [ScopeEnd.activity, .break] where !best.contradictions.isEmpty {
      let told = OverlappingScopes.toldOnce(stored, in: object.words, endingWith: end)
      guard let told else { continue }
      var other = replay(object, ordered: (told, best.counting))
      // What no event has left is not explained by dates.
      other.add(impossible)
      if other.contradictions.count < best.contradictions.count { best = other }
    }
    // Files of their own do not tell in which order their documents arrived.
    guard !best.contradictions.isEmpty, files.areInOrder, areInOneFile(best.facts),
      let uploads = best.facts.inOrderOfCommits(of: best.files, acrossDevices: true)
    else { return best }
    var other = replay(object, ordered: (uploads.facts, best.counting))
    other.add(lasting)
    return other.contradictions.count < best.contradictions.count ? other : best
  }

  private func replay(
    _ object: ObjectHistory,
    ordered: (facts: [HistoryFact], counting: HistoryFiles?)?
  ) -> HistoryReplay {
    var replay = HistoryReplay(object, among: self, ordered: ordered)
    replay.run()
    return replay
  }
}
