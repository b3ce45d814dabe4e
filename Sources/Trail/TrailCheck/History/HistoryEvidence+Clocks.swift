import TrailReading

/// Creations that may have followed a deletion although they are earlier by their times: clocks of devices differ.
extension HistoryEvidence {
  /// Whether another device may have created the object again behind its deletion: the object was there without this
  /// creation, the device of the deletion had created it, or another one was shown; and what the creation left was not
  /// known there.
  func mayFollow(
    _ start: Int,
    _ deletion: HistoryEvent,
    _ effort: inout SearchEffort
  ) -> Bool {
    let creation = facts[start]
    guard ClockBound.allows(deletion.moment, creation.event.moment) else { return false }
    guard effort.allows(facts.count) else { return true }
    guard
      isThere(before: start) || isCreated(beside: start, onDeviceOf: deletion)
        || isOther(deletion, than: start)
    else { return false }
    let news = words[creation.after].filter { value in
      !isProduced(value, elsewhereThan: creation.event.partition)
        && !facts[..<start].contains { words[$0.after].contains(value) }
    }
    return !facts[start...].contains { fact in
      isTold(fact.event, until: deletion) && words[fact.before].contains(where: news.contains)
    }
  }

  /// Whether the device of a deletion told an event before it; all of a scope may have the instant of its commit.
  private func isTold(_ event: HistoryEvent, until deletion: HistoryEvent) -> Bool {
    guard event.partition == deletion.partition, event.moment <= deletion.moment else {
      return false
    }
    return event.moment < deletion.moment || files.place(of: event) <= files.place(of: deletion)
  }

  /// Whether an object was there when a device created one, by other events than those of that life of its own.
  private func isThere(before index: Int) -> Bool {
    let creation = facts[index]
    let change = creation.changeHash(in: words)
    var isShown = false
    for fact in facts[..<index].reversed() where !fact.kind.isExpansion {
      switch fact.kind {
      case .deletion: return isShown
      case .insertion where fact.event.partition != creation.event.partition: return true
      case .insertion:
        if fact.event.scope == creation.event.scope || fact.changeHash(in: words) != change
          || fact.event.time != creation.event.time && timely.contains(fact.event.partition)
        {
          return true
        }
        // Another scope may record the creation again: it was the one that is shown.
        isShown = false
      // A scope that has recorded more of the object does not begin with its creation again.
      default:
        if fact.event.scope == creation.event.scope { return true }
        if fact.event.partition != creation.event.partition { isShown = true }
      }
    }
    return isShown
  }

  /// Whether the device of a deletion created the object itself after this creation, and so had not heard of it.
  private func isCreated(beside index: Int, onDeviceOf deletion: HistoryEvent) -> Bool {
    facts[(index + 1)...].contains { fact in
      fact.kind == .insertion && isTold(fact.event, until: deletion)
    }
  }

  /// Whether the device of a deletion shows a value that neither this creation nor anything since has left.
  private func isOther(_ deletion: HistoryEvent, than index: Int) -> Bool {
    facts.indices[(index + 1)...].contains { later in
      let fact = facts[later]
      return isTold(fact.event, until: deletion)
        && words[fact.before].contains { value in
          facts[index].leaves(FactValue(value).property, in: words)
            && !facts[index..<later].contains { words[$0.after].contains(value) }
        }
    }
  }
}
