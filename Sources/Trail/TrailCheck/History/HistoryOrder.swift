import Formats
import JSON
import TrailReading

/// Watches the time within each partition: the events of one scope stand in the order in which they happened.
///
/// Events of two scopes need not: a trail is in the order of commits. Which scope an event belongs to is not written
/// down, so neighbours with the same activity and the same metadata are taken for one. Whether a file has its oldest or
/// its newest document first is known at its end: until then, faults are kept for either case.
struct HistoryOrder: Sendable {
  /// An event, as far as its neighbours are compared with it.
  struct Neighbour: Sendable, Hashable {
    var event: HistoryEvent
    var isScoped: Bool

    /// Whether both may be events of one scope.
    fileprivate func goes(with other: Neighbour) -> Bool {
      event.scope == other.event.scope && isScoped == other.isScoped
    }
  }

  /// The events of a partition in one file, or in a part of it.
  struct Segment: Sendable {
    /// The ends, in the order in which they were read.
    var first, last: Neighbour
    /// The one behind the first, if they are still to be compared: who stands out depends on what precedes them.
    var second: Neighbour?
    /// The one before the last.
    var former: Neighbour?

    /// From the earlier one of its ends to the later one.
    var times: ClosedRange<Int64> {
      min(first.event.time, last.event.time)...max(first.event.time, last.event.time)
    }
  }

  private(set) var segments: [Segment] = []
  private(set) var readings: [HistoryFiles.Reading] = []
  /// Whether the beginnings of files are to be compared with what another part knows of the same file.
  private let isPart: Bool
  /// The readings of files of which parts were read in any order.
  private var loose: [Int: [HistoryFiles.Reading]] = [:]
  /// Whether the parts of the file that is read did not always agree on what may be a fault.
  private var isMixed = false
  /// Whether another division into parts might have found something else.
  private(set) var dependsOnParts = false
  /// The events of files and partitions beyond those whose times are compared.
  var omitted = Omission()
  /// The segment of each partition in the file that is read.
  private var open: [UInt32: Int] = [:]
  /// The one that was looked up last: most events share it with the one before them.
  private var lastOpen: (partition: UInt32, number: Int)?
  private var file: Int?
  private var ifOldestFirst: FindingSummary
  private var ifNewestFirst: FindingSummary
  static let maximumSegments = 500_000
  /// A time that is further away is not a clock that was set back, but one that was wrong.
  private static let decade: Int64 = 10 * 31_556_952_000

  init(examplesPerCode: Int = 20, isPart: Bool = false) {
    self.isPart = isPart
    ifOldestFirst = FindingSummary(examplesPerCode: examplesPerCode)
    ifNewestFirst = ifOldestFirst
  }

  /// Looks at an event.
  mutating func note(_ event: HistoryEvent, isScoped: Bool, _ log: FindingLog) {
    if event.file != file { begin(event.file) }
    readings[event.file].note(event)
    let next = Neighbour(event: event, isScoped: isScoped)
    let known =
      if let lastOpen, lastOpen.partition == event.partition { lastOpen.number } else {
        open[event.partition]
      }
    if let known { lastOpen = (event.partition, known) }
    guard let number = known else {
      guard segments.count < Self.maximumSegments else {
        return omitted.note(log)
      }
      open[event.partition] = segments.count
      return segments.append(Segment(first: next, last: next))
    }
    let (former, last) = (segments[number].former, segments[number].last)
    if isPart, former == nil {
      segments[number].second = next
    } else {
      step(former, last, next, log.file)
    }
    segments[number].former = last
    segments[number].last = next
  }

  private mutating func begin(_ number: Int) {
    file = number
    open = [:]
    lastOpen = nil
    while readings.count <= number { readings.append(HistoryFiles.Reading()) }
  }

