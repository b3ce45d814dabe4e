import JSON
import TrailCheck
import TrailReading

/// Links that are null in the database and not by the trail: where an event deletes the object that one led to, it was
/// cleared without an event (MERGE-7). What is said of that object may stand in another section, and there may be any
/// number of deletions, so such links wait until all sections were compared.
extension StateComparison {
  func note(
    _ mismatch: StateMismatch,
    clearedWith target: UInt64,
    _ outcome: inout Outcome
  ) {
    guard let event = mismatch.event, let row = mismatch.row, let property = mismatch.property,
      let act = mismatch.act
    else { return }
    mismatch.key.withBytes { start, count in
      outcome.clearedLinks.append(
        act,
        of: target,
        class: mismatch.className,
        key: Bytes(from: start, count: count),
        at: StateFacts.Place(file: event.file, number: event.number),
        after: [UInt64(row), UInt64(property), mismatch.level == .error ? 1 : 0]
      )
    }
  }

  func compareClearedLinks(_ outcome: inout Outcome) throws(TrailError) {
    guard !outcome.clearedLinks.isEmpty else { return }
    let (facts, links) = (events.facts, outcome.clearedLinks)
    for section in 0..<SectionFile.sectionCount {
      let open = StateSection(words: try links.words(of: section))
      if open.words.isEmpty { continue }
      var deleted: Set<UInt64> = []
      StateSection(words: try facts.words(of: section)).forEachObject { object, facts in
        if facts.contains(where: { $0.kind == .deleted }) { deleted.insert(object) }
      }
      open.forEachObject { target, facts in
        if deleted.contains(target) {
          outcome.values.leaveOut(
            "links that were cleared with the objects they led to",
            facts.count
          )
          return
        }
        for fact in facts {
          outcome.values.unaccounted += 1
          keep(mismatch(fact, in: open), in: &outcome)
        }
      }
    }
  }

  private func mismatch(_ fact: StateSection.Fact, in section: StateSection) -> StateMismatch {
    let words = Array(section.words[fact.after])
    return StateMismatch(
      code: .stateDiffers,
      level: words[2] == 1 ? .error : .warning,
      className: section.className(of: fact),
      key: section.key(of: fact),
      property: Int(words[1]),
      event: (fact.place.file, fact.place.number),
      act: fact.kind,
      row: Int(words[0])
    )
  }
}
