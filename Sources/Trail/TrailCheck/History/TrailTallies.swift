import Formats
import JSON
import TrailReading

/// Counts what the events of each partition have in common, so that the few that have not stand out at the end.
///
/// Nothing in it depends on the order of the events: the tallies of parts add up to those of the whole.
struct TrailTallies: Sendable {
  /// What is counted.
  enum Measure: UInt64, Sendable, CaseIterable {
    /// The year of the timestamp, counted from 1970.
    case year
    /// Which metadata fields there are.
    case fields
    /// The quarters of an hour from the time within the `_id` to the timestamp.
    case offset
    /// Some quarters of an hour from the time within the `_id` to the timestamp, to the minute; all other events have none.
    case zone
  }

  /// The events of a partition of which something is the same.
  struct Bucket: Sendable {
    var measure: Measure
    var key: UInt64
    var count: Int
    /// The first of them by place.
    var first: HistoryEvent

    /// The key of a year, an offset or a zone.
    var number: Int { Int(Int64(bitPattern: key)) }
  }

  /// What is known of a partition.
  struct Partition: Sendable {
    /// The time within the objectId of its name.
    var made: Int64?
    var earliest = Int64.max
    var latest = Int64.min
    /// The least and the most that the timestamps are later than the times within the ids.
    var leastLate = Int64.max
    var mostLate = Int64.min
    var buckets: [Bucket] = []
    /// Which bucket of each measure was met last.
    fileprivate var recent = (0, 0, 0)
    /// How many buckets there may be, and whether there were more.
    fileprivate let limit: Int
    fileprivate var isFull = false

    /// In a part there is room for more: it is not known which buckets are the first ones of all.
    init(made: Int64?, isPart: Bool = false) {
      self.made = made
      limit = isPart ? 1024 : TrailTallies.maximumBucketsOfPartition
    }

    func buckets(of measure: Measure) -> [Bucket] { buckets.filter { $0.measure == measure } }
  }

  /// By a number that stands for the name.
  private(set) var partitions: [(number: UInt32, partition: Partition)] = []
  private var places: [UInt32: Int] = [:]
  /// What was met last, which most events share.
  private var lastPlace = 0
  private var lastSet: UInt64?
  /// The names of the fields of each set, by their hash.
  private(set) var sets: [UInt64: [String]] = [:]
  private var bucketCount = 0
  /// Whether what comes is a part of the trail.
  private let isPart: Bool
  /// Whether another division into parts might have left out something else.
  private(set) var dependsOnParts = false

  static let year: Int64 = 31_556_952_000
  static let quarter: Int64 = 900_000
  /// Parts may say anything; no number is larger, so that sums have room.
  static let maximumCount = 1 << 40
  /// Offsets beyond are as good as none.
  private static let maximumOffset: Int64 = 200
  /// How many hours the clocks of two zones can be apart.
  static let widestZone: Int64 = 14
  fileprivate static let maximumBucketsOfPartition = 96
  private static let maximumBuckets = 600_000
  private static let maximumSets = 2000
  private static let maximumFields = 64

  init(isPart: Bool = false) { self.isPart = isPart }

  mutating func note(_ event: HistoryEvent, _ document: borrowing Document, _ files: [String]) {
    let set = set(of: document)
    let year = Self.quotient(event.time, Self.year)
    let lateness = event.id.map { id in
      let made = Int64(id.high >> 32) * 1000
      let (distance, isOverflow) = event.time.subtractingReportingOverflow(made)
      return isOverflow ? event.time : distance
    }
    if lastPlace >= partitions.count || partitions[lastPlace].number != event.partition {
      if let place = places[event.partition] {
        lastPlace = place
      } else {
        guard bucketCount < Self.maximumBuckets else { return }
        lastPlace = add(event.partition, Self.made(document.partition))
      }
    }
    bucketCount += partitions[lastPlace].partition.note(event, year, set, lateness, files)
  }