  /// Decides, at the end of a file, which of its faults are some.
  mutating func endFile(into findings: inout FindingSummary) {
    guard let file else { return }
    if isMixed, readings[file].isNewestFirst { dependsOnParts = true }
    isMixed = false
    decide(file, into: &findings)
    self.file = nil
    open = [:]
    lastOpen = nil
  }

  private mutating func decide(_ file: Int, into findings: inout FindingSummary) {
    findings.add(contentsOf: readings[file].isNewestFirst ? ifNewestFirst : ifOldestFirst)
    ifOldestFirst = FindingSummary(examplesPerCode: ifOldestFirst.examplesPerCode)
    ifNewestFirst = ifOldestFirst
  }

  /// Looks at an event of a partition and what precedes it there.
  private mutating func step(
    _ former: Neighbour?,
    _ last: Neighbour,
    _ next: Neighbour,
    _ file: String
  ) {
    let (before, now) = (last.event.time, next.event.time)
    readings[next.event.file].noteStored(last.event, next.event)
    guard before != now, !Self.isFar(before, now) else { return }
    readings[next.event.file].notePartition(falls: now < before)
    if last.goes(with: next) { compare(former, last, next, file) }
  }

  private mutating func compare(
    _ former: Neighbour?,
    _ last: Neighbour,
    _ next: Neighbour,
    _ file: String
  ) {
    let (before, now) = (last.event.time, next.event.time)
    readings[next.event.file].noteScope(falls: now < before)
    let former = former.flatMap { $0.goes(with: last) ? $0.event.time : nil }
    if now < before {
      // If the event goes with the one before the last, it is the last that stands out.
      let isLast = former.map { $0 <= now } ?? false
      Self.report(last, next, isLast ? last : next, file, &ifOldestFirst)
    } else if readings[next.event.file].canBeNewestFirst {
      let isLast = former.map { now <= $0 } ?? false
      Self.report(next, last, isLast ? last : next, file, &ifNewestFirst)
    }
  }

  static func isFar(_ time: Int64, _ other: Int64) -> Bool {
    let (distance, isOverflow) = time.subtractingReportingOverflow(other)
    return isOverflow || distance.magnitude > decade.magnitude
  }

  private static func report(
    _ earlier: Neighbour,
    _ later: Neighbour,
    _ culprit: Neighbour,
    _ file: String,
    _ findings: inout FindingSummary
  ) {
    let event = culprit.event
    func time(_ event: HistoryEvent) -> String { Timestamp(milliseconds: event.time).description }
    findings.add(
      .timeBackwards,
      at: TrailPosition(file: file, document: event.number),
      id: event.id?.hex,
      culprit == later
        ? "the event is of \(time(event)), the one before it in its scope of \(time(earlier.event)); "
          + "a clock may have been set back"
        : "the event is of \(time(event)), the one after it in its scope of \(time(later.event)); "
          + "a clock may have been wrong"
    )
  }
}

// What parts of a trail know.
extension HistoryOrder {
  /// Takes over what is known of a part whose files have these numbers here.
  ///
  /// If the part ends within a file, it is as if that had been read here: it goes on where the part before has ended.
  mutating func take(_ part: HistoryOrder, _ files: [Int], _ names: [String]) {
    let open = part.file.map { files[$0] }
    if let open, open != file { begin(open) }
    for (number, segment) in part.segments.enumerated() {
      let isOpen = open != nil && part.open[segment.first.event.partition] == number
      take(segment.renumbered(files), isOpen: isOpen, names)
    }
    for (number, reading) in part.readings.enumerated() {
      let file = files[number]
      while readings.count <= file { readings.append(HistoryFiles.Reading()) }
      guard file == open else {
        loose[file, default: []].append(reading)
        continue
      }
      readings[file].take(reading)
      if !reading.couldBeNewestFirst || !readings[file].couldBeNewestFirst { isMixed = true }
    }
    ifOldestFirst.add(contentsOf: part.ifOldestFirst)
    ifNewestFirst.add(contentsOf: part.ifNewestFirst)
    omitted.take(part.omitted)
    lastOpen = nil
  }

