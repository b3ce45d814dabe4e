import JSON
import TrailCheck
import TrailReading

/// Links that are null in the database and not by the trail: where an event deletes the object that one led to, or that one
/// led to by a change that may have stayed, it was cleared without an event (MERGE-7). What is said of those objects may
/// stand in other sections, and there may be any number of deletions, so such links wait until all sections were compared.
extension StateComparison {
  /// The object that a value links to, or may link to, if one of its class was deleted.
  func target(of value: UInt64, _ known: StateSchema.Class, _ property: Int) -> UInt64? {
    if known.types[property].isSingleMixed, !events.deletedClasses.isEmpty {
      return StateFacts.mixedTarget(value)
    }
    guard let target = known.targets[property], !known.types[property].isCollection,
      events.deletedClasses.contains(target)
    else { return nil }
    return StateFacts.object(target, value)
  }

  func note(
    _ mismatch: StateMismatch,
    clearedWith targets: [UInt64],
    _ outcome: inout Outcome
  ) {
    guard let event = mismatch.event, let row = mismatch.row, let property = mismatch.property,
      let act = mismatch.act, let object = mismatch.object
    else { return }
    let kept = mismatch.keptAt.map { UInt64(bitPattern: $0) }
    (mismatch.key ?? "").withBytes { start, count in
      outcome.clearedLinks.append(
        act,
        of: targets[0],
        class: mismatch.className,
        key: Bytes(from: start, count: count),
        at: StateFacts.Place(file: event.file, number: event.number),
        before: [UInt64(row), UInt64(property), mismatch.level == .error ? 1 : 0, object]
          + (kept.map { [$0] } ?? []),
        after: Array(Set(targets).subtracting(targets.prefix(1)))
      )
    }
  }

  func compareClearedLinks(_ outcome: inout Outcome) throws(TrailError) {
    var waiting = outcome.clearedLinks
    // Each round looks at one of the objects that a link may have led to.
    while !waiting.isEmpty {
      var rest = waiting.emptied
      for section in 0..<SectionedWords.sectionCount {
        let open = StateSection(words: try waiting.words(of: section))
        if open.words.isEmpty { continue }
        var deleted: Set<UInt64> = []
        StateSection(words: try events.facts.words(of: section)).forEachObject { object, facts in
          if facts.contains(where: { [.deleted, .unlinked].contains($0.kind) }) {
            deleted.insert(object)
          }
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
            if open.passOn(fact, to: &rest) { continue }
            outcome.values.unaccounted += 1
            keep(mismatch(fact, in: open), in: &outcome)
          }
        }
      }
      waiting = rest
    }
  }

  private func mismatch(_ fact: StateSection.Fact, in section: StateSection) -> StateMismatch {
    let words = Array(section.words[fact.before])
    return StateMismatch(
      code: .stateDiffers,
      level: words[2] == 1 ? .error : .warning,
      className: section.className(of: fact),
      object: words[3],
      key: section.key(of: fact),
      property: Int(words[1]),
      event: (fact.place.file, fact.place.number),
      act: fact.kind,
      row: Int(words[0]),
      keptAt: words.count > 4 ? Int64(bitPattern: words[4]) : nil
    )
  }
}

extension StateSection {
  /// Has a link wait for what is said of the next object that it may have led to; false if there is none.
  fileprivate func passOn(_ fact: Fact, to waiting: inout StateFacts) -> Bool {
    guard let next = words[fact.after].first else { return false }
    key(of: fact).withBytes { start, count in
      waiting.append(
        fact.kind,
        of: next,
        class: className(of: fact),
        key: Bytes(from: start, count: count),
        at: fact.place,
        before: Array(words[fact.before]),
        after: Array(words[fact.after].dropFirst())
      )
    }
    return true
  }
}