  /// What stands for the names of the metadata fields; nil if there are too many sets of them.
  private mutating func set(of document: borrowing Document) -> UInt64? {
    var hash = StableHash()
    hash.add(fields: document.metadata)
    let set = hash.value
    if set == lastSet { return set }
    if sets[set] == nil {
      guard sets.count < Self.maximumSets else { return nil }
      // A longer name is an error of its own.
      sets[set] = document.metadata.prefix(Self.maximumFields).map(\.name)
        .filter { $0.utf8.count < 64 }
    }
    lastSet = set
    return set
  }

  private mutating func add(_ number: UInt32, _ made: Int64?) -> Int {
    places[number] = partitions.count
    partitions.append((number, Partition(made: made, isPart: isPart)))
    return partitions.count - 1
  }

  fileprivate static func quarters(_ lateness: Int64) -> Int64 {
    max(-maximumOffset, min(maximumOffset, quotient(lateness, quarter)))
  }

  /// Whether it is so many quarters of an hour to the minute, as zones are apart, and a zone is so far away.
  fileprivate static func isZone(_ lateness: Int64, _ quarters: Int64) -> Bool {
    guard quarters != 0, abs(quarters) <= 4 * widestZone else { return false }
    return (lateness - quarters * quarter).magnitude <= quarter.magnitude / 15
  }

  /// The nearest whole number.
  private static func quotient(_ value: Int64, _ divisor: Int64) -> Int64 {
    let quotient = value / divisor
    let rest = value % divisor
    if rest * 2 >= divisor { return quotient + 1 }
    return rest * 2 < -divisor ? quotient - 1 : quotient
  }

  /// The time within the objectId at the end of a partition's name.
  private static func made(_ partition: Value?) -> Int64? {
    guard let name = partition?.string, name.utf8.count > 24 else { return nil }
    return DocumentId(hex: String(decoding: name.utf8.suffix(24), as: UTF8.self))
      .map { Int64($0.high >> 32) * 1000 }
  }
}

extension TrailTallies.Partition {
  fileprivate mutating func note(
    _ event: HistoryEvent,
    _ year: Int64,
    _ set: UInt64?,
    _ lateness: Int64?,
    _ files: [String]
  ) -> Int {
    earliest = min(earliest, event.time)
    latest = max(latest, event.time)
    let count = buckets.count
    recent.0 = note(.year, UInt64(bitPattern: year), event, files, recent.0)
    if let set { recent.1 = note(.fields, set, event, files, recent.1) }
    if let lateness { note(lateness, of: event, files) }
    return buckets.count - count
  }

  /// Notes how much later an event is than its id.
  private mutating func note(_ lateness: Int64, of event: HistoryEvent, _ files: [String]) {
    leastLate = min(leastLate, lateness)
    mostLate = max(mostLate, lateness)
    let quarters = TrailTallies.quarters(lateness)
    recent.2 = note(.offset, UInt64(bitPattern: quarters), event, files, recent.2)
    guard TrailTallies.isZone(lateness, quarters) else { return }
    let bucket = TrailTallies.Bucket(
      measure: .zone,
      key: UInt64(bitPattern: quarters),
      count: 1,
      first: event
    )
    _ = add(bucket, files)
  }

  private mutating func note(
    _ measure: TrailTallies.Measure,
    _ key: UInt64,
    _ event: HistoryEvent,
    _ files: [String],
    _ recent: Int
  ) -> Int {
    if recent < buckets.count, buckets[recent].measure == measure, buckets[recent].key == key {
      buckets[recent].add(1, event, files)
      return recent
    }
    return add(.init(measure: measure, key: key, count: 1, first: event), files)
  }

  /// Adds events to a bucket, and says which one that is.
  fileprivate mutating func add(_ bucket: TrailTallies.Bucket, _ files: [String]) -> Int {
    let known = buckets.firstIndex { $0.measure == bucket.measure && $0.key == bucket.key }
    if let known {
      buckets[known].add(bucket.count, bucket.first, files)
      return known
    }
    if buckets.count < limit { buckets.append(bucket) } else { isFull = true }
    return buckets.count - 1
  }
}

