import Formats
import JSON
import TrailReading

/// What was counted in a part of a trail, written down and read again.
extension TrailTallies {
  /// The words before the event in those of a bucket.
  private static let leadingWords = 3

  var partial: JSON {
    [
      "sets": .array(
        sets.sorted { $0.key < $1.key }.map { [.words([$0.key]), .strings($0.value)] }
      ),
      "partitions": .array(
        partitions.sorted { $0.number < $1.number }.map { number, partition in
          [
            "number": .int(Int64(number)), "made": partition.made.map { .int($0) } ?? .null,
            "earliest": .int(partition.earliest), "latest": .int(partition.latest),
            "leastLate": .int(partition.leastLate), "mostLate": .int(partition.mostLate),
            "buckets": .words(partition.buckets.flatMap(Self.bucketWords(of:))),
          ]
        }
      ),
    ]
  }

  private static func bucketWords(of bucket: Bucket) -> [UInt64] {
    var words = [bucket.measure.rawValue, bucket.key, UInt64(bucket.count)]
    HistoryFact.append(.read, of: bucket.first, to: &words)
    return words
  }

  init(_ reader: JSONNode, files: Int) throws(JSONFault) {
    self.init(isPart: true)
    for entry in try reader.member("sets").elements() {
      let pair = try entry.elements()
      guard pair.count == 2, let hash = try pair[0].words().first else {
        throw entry.fault("expected a set of fields")
      }
      take(try pair[1].strings(), of: hash)
    }
    for entry in try reader.member("partitions").elements() {
      let number = try entry.member("number")
      guard let hash = UInt32(exactly: try number.integer()) else {
        throw number.fault("expected 32 bits")
      }
      var partition = Partition(made: try entry.member("made").unlessNull?.integer(), isPart: true)
      partition.earliest = try entry.member("earliest").integer()
      partition.latest = try entry.member("latest").integer()
      partition.leastLate = try entry.member("leastLate").integer()
      partition.mostLate = try entry.member("mostLate").integer()
      partition.buckets = try Self.buckets(try entry.member("buckets"), files)
      take(partition, hash)
    }
  }

  private static func buckets(_ reader: JSONNode, _ files: Int) throws(JSONFault) -> [Bucket] {
    let words = try reader.words()
    let length = leadingWords + HistoryFact.headerWords
    guard words.count % length == 0 else { throw reader.fault("the tallies are cut off") }
    var buckets: [Bucket] = []
    for start in stride(from: 0, to: words.count, by: length) {
      guard let measure = Measure(rawValue: words[start]),
        let count = Int(exactly: words[start + 2]), count > 0, count <= maximumCount,
        measure == .fields || Int64(bitPattern: words[start + 1]).magnitude <= maximumCount,
        HistoryFact.length(at: start + leadingWords, in: words) == HistoryFact.headerWords
      else { throw reader.fault("expected a tally") }
      let event = HistoryFact(at: start + leadingWords, in: words).event
      guard event.file < files else {
        throw reader.fault("the number of a file is not in the list of files")
      }
      buckets.append(
        Bucket(measure: measure, key: words[start + 1], count: count, first: event)
      )
    }
    return buckets
  }
}
