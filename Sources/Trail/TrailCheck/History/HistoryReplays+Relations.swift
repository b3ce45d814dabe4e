import Formats
import JSON
import TrailReading

/// What is said of objects that have to do with each other: copies of events, links in full, links to what is gone.
extension HistoryReplays {
  func reportRelations(
    of replay: inout HistoryReplay,
    into outcome: inout Outcome
  ) {
    let object = replay.object
    let facts = replay.facts
    let expansions = replay.unexplainedExpansions()
    let staleLinks = links.stale(in: facts, object.words, targets(of: object.className))
    if expansions.isEmpty, staleLinks.isEmpty { return }
    let unordered = replay.unorderedDevices()
    for expansion in expansions {
      let unread = UnreadExpansions.Expansion(
        target: object.keyHash,
        title: title(of: object),
        shown: expansion.shown,
        read: expansion.read,
        contradiction: expansion.contradiction,
        isOrderKnown: !unordered.contains(expansion.shown.partition)
      )
      if outcome.expansions.hasRoom {
        outcome.expansions.note(unread)
      } else {
        report(unread, into: &outcome.findings)
      }
    }
    for stale in staleLinks {
      let property = names.property(stale.property, of: object.className)
      report(
        .linkToDeleted,
        at: stale.event,
        [
          (stale.deletion, "deleted the object that \(property) links to"),
          (stale.event, "still shows the link"),
        ],
        "\(title(of: object)): event \(name(of: stale.event)) shows \(property), a link to an object that event \(name(of: stale.deletion)) deleted",
        isOrderKnown: !unordered.contains(stale.event.partition)
          && files.tellOrder(of: [stale.deletion, stale.event]),
        into: &outcome.findings
      )
    }
  }

  func report(_ expansion: UnreadExpansions.Expansion, into findings: inout FindingSummary) {
    let shown = expansion.shown
    let statement = "shows it in full in place of a link"
    let read = expansion.read
    let rest =
      read.map { "event \(name(of: $0)) of its scope reads it with other values" }
      ?? "its scope has no read of it behind that"
    report(
      read == nil ? .expansionUnread : .expansionDiffers,
      at: shown,
      [(shown, statement)] + (read.map { [($0, "reads it with other values")] } ?? []),
      "\(expansion.title): event \(name(of: shown)) \(statement), and \(rest)",
      isOrderKnown: expansion.isOrderKnown,
      into: &findings
    )
  }

  /// Reports each copy of an event once, whatever number of objects it mentions.
  func report(_ copies: HistoryCopies, into findings: inout FindingSummary) {
    for pair in copies.pairs {
      let (first, copy) = (pair.first, pair.copy)
      findings.add(
        .eventCopied,
        at: pair.place,
        id: copy.id?.hex,
        related: [related(first, "says so first"), related(copy, "says the same")],
        "event \(name(of: copy)) says the same of \(pair.object) as event \(name(of: first)) in another partition, with its time, activity and metadata"
      )
    }
  }

  func report(_ unknownTargets: UnknownTargets, into findings: inout FindingSummary) {
    for (target, link) in unknownTargets.all {
      let property = names.property(link.property, of: link.className)
      let event = link.event
      report(
        .linkUnknown,
        at: event,
        [(event, "links to it")],
        "\(link.holder): event \(name(of: event)) shows \(property) = \(names.text(of: target.key, in: event)), a link to an object of class \(names.classes[target.className].quoted) that was never inserted",
        into: &findings
      )
    }
  }
}

extension CaseSchema {
  /// The class that a property links to with a single link; nil for any other property.
  func linkTarget(of property: String, in name: String) -> String? {
    guard let type = classes[name]?.properties[property], type.shape == .single,
      let base = type.className, let target = classes[base], !target.isEmbedded,
      !target.hasRepresentation, target.primaryKey != nil
    else { return nil }
    return base
  }
}