extension TrailTallies.Partition {
  fileprivate mutating func take(_ other: Self, _ files: [String]) {
    earliest = min(earliest, other.earliest)
    latest = max(latest, other.latest)
    leastLate = min(leastLate, other.leastLate)
    mostLate = max(mostLate, other.mostLate)
    for bucket in other.buckets { _ = add(bucket, files) }
  }
}

extension TrailTallies.Bucket {
  fileprivate mutating func add(_ more: Int, _ event: HistoryEvent, _ files: [String]) {
    count = min(count + more, TrailTallies.maximumCount)
    if event.file == first.file {
      if event.number < first.number { first = event }
    } else if files[event.file] < files[first.file] {
      first = event
    }
  }
}

extension TrailTallies {
  /// Takes over what was counted in a part of the trail whose files have these numbers here.
  mutating func take(_ part: TrailTallies, _ numbers: [Int], _ files: [String]) {
    sets.merge(part.sets) { known, _ in known }
    for (number, partition) in part.partitions {
      var partition = partition
      for index in partition.buckets.indices {
        partition.buckets[index].first.file = numbers[partition.buckets[index].first.file]
      }
      let place = places[number] ?? add(number, partition.made)
      bucketCount -= partitions[place].partition.buckets.count
      partitions[place].partition.take(partition, files)
      bucketCount += partitions[place].partition.buckets.count
      if partition.isFull { dependsOnParts = true }
    }
    let isLimited =
      part.sets.count >= Self.maximumSets || sets.count >= Self.maximumSets
      || part.bucketCount >= Self.maximumBuckets || bucketCount >= Self.maximumBuckets
    if isLimited { dependsOnParts = true }
  }
}

extension TrailTallies: JSONRecord {
  /// The names of the fields of a set.
  private struct FieldSet: JSONItem {
    var hash: UInt64 = 0
    var names: [String] = []

    mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
      try fields.word("hash", &hash)
      try fields("names", &names)
    }
  }

  /// A partition with its number.
  private struct Entry: JSONItem {
    var number: UInt32 = 0
    var partition = Partition(made: nil, isPart: true)

    mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
      try fields("number", &number)
      try fields("made", &partition.made)
      try fields("earliest", &partition.earliest)
      try fields("latest", &partition.latest)
      try fields("leastLate", &partition.leastLate)
      try fields("mostLate", &partition.mostLate)
      try fields("buckets", &partition.buckets)
    }
  }

  mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
    let known = sets.sorted { $0.key < $1.key }.map { FieldSet(hash: $0.key, names: $0.value) }
    try fields.each("sets", known) { sets[$0.hash] = $0.names }
    let counted = partitions.sorted { $0.number < $1.number }
    try fields.each("partitions", counted.map { Entry(number: $0.number, partition: $0.partition) })
    { entry in
      let place = places[entry.number] ?? add(entry.number, entry.partition.made)
      partitions[place].partition = entry.partition
    }
  }

  /// The events that are named.
  var events: some Sequence<HistoryEvent> {
    partitions.lazy.flatMap { $0.partition.buckets.lazy.map(\.first) }
  }
}

/// What is counted, its value, how many events, and the words of the first one.
extension TrailTallies.Bucket: JSONValue {
  init(field node: JSONNode) throws(JSONFault) {
    let words = try node.words()
    guard words.count > 3, let measure = TrailTallies.Measure(rawValue: words[0]),
      let count = Int(exactly: words[2]), count > 0, count <= TrailTallies.maximumCount,
      measure == .fields || Int64(bitPattern: words[1]).magnitude <= TrailTallies.maximumCount,
      let first = HistoryEvent(words: Array(words[3...]))
    else { throw node.fault("expected a tally") }
    self.init(measure: measure, key: words[1], count: count, first: first)
  }

  var fieldJSON: JSON { .words([measure.rawValue, key, UInt64(count)] + first.words) }
}
