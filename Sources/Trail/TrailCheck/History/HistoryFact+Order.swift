import TrailReading

extension [HistoryFact] {
  /// The facts in the order of their moments, those of one in the order in which they were stored.
  func inOrder(of files: HistoryFiles) -> [HistoryFact] {
    // As a rule they are stored in that order, in one file.
    if let first, !files.areUnordered, !files.movesInstants,
      !files.isNewestFirst(first.event.file), areInOrder
    {
      return self
    }
    // Sorting is stable only if nothing compares equal: what is the same up to here differs in its place.
    return enumerated().sorted { left, right in
      let (a, b) = (left.element, right.element)
      if a.event.moment != b.event.moment { return a.event.moment < b.event.moment }
      let (first, second) = (files.place(of: a.event), files.place(of: b.event))
      if first != second { return first < second }
      if a.kind != b.kind { return a.kind.rawValue < b.kind.rawValue }
      return left.offset < right.offset
    }.map(\.element)
  }

  /// Whether the moments never fall, in one file, and the kinds of facts of one document neither.
  private var areInOrder: Bool {
    zip(self, dropFirst()).allSatisfy { earlier, later in
      earlier.event.file == later.event.file
        && (earlier.event.moment, earlier.event.number, earlier.kind.rawValue)
          <= (later.event.moment, later.event.number, later.kind.rawValue)
        && earlier.event.number <= later.event.number
    }
  }

  /// The facts of each partition, or of all, in the order in which they were stored, and by how much a time was changed for
  /// that at the most; nil if that is the order of their times.
  func inOrderOfCommits(
    of files: HistoryFiles,
    acrossDevices: Bool = false
  ) -> (facts: [HistoryFact], largestShift: UInt64)? {
    var facts = self
    var largestShift: UInt64 = 0
    let clocks =
      acrossDevices
      ? [indices.map(\.self)]
      : Dictionary(grouping: indices) { self[$0].event.partition }.values.map(\.self)
    for indices in clocks {
      let stored = indices.sorted {
        let (first, second) = (files.place(of: self[$0].event), files.place(of: self[$1].event))
        return first == second ? $0 < $1 : first < second
      }
      guard let moments = CommitMoments.moments(of: stored.map { self[$0].event.time }) else {
        continue
      }
      for (place, moment) in zip(stored, moments) {
        facts[place].event.moment = moment
        let (shift, isOverflow) = moment.subtractingReportingOverflow(self[place].event.time)
        largestShift = Swift.max(largestShift, isOverflow ? .max : shift.magnitude)
      }
    }
    return largestShift > 0 ? (facts.inOrder(of: files), largestShift) : nil
  }
}
