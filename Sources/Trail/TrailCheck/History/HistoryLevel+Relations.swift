import Formats
import JSON
import TrailReading

/// What is said of objects that have to do with each other: copies of events, links in full, links to what is gone.
extension HistoryLevel {
  /// Notes that a property links to objects of a class.
  mutating func note(_ target: Int?, of property: Int, in className: Int) {
    guard let target else { return }
    while linkTargets.count <= className { linkTargets.append([]) }
    while linkTargets[className].count <= property { linkTargets[className].append(nil) }
    linkTargets[className][property] = target
  }

  /// The classes that links lead to.
  var linkedClasses: Set<Int> { Set(linkTargets.joined().compactMap { $0 }) }

  func targets(of className: Int) -> [Int?] {
    className < linkTargets.count ? linkTargets[className] : []
  }

  mutating func reportRelations(
    of replay: borrowing HistoryReplay,
    _ links: HistoryLinks,
    into findings: inout FindingSummary
  ) {
    let object = replay.object
    let facts = replay.facts
    for (first, copy) in copies.find(in: facts, object.words, names.files) {
      findings.add(
        .eventCopied,
        at: position(of: copy),
        id: copy.id?.hex,
        related: [related(first, "says so first"), related(copy, "says the same")],
        "event \(name(of: copy)) says the same of \(title(of: object)) as event \(name(of: first)) in another partition, with its time, activity and metadata"
      )
    }
    for expansion in replay.unexplainedExpansions() {
      report(expansion, of: object, into: &findings)
    }
    for stale in links.stale(in: facts, object.words, targets(of: object.className)) {
      let property = names.property(stale.property, of: object.className)
      report(
        .linkToDeleted,
        at: stale.event,
        [
          (stale.deletion, "deleted the object that \(property) links to"),
          (stale.event, "still shows the link"),
        ],
        "\(title(of: object)): event \(name(of: stale.event)) shows \(property), a link to an object that event \(name(of: stale.deletion)) deleted",
        into: &findings
      )
    }
  }

  private func report(
    _ expansion: HistoryReplay.Expansion,
    of object: ObjectHistory,
    into findings: inout FindingSummary
  ) {
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
      "\(title(of: object)): event \(name(of: shown)) \(statement), and \(rest)",
      into: &findings
    )
  }

  // MARK: Links to what is not in the trail

  private static var maximumTargets: Int { 100_000 }

  /// Notes the links of an object that lead to objects of which there is no event.
  mutating func noteUnknownTargets(of replay: borrowing HistoryReplay, _ links: HistoryLinks) {
    let object = replay.object
    let targets = targets(of: object.className)
    guard isComplete, !targets.isEmpty else { return }
    for fact in replay.facts where fact.kind != .expansion {
      for place in fact.before.lowerBound..<fact.after.upperBound {
        let value = object.words[place]
        guard let target = HistoryLinks.target(of: value, targets), !links.knows(target) else {
          continue
        }
        let known = unknownTargets[target]
        if let known, position(of: known.event) <= position(of: fact.event) { continue }
        if known == nil, unknownTargets.count >= Self.maximumTargets { continue }
        unknownTargets[target] = (
          fact.event, title(of: object), FactValue(value).property, object.className
        )
      }
    }
  }

  func reportUnknownTargets(into findings: inout FindingSummary) {
    for (target, known) in unknownTargets {
      let property = names.property(known.property, of: known.of)
      let event = known.event
      report(
        .linkUnknown,
        at: event,
        [(event, "links to it")],
        "\(known.holder): event \(name(of: event)) shows \(property) = \(names.text(of: target.key, in: event)), a link to an object of class \(quoted(names.classes[target.className])) that was never inserted",
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