  private mutating func take(_ segment: Segment, isOpen: Bool, _ names: [String]) {
    let event = segment.first.event
    let file = names[event.file]
    if isOpen, let number = open[event.partition] { return append(segment, to: number, file) }
    guard segments.count < Self.maximumSegments else {
      return omitted.note(at: TrailPosition(file: file, document: event.number), id: event.id?.hex)
    }
    if isOpen { open[event.partition] = segments.count }
    segments.append(segment)
    if isOpen { compareBeginning(of: segments.count - 1, file) }
  }

  /// Compares the first two events of a segment that nothing precedes.
  private mutating func compareBeginning(of number: Int, _ file: String) {
    guard let second = segments[number].second else { return }
    segments[number].second = nil
    step(nil, segments[number].first, second, file)
  }

  /// Puts a segment behind that of the same partition and file which precedes it.
  private mutating func append(_ next: Segment, to number: Int, _ file: String) {
    let (former, last) = (segments[number].former, segments[number].last)
    step(former, last, next.first, file)
    if let second = next.second { step(last, next.first, second, file) }
    segments[number].former = next.former ?? last
    segments[number].last = next.last
  }

  /// Puts together what is known of the parts of files, in whatever order they were read.
  private mutating func settle(_ names: [String], into findings: inout FindingSummary) {
    if loose.isEmpty { return }
    for (file, pieces) in loose {
      for piece in pieces.sorted(by: { $0.first?.number ?? 0 < $1.first?.number ?? 0 }) {
        readings[file].take(piece)
      }
    }
    loose = [:]
    let pieces = segments.sorted { left, right in
      let (a, b) = (left.first.event, right.first.event)
      return (a.partition, a.file, a.number) < (b.partition, b.file, b.number)
    }
    segments = []
    for piece in pieces {
      let event = piece.first.event
      if let last = segments.last?.last.event, last.partition == event.partition,
        last.file == event.file, last.number < event.number
      {
        append(piece, to: segments.count - 1, names[event.file])
      } else {
        segments.append(piece)
        compareBeginning(of: segments.count - 1, names[event.file])
      }
      decide(event.file, into: &findings)
    }
  }
}

// What is said when all files are read, of one check or of several.
extension HistoryOrder {
  /// Compares the ends of each partition's segments, in the order of time.
  mutating func join(_ names: [String], into findings: inout FindingSummary) {
    settle(names, into: &findings)
    reportOrder(names, into: &findings)
    let files = HistoryFiles(readings, names: names)
    guard files.areInOrder else { return withdraw(files, &findings) }
    let sorted = segments.map { files.isNewestFirst($0.first.event.file) ? $0.reversed : $0 }
      .sorted { left, right in
        let (a, b) = (left.first.event, right.first.event)
        if a.partition != b.partition { return a.partition < b.partition }
        return a.time == b.time ? files.place(of: a) < files.place(of: b) : a.time < b.time
      }
    for (earlier, later) in zip(sorted, sorted.dropFirst())
    where earlier.first.event.partition == later.first.event.partition {
      join(earlier, later, names, &findings)
    }
  }

  /// Where the documents are in no order, no event is too early; where they are too few to tell, none may be.
  private func withdraw(_ files: HistoryFiles, _ findings: inout FindingSummary) {
    let withdrawn = findings.filtered { $0 == .timeBackwards }
    findings = findings.filtered { $0 != .timeBackwards }
    guard !files.areUnordered, let kind = withdrawn.kinds.first,
      let first = withdrawn.examples(of: kind).first
    else { return }
    let count = withdrawn.count(of: .timeBackwards)
    findings.add(
      .orderUntold,
      at: first.position,
      id: first.id,
      "a clock may have been set back, or the documents are in no order and too few to tell: of neighbours of one scope, \(count) stand behind later ones"
    )
  }

