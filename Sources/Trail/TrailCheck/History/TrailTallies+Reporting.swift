import Formats
import TrailReading

extension TrailTallies {
  /// Says which events stand out of their partitions.
  func report(_ files: [String], into findings: inout FindingSummary) {
    var report = TallyReport(tallies: self, files: files, findings: findings)
    for (_, partition) in partitions {
      report.reportTimes(of: partition)
      report.reportFields(of: partition)
      report.reportOffsets(of: partition)
    }
    report.reportPartitions()
    report.reportNames()
    findings = report.findings
  }
}

/// Turns tallies into sentences.
private struct TallyReport {
  let tallies: TrailTallies
  let files: [String]
  private(set) var findings: FindingSummary

  /// What is further away from everything else is not late, but wrong.
  private static let decade = 10
  /// A few events have no majority.
  private static let leastEvents = 4
  /// How far the clocks of two zones can be apart, in quarters of an hour.
  private static let widestZone = Int(TrailTallies.widestZone) * 4
  private static let day = 96
  private static let hour: Int64 = 3_600_000

  private func position(_ event: HistoryEvent) -> TrailPosition {
    TrailPosition(file: files[event.file], document: event.number)
  }

  /// Adds a finding for the events of a bucket; it shows the first one.
  private mutating func add(
    _ code: FindingCode,
    _ count: Int,
    _ event: HistoryEvent,
    _ sentence: @autoclosure () -> String
  ) {
    findings.add(code, at: position(event), id: event.id?.hex, sentence())
    let kind = FindingSummary.Kind(code: code, level: code.level)
    findings.restore(kind, count: count - 1, examples: [])
  }

  // MARK: Times

  /// Events that are decades away from most of their partition.
  mutating func reportTimes(of partition: TrailTallies.Partition) {
    let years = partition.buckets(of: .year).sorted { $0.number < $1.number }
    var clusters: [[TrailTallies.Bucket]] = []
    for year in years {
      if let last = clusters.last?.last, year.number - last.number < Self.decade {
        clusters[clusters.count - 1].append(year)
      } else {
        clusters.append([year])
      }
    }
    func count(_ cluster: [TrailTallies.Bucket]) -> Int { cluster.reduce(0) { $0 + $1.count } }
    func first(_ cluster: [TrailTallies.Bucket]) -> TrailPosition {
      cluster.map { position($0.first) }.min() ?? TrailPosition(file: "", document: 0)
    }
    guard clusters.count > 1,
      let most = clusters.max(by: {
        count($0) == count($1) ? first($0) > first($1) : count($0) < count($1)
      })
    else { return }
    for cluster in clusters where cluster[0].number != most[0].number {
      for bucket in cluster {
        add(
          .timeFarOff,
          bucket.count,
          bucket.first,
          "the event is of \(Timestamp(milliseconds: bucket.first.time)), decades away from most of its partition, such as \(Timestamp(milliseconds: most[0].first.time)); a clock may have been wrong"
        )
      }
    }
  }

  // MARK: Metadata

  /// Fields that about half the events of a partition have.
  mutating func reportFields(of partition: TrailTallies.Partition) {
    let sets = partition.buckets(of: .fields)
    let total = sets.reduce(0) { $0 + $1.count }
    guard sets.count > 1, total >= Self.leastEvents else { return }
    let names = sets.map { set in Set((tallies.sets[set.key] ?? []).map { Array($0.utf8) }) }
    var counts: [[UInt8]: Int] = [:]
    for (set, names) in zip(sets, names) {
      for name in names { counts[name, default: 0] += set.count }
    }
    for (name, count) in counts where count * 3 >= total && (total - count) * 3 >= total {
      let without = zip(sets, names).lazy.filter { !$0.1.contains(name) }.map(\.0.first)
      guard let event = without.min(by: { position($0) < position($1) }) else { continue }
      add(
        .metadataPartial,
        1,
        event,
        "the field \(String(decoding: name, as: UTF8.self).quoted) is in \(count) of the \(total) events of the partition and not in this one: the application may have updated its metadata"
      )
    }
  }

  /// Fields whose names differ by case only.
  mutating func reportNames() {
    var firsts: [[UInt8]: HistoryEvent] = [:]
    for (_, partition) in tallies.partitions {
      for set in partition.buckets(of: .fields) {
        for name in tallies.sets[set.key] ?? [] {
          let key = Array(name.utf8)
          if let known = firsts[key], position(known) <= position(set.first) { continue }
          firsts[key] = set.first
        }
      }
    }
    let groups = Dictionary(grouping: firsts) {
      Array(String(decoding: $0.key, as: UTF8.self).lowercased().utf8)
    }
    for group in groups.values where group.count > 1 {
      let sorted = group.sorted { left, right in
        let (a, b) = (position(left.value), position(right.value))
        return a == b ? left.key.lexicographicallyPrecedes(right.key) : a < b
      }
      let first = String(decoding: sorted[0].key, as: UTF8.self)
      for (name, event) in sorted.dropFirst() {
        add(
          .metadataCase,
          1,
          event,
          "the field \(String(decoding: name, as: UTF8.self).quoted) differs from \(first.quoted) by case only; they are two fields"
        )
      }
    }
  }

  // MARK: Times within ids

