import TrailCheck
import TrailReading

/// In which orders the events of an object may have happened, and what it is in the end by each.
extension StateComparison {
  /// What an object is in the end if its events happened in another order, and why they may have.
  struct OtherEnd {
    static let either =
      "objects that were deleted and created again by a device that may not have known it"

    let end: ObjectEnd
    let reason: String
    /// Whether it is of the order in which events were committed, whatever their times.
    var isOfCommits = false
    /// Whether that shows that the clock of a partition was set back.
    var isSetBack = false

    /// Whether the object is not there.
    var isGone: Bool {
      if case .alive = end.life { return false }
      return true
    }

    /// Whether a property may have one of these values: what is at once by times that go back may as well be the other way
    /// round, and what becomes of a collection that is changed at once no event tells.
    func mayHave(oneOf values: [UInt64], _ property: Int) -> Bool {
      if let head = end.heads[property], values.contains(head.value) { return true }
      return isOfCommits && end.others(of: property).contains { values.contains($0.value) }
        || isSetBack && end.merged.contains(property)
    }
  }

  func otherEnds(
    of events: [StateSection.Fact],
    in section: StateSection,
    properties: Int
  ) -> [OtherEnd] {
    func end(of clocks: Clocks, isLast: Bool = false, _ reason: String) -> OtherEnd? {
      inOrderOfCommits(events, clocks, isLast: isLast).map {
        OtherEnd(
          end: ObjectEnd($0, in: section.words, properties: properties),
          reason: reason,
          isOfCommits: true,
          isSetBack: clocks == .ofPartitions
        )
      }
    }
    let commits = [Clocks.ofPartitions, .ofProcesses].flatMap { clocks in
      [false, true].map {
        end(
          of: clocks,
          isLast: $0,
          "what a device recorded before and after its clock was set back"
        )
      }
    }
    let uploads = end(
      of: .theSame,
      "what devices recorded whose clocks differ, if documents are in the order of uploads"
    )
    // A value that the object had before it was created again may hide what one shows that it had since.
    let again = events.lastIndex { $0.kind == .created } ?? 0
    let clocks = Set([0, again]).sorted().compactMap { start in
      inOrderOfEqualClocks(events, since: start, in: section)
    }
    .map {
      OtherEnd(
        end: ObjectEnd($0, in: section.words, properties: properties),
        reason: "what devices recorded whose clocks differ, as the values show that they had"
      )
    }
    let scopes = [false, true].map { heedsTimes in
      let told = OverlappingScopes.toldOnce(events, in: section.words, heedsTimes: heedsTimes)
      return OtherEnd(
        end: ObjectEnd(told ?? events, in: section.words, properties: properties, isToldOnce: true),
        reason: "what scopes recorded that overlapped, or that were committed late"
      )
    }
    return (commits + [uploads]).compactMap(\.self) + clocks + scopes
      + endsOfUploads(events, in: section, properties: properties)
  }

  /// So many uploads that were late are tried.
  private static let maximumUploads = 16

  /// What an object was where some of its events had not been uploaded by the time that is asked for.
  private func endsOfUploads(
    _ events: [StateSection.Fact],
    in section: StateSection,
    properties: Int
  ) -> [OtherEnd] {
    let late = events.filter { isLate($0.place) }.sorted { isStored($0, before: $1) }
    guard isOrdered else { return [] }
    return late.prefix(Self.maximumUploads).map { first in
      let uploaded = events.filter { !isLate($0.place) || isStored($0, before: first) }
      return OtherEnd(
        end: ObjectEnd(uploaded, in: section.words, properties: properties),
        reason: "what had not been uploaded by then, if documents are in the order of uploads"
      )
    }
  }

  private func isLate(_ place: StateFacts.Place) -> Bool {
    events.files[place.file].isLate(place.number)
  }

  func ordered(_ facts: [StateSection.Fact]) -> [StateSection.Fact] {
    func isBefore(_ left: StateSection.Fact, _ right: StateSection.Fact) -> Bool {
      if left.place.time != right.place.time { return left.place.time < right.place.time }
      if left.place.rank != right.place.rank { return left.place.rank < right.place.rank }
      return isStored(left, before: right)
    }
    let isInOrder = zip(facts, facts.dropFirst()).allSatisfy { !isBefore($1, $0) }
    return isInOrder ? facts : facts.sorted(by: isBefore)
  }