  private func join(
    _ earlier: Segment,
    _ later: Segment,
    _ names: [String],
    _ findings: inout FindingSummary
  ) {
    let (last, next) = (earlier.last, later.first)
    let file = names[next.event.file]
    if last.event.file == next.event.file, earlier.numbers.overlaps(later.numbers) {
      findings.add(
        .historyUnfollowed,
        at: TrailPosition(file: file, document: next.event.number),
        id: next.event.id?.hex,
        "the parts that were merged hold pieces of one partition in turn, so the times at their ends were not compared"
      )
      return
    }
    guard next.event.time < last.event.time, last.goes(with: next),
      !Self.isFar(last.event.time, next.event.time),
      next.event.isStored(behind: last.event) || Self.follow(earlier, later)
    else { return }
    let former = earlier.former.flatMap { $0.goes(with: last) ? $0.event.time : nil }
    let culprit = former.map { $0 <= next.event.time } ?? false ? last : next
    Self.report(last, next, culprit, names[culprit.event.file], &findings)
  }

  /// Whether a segment was cut off behind another one: what lies within each other was taken apart by something else than time.
  private static func follow(_ earlier: Segment, _ later: Segment) -> Bool {
    let (last, next) = (earlier.last.event.time, later.first.event.time)
    guard later.last.event.time >= last else { return false }
    return last - next <= max(next &- earlier.first.event.time, later.last.event.time &- last)
  }

  private func reportOrder(_ names: [String], into findings: inout FindingSummary) {
    reportOrder(.newestFirst, \.isNewestFirst, names, &findings) {
      "\($0) the newest document first; the documents are taken in the opposite order"
    }
    reportOrder(.anyOrder, \.isUnordered, names, &findings) {
      "\($0) documents in no order; all are taken in the order of their times and ids"
    }
  }

  private func reportOrder(
    _ code: FindingCode,
    _ isSo: (HistoryFiles.Reading) -> Bool,
    _ names: [String],
    _ findings: inout FindingSummary,
    _ sentence: (String) -> String
  ) {
    let found = readings.indices.filter { isSo(readings[$0]) }.map { names[$0] }.sorted()
    guard let first = found.first else { return }
    let files =
      readings.count == 1 ? "the file has" : "\(found.count) of \(readings.count) files have"
    findings.add(code, at: TrailPosition(file: first, document: 1), id: nil, sentence(files))
  }
}

extension HistoryOrder.Segment {
  fileprivate var reversed: Self { Self(first: last, last: first) }

  fileprivate func renumbered(_ files: [Int]) -> Self {
    func renumbered(_ end: HistoryOrder.Neighbour) -> HistoryOrder.Neighbour {
      var end = end
      end.event.file = files[end.event.file]
      return end
    }
    var segment = Self(first: renumbered(first), last: renumbered(last))
    segment.second = second.map(renumbered)
    segment.former = former.map(renumbered)
    return segment
  }

  fileprivate var numbers: ClosedRange<Int> {
    min(first.event.number, last.event.number)...max(first.event.number, last.event.number)
  }
}

extension HistoryOrder: JSONRecord {
  mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
    try fields("partitions", &segments)
    try fields("readings", &readings)
    try fields.inner("omittedPartitions", &omitted)
  }

  /// The events that are named.
  var events: some Sequence<HistoryEvent> {
    segments.lazy.flatMap { [$0.first, $0.second, $0.former, $0.last].compactMap { $0?.event } }
  }
}

extension HistoryOrder.Segment: JSONItem {
  init() { self.init(first: .init(), last: .init()) }

  mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
    try fields("first", &first)
    try fields("second", &second)
    try fields("former", &former)
    try fields("last", &last)
  }
}

extension HistoryOrder.Neighbour: JSONItem {
  init() {
    let event = HistoryEvent(time: 0, file: 0, number: 0, id: nil, partition: 0, actor: 0)
    self.init(event: event, isScoped: false)
  }

  mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
    try fields("event", &event)
    try fields("scoped", &isScoped)
  }
}
