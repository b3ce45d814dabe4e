import Formats

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

  /// The events of a partition in one file.
  struct Segment: Sendable {
    /// The ends, in the order in which they were read.
    var first, last: Neighbour
    /// The one before the last.
    fileprivate var former: Neighbour?

    init(first: Neighbour, last: Neighbour) { (self.first, self.last) = (first, last) }
  }

  private(set) var segments: [Segment] = []
  private(set) var readings: [HistoryFiles.Reading] = []
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

  init(examplesPerCode: Int = 20) {
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
    if last.goes(with: next) { compare(former, last, next, log.file) }
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
    findings.add(contentsOf: readings[file].isNewestFirst ? ifNewestFirst : ifOldestFirst)
    ifOldestFirst = FindingSummary(examplesPerCode: ifOldestFirst.examplesPerCode)
    ifNewestFirst = ifOldestFirst
    self.file = nil
    open = [:]
    lastOpen = nil
  }

  private mutating func compare(
    _ former: Neighbour?,
    _ last: Neighbour,
    _ next: Neighbour,
    _ file: String
  ) {
    let (before, now) = (last.event.time, next.event.time)
    guard before != now, !Self.isFar(before, now) else { return }
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
      at: TrailPosition(file: file, line: event.line),
      id: event.id?.hex,
      culprit == later
        ? "the event is of \(time(event)), the one before it in its scope of \(time(earlier.event)); "
          + "a clock may have been set back"
        : "the event is of \(time(event)), the one after it in its scope of \(time(later.event)); "
          + "a clock may have been wrong"
    )
  }
}

// What is said when all files are read, of one check or of several.
extension HistoryOrder {
  /// Takes over what another check has found out.
  mutating func take(_ segment: Segment, _ names: [String]) {
    guard segments.count < Self.maximumSegments else {
      let event = segment.first.event
      let position = TrailPosition(file: names[event.file], line: event.line)
      return omitted.note(at: position, id: event.id?.hex)
    }
    segments.append(segment)
  }

  mutating func take(_ reading: HistoryFiles.Reading, of file: Int) {
    while readings.count <= file { readings.append(HistoryFiles.Reading()) }
    let known = readings[file]
    readings[file] = HistoryFiles.Reading(
      start: min(known.start, reading.start),
      isNewestFirst: known.isNewestFirst || reading.isNewestFirst,
      keepsInstants: known.keepsInstants || reading.keepsInstants
    )
  }

  /// Compares the ends of each partition's segments, in the order of time.
  func join(_ names: [String], into findings: inout FindingSummary) {
    reportOrder(names, into: &findings)
    let files = HistoryFiles(readings, names: names)
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

  private func join(
    _ earlier: Segment,
    _ later: Segment,
    _ names: [String],
    _ findings: inout FindingSummary
  ) {
    let (last, next) = (earlier.last, later.first)
    let file = names[next.event.file]
    if last.event.file == next.event.file, earlier.lines.overlaps(later.lines) {
      findings.add(
        .historyUnfollowed,
        at: TrailPosition(file: file, line: next.event.line),
        id: next.event.id?.hex,
        "the parts that were merged hold pieces of one partition in turn, so the times at their ends were not compared"
      )
      return
    }
    // What lies within each other was taken apart by something else than time.
    guard next.event.time < last.event.time, later.last.event.time >= last.event.time,
      last.goes(with: next), !Self.isFar(last.event.time, next.event.time),
      (last.event.time - next.event.time) <= (later.last.event.time &- last.event.time)
    else { return }
    Self.report(last, next, next, file, &findings)
  }

  private func reportOrder(_ names: [String], into findings: inout FindingSummary) {
    let reversed = readings.indices.filter { readings[$0].isNewestFirst }.map { names[$0] }.sorted()
    guard let first = reversed.first else { return }
    let files =
      readings.count == 1 ? "the file has" : "\(reversed.count) of \(readings.count) files have"
    findings.add(
      .newestFirst,
      at: TrailPosition(file: first, line: 1),
      id: nil,
      "\(files) the newest document first; the documents are taken in the opposite order"
    )
  }
}

extension HistoryOrder.Segment {
  fileprivate var reversed: Self { Self(first: last, last: first) }

  fileprivate var lines: ClosedRange<Int> {
    min(first.event.line, last.event.line)...max(first.event.line, last.event.line)
  }
}

extension FindingSummary {
  /// Adds what was held back.
  mutating func add(contentsOf other: FindingSummary) {
    for (kind, count) in other.counts {
      restore(kind, count: count, examples: other.examples(of: kind))
    }
  }
}