  private func isStored(_ left: StateSection.Fact, before right: StateSection.Fact) -> Bool {
    let files = (events.files[left.place.file], events.files[right.place.file])
    if files.0.start != files.1.start { return files.0.start < files.1.start }
    if left.place.file != right.place.file { return left.place.file < right.place.file }
    if left.place.number != right.place.number {
      return (left.place.number < right.place.number) != files.0.isNewestFirst
    }
    return (left.kind.rawValue, left.start) < (right.kind.rawValue, right.start)
  }

  /// Whether an event was stored before another one of its device: documents in no order do not tell, nor do two files, but
  /// the ids of a process count up, also where the times in them go back with the clock.
  private func isCommitted(_ left: StateSection.Fact, before right: StateSection.Fact) -> Bool {
    let counter = DocumentId.counter(ofRank: left.place.rank)
    let other = DocumentId.counter(ofRank: right.place.rank)
    let isCounted = !isOrdered || left.place.process == right.place.process
    return isCounted && counter != other ? counter < other : isStored(left, before: right)
  }

  /// Which events are those of one clock.
  private enum Clocks {
    case ofPartitions
    /// A process may go on in another partition; both are then of one device.
    case ofProcesses
    case theSame
  }

  /// The events of an object with those of each clock as they were stored; nil if that is the order of their times.
  ///
  /// How far a clock was set back is not known, so what follows may also have come behind what all other devices did.
  private func inOrderOfCommits(
    _ facts: [StateSection.Fact],
    _ clocks: Clocks,
    isLast: Bool
  ) -> [StateSection.Fact]? {
    guard isOrdered || clocks != .theSame else { return nil }
    // Files of their own do not tell in which order their documents arrived.
    let isOfOneFile = facts.allSatisfy { $0.place.file == facts[0].place.file }
    if clocks == .theSame, !isOfOneFile { return nil }
    var changed = facts
    var isChanged = false
    let eventsOfClocks = Dictionary(grouping: facts.indices) { index -> UInt32 in
      let place = facts[index].place
      return switch clocks {
      case .ofPartitions: place.device
      case .ofProcesses: place.process == 0 ? place.device : UInt32(place.process)
      case .theSame: 0
      }
    }
    for indices in eventsOfClocks.values
    where isOrdered || indices.allSatisfy({ facts[$0].place.rank != 0 }) {
      let stored = indices.sorted { isCommitted(facts[$0], before: facts[$1]) }
      let times = stored.map { facts[$0].place.time }
      if clocks == .ofProcesses {
        for place in indices { changed[place].place.device = facts[indices[0]].place.device }
      }
      guard let moments = CommitMoments.moments(of: times) else { continue }
      let start = times.indices.dropFirst().first { times[$0] < times[$0 - 1] } ?? 0
      for (number, (place, moment)) in zip(stored, moments).enumerated() {
        changed[place].place.time = isLast && number >= start ? .max : moment
      }
      isChanged = true
    }
    guard isChanged else { return nil }
    return changed.sorted {
      $0.place.time == $1.place.time
        ? isCommitted($0, before: $1) : $0.place.time < $1.place.time
    }
  }

  /// The events of an object in the order of their times by clocks that agree; nil if nothing from one of them on shows that
  /// clocks differ.
  private func inOrderOfEqualClocks(
    _ facts: [StateSection.Fact],
    since start: Int,
    in section: StateSection
  ) -> [StateSection.Fact]? {
    let leads = ClockDifferences.leads(
      shownBy: facts[start...].map { fact in
        ClockDifferences.Statement(
          device: fact.place.device,
          time: fact.place.time,
          act: fact.kind == .created ? .created : fact.kind == .deleted ? .deleted : .other,
          before: section.words[fact.before].filter {
            ![StateHash.ofNull, StateHash.untracked].contains(FactValue($0).hash)
          },
          after: Array(section.words[fact.after])
        )
      }
    )
    guard let leads else { return nil }
    var changed = facts
    for place in changed.indices {
      let (time, device) = (changed[place].place.time, changed[place].place.device)
      changed[place].place.time = ClockDifferences.moment(of: time, ahead: leads[device])
    }
    return ordered(changed)
  }
}
