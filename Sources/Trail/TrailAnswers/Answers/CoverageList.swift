import JSON
package import TrailReading

/// On which days each partition, or each device, has events, and on which it has none: what a trail covers.
///
/// A day without events does not prove that something is missing: that takes knowing when the device was in use.
package struct CoverageList: Sendable {
  /// A day of a partition.
  package struct Entry: Sendable {
    /// The name of the partition or of the device, empty where a document has none.
    package var partition: String
    /// The day, empty for events without a time.
    package var day: String
    /// How many events there are.
    package var events = 0
    /// The first instant, in milliseconds since 1970.
    package var first: Int64?
    /// The last instant.
    package var last: Int64?
    /// How many days before it are without events, back to the last one that has some.
    package var gap = 0
    /// The first of those days.
    package var gapStart = ""
  }

  private struct Group: Hashable {
    var partition: ByteKey
    var day: Int64?
  }

  /// By partition and day.
  package private(set) var entries: [Entry] = []
  /// How many events there are.
  package private(set) var count = 0
  /// The metadata field that tells devices, if they were asked for in place of partitions.
  package let deviceField: String?
  /// How many partitions or devices there are.
  package private(set) var partitions = 0
  /// How many events have no such name.
  package var nameless: Int {
    entries.filter(\.partition.isEmpty).reduce(0) { $0 + $1.events }
  }
  /// How many days lie between the first and the last event, and on how many of them no partition has an event.
  package private(set) var days = 0, emptyDays = 0
  /// How far the trail could be read.
  package private(set) var reading = ReadingExtent()

  /// Reads files.
  package init(in inputs: [TrailInput], _ question: TrailQuestion) throws(TrailError) {
    deviceField = question.deviceField
    var groups = Groups<Group, Entry>()
    var events = WantedEvents(question)
    try events.forEach(in: inputs) { event in
      let (partition, time) = (Self.device(event.document, question), event.document.timestamp)
      let day = time.map(question.offset.dayNumber)
      groups.update(Group(partition: ByteKey(partition), day: day)) {
        Entry(partition: partition, day: time.map(question.offset.day) ?? "")
      } change: { entry in
        entry.events += 1
        widen(&entry.first, &entry.last, to: time)
      }
    }
    (count, reading) = (events.count, events.reading)
    if let remark = groups.remark { reading.remarks.append(remark) }
    let sorted = groups.entries.sorted {
      let (left, right) = ($0.key, $1.key)
      return left.partition == right.partition
        ? (left.day ?? .max) < (right.day ?? .max) : left.partition < right.partition
    }
    note(sorted.map { ($0.key.partition, $0.key.day, $0.value) }, question.offset)
  }

  private static func device(_ document: AuditDocument, _ question: TrailQuestion) -> String {
    guard let name = question.deviceField else { return document.partition ?? "" }
    return document.metadata.first { $0.key.utf8.elementsEqual(name.utf8) }?.value ?? ""
  }

  private mutating func note(
    _ sorted: [(partition: ByteKey, day: Int64?, entry: Entry)],
    _ offset: UTCOffset
  ) {
    func skipped(_ earlier: Int64?, _ later: Int64?) -> Int {
      guard let earlier, let later else { return 0 }
      return Int(offset.skippedDays(from: earlier, to: later))
    }
    var previous: (partition: ByteKey, day: Int64?, last: Int64?)?
    for (partition, day, entry) in sorted {
      var entry = entry
      let isNamed = !entry.partition.isEmpty
      if isNamed, previous?.partition != partition { partitions += 1 }
      if isNamed, let day, let before = previous, before.partition == partition,
        let last = before.day
      {
        entry.gap = Int(day - last - 1) - skipped(before.last, entry.first)
        if entry.gap > 0 { entry.gapStart = offset.day(offset.start(ofDay: last + 1)) }
      }
      previous = (partition, day, entry.last)
      entries.append(entry)
    }
    let all = Set(sorted.compactMap(\.day))
    guard let first = all.min(), let last = all.max() else { return }
    let span = (sorted.compactMap(\.entry.first).min(), sorted.compactMap(\.entry.last).max())
    days = Int(last - first + 1) - skipped(span.0, span.1)
    emptyDays = days - all.count
  }
}