  /// Timestamps that are not those of most events' ids.
  mutating func reportOffsets(of partition: TrailTallies.Partition) {
    let offsets = partition.buckets(of: .offset)
    let total = offsets.reduce(0) { $0 + $1.count }
    if reportDistance(of: partition, offsets, total) { return }
    let zones = reportHours(of: partition, offsets, total)
    // Ids that are made otherwise bear no witness.
    guard total >= Self.leastEvents, let usual = offsets.max(by: { $0.count < $1.count }),
      usual.count * 4 >= total * 3, abs(usual.number) <= Self.widestZone
    else { return }
    if usual.number != 0 { reportUsual(usual, of: partition) }
    for bucket in offsets
    where bucket.number > usual.number + 1 || bucket.number < usual.number - Self.day {
      // One that has the time of its id is right, whatever the others have.
      if zones.contains(bucket.number) || abs(bucket.number) <= 1 { continue }
      let made = bucket.first.id.map { "\(Timestamp(milliseconds: Int64($0.high >> 32) * 1000))" }
      add(
        .idTime,
        bucket.count,
        bucket.first,
        "the event is of \(Timestamp(milliseconds: bucket.first.time)), and the time within its _id is \(made ?? ""), which is closer in most of its partition"
      )
    }
  }

  /// What most timestamps of a partition are away from their ids; a zone is named only if it explains that.
  private mutating func reportUsual(
    _ usual: TrailTallies.Bucket,
    of partition: TrailTallies.Partition
  ) {
    let zone = partition.buckets(of: .zone).first { $0.number == usual.number }
    let isZone = (zone?.count ?? 0) * 2 >= usual.count
    let minutes = isZone ? abs(usual.number) * 15 : Self.minutes(usual.first)
    add(
      .idTime,
      usual.count,
      usual.first,
      "most timestamps of the partition are about \(minutes / 60) h \(minutes % 60) min \(usual.number > 0 ? "later" : "earlier") than the times within their _ids: the clock may have been wrong by that"
        + (isZone ? ", or be of another zone" : "")
    )
  }

  /// How many minutes an event is away from its id.
  private static func minutes(_ event: HistoryEvent) -> Int {
    let made = event.id.map { Int64($0.high >> 32) * 1000 } ?? event.time
    let (distance, isOverflow) = event.time.subtractingReportingOverflow(made)
    return isOverflow ? 0 : Int((distance.magnitude + 30_000) / 60_000)
  }

  /// A partition whose timestamps are all about as far away from its ids, further than zones are; whether it is one.
  private mutating func reportDistance(
    of partition: TrailTallies.Partition,
    _ offsets: [TrailTallies.Bucket],
    _ total: Int
  ) -> Bool {
    let (least, most) = (partition.leastLate, partition.mostLate)
    let day = Int64(Self.day) * TrailTallies.quarter
    let (spread, isOverflow) = most.subtractingReportingOverflow(least)
    guard total >= Self.leastEvents, !isOverflow, spread <= day,
      least > day || most < -day,
      // Ids that are decades away are numbers and no times.
      !HistoryOrder.isFar(least, 0),
      let first = offsets.map(\.first).min(by: { position($0) < position($1) })
    else { return false }
    let days = ((least.magnitude + day.magnitude / 2) / day.magnitude)
    add(
      .idTime,
      total,
      first,
      "the timestamps of the partition are all about \(days) days \(least > 0 ? "later" : "earlier") than the times within their _ids: a clock was wrong by that, or the timestamps or the ids were made anew"
    )
    return true
  }

  /// Events that are whole hours away from their ids, where the others of their partition are not, by quarters of an hour.
  ///
  /// A scope that was committed late has events of many distances, hardly any of which is a whole number of hours.
  private mutating func reportHours(
    of partition: TrailTallies.Partition,
    _ offsets: [TrailTallies.Bucket],
    _ total: Int
  ) -> Set<Int> {
    var zones: Set<Int> = []
    for hour in partition.buckets(of: .zone)
    where hour.number % 4 == 0 && hour.count >= Self.leastEvents {
      let around = offsets.filter { $0.number == hour.number }.reduce(0) { $0 + $1.count }
      // Those that are most of the partition are told as such.
      guard hour.count * 2 >= around, around * 4 < total * 3 else { continue }
      zones.insert(hour.number)
      let hours = abs(hour.number) / 4
      add(
        .idTime,
        hour.count,
        hour.first,
        "\(hour.count) of the \(total) events of the partition are \(hours) h \(hour.number > 0 ? "later" : "earlier") than the times within their _ids: the clock may have been wrong by that, or be of another zone"
      )
    }
    return zones
  }

  /// Partitions that were begun after their events, where most were not.
  mutating func reportPartitions() {
    let partitions = tallies.partitions.map(\.partition).filter { $0.made != nil }
    func fits(_ partition: TrailTallies.Partition) -> Bool {
      guard let made = partition.made else { return false }
      let (age, isOverflow) = partition.latest.subtractingReportingOverflow(made)
      return !isOverflow && age >= -Self.hour && age <= 10 * TrailTallies.year
    }
    guard partitions.count >= Self.leastEvents,
      partitions.count(where: fits) * 4 >= partitions.count * 3
    else { return }
    for partition in partitions where !fits(partition) {
      guard let made = partition.made, made > partition.latest,
        let event = partition.buckets.map(\.first).min(by: { position($0) < position($1) })
      else { continue }
      add(
        .idTime,
        1,
        event,
        "the time within the partition's name is \(Timestamp(milliseconds: made)), after all of its events; other partitions were begun before theirs"
      )
    }
  }
}
