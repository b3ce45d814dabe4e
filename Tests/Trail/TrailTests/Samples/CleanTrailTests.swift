import Formats
import JSON
import Testing

@testable import TrailCheck
@testable import TrailReading
@testable import TrailSamples

/// Clean trails of many shapes: no error, and no warning but the one that the Spec explains.
struct CleanTrailTests {
  /// What an export, a device or its clock makes of a trail.
  enum Shape: CaseIterable {
    case asRecorded, newestFirst, byTime, byTimeNewestFirst, deviceOffline, clockSetBack,
      clockBehind
    case manyFiles, fileForEachPartition, short

    /// What the Spec says about it.
    var explained: Set<FindingCode> { self == .clockSetBack ? [.timeBackwards] : [] }
  }

  @Test(arguments: Shape.allCases, [501, 502, 503, 504, 505] as [UInt64])
  func `A clean trail has no error, and no warning that the Spec does not explain`(
    shape: Shape,
    seed: UInt64
  ) throws {
    let editions = Edition.allCases
    let edition = editions[Int(seed) % editions.count]
    let events = shape == .short ? Int(seed % 5) * 7 + 1 : 700
    let lines = SampleTrailTests.lines(
      SampleTrail(events: events, seed: seed, edition: edition)
    )
    var options = TrailOptions.forSample(edition)
    options.isComplete = true
    options.schema = try CaseSchema(SampleTrail.schema)
    var check = TrailCheck(options)
    for (number, file) in files(lines, shape, seed).enumerated() {
      let bytes = Array(file.joined(separator: "\n").utf8)
      try check.check(.bytes(bytes, name: "\(shape) \(1000 + number)"))
    }
    try check.finish()
    let examples = check.findings.kinds
      .filter { $0.level > .info && !shape.explained.contains($0.code) }
      .flatMap { check.findings.examples(of: $0) }
    #expect(examples.isEmpty, "\(examples.prefix(3).map(\.sentence))")
    if shape == .newestFirst {
      #expect(check.findings.kinds.map(\.code).contains(.newestFirst))
    }
  }

  private func files(_ lines: [String], _ shape: Shape, _ seed: UInt64) -> [[String]] {
    var random = SplitMix64(seed: seed)
    let partitions = lines.map(partition)
    // The device whose lines are in the middle.
    let device = partitions.isEmpty ? "" : partitions[lines.count / 2]
    switch shape {
    case .asRecorded, .short: return [lines]
    case .newestFirst: return [lines.reversed()]
    case .byTime: return [sorted(lines, by: <)]
    case .byTimeNewestFirst: return [sorted(lines, by: >)]
    case .deviceOffline:
      let places = lines.indices
      return [
        places.filter { partitions[$0] != device }.map { lines[$0] }
          + places.filter { partitions[$0] == device }.map { lines[$0] }
      ]
    case .clockSetBack:
      return [
        lines.indices.map {
          partitions[$0] == device && $0 > lines.count / 2
            ? shifted(lines[$0], by: -3600) : lines[$0]
        }
      ]
    case .clockBehind:
      return [
        lines.indices.map {
          partitions[$0] == device ? shifted(lines[$0], by: -7200) : lines[$0]
        }
      ]
    case .manyFiles:
      var files: [[String]] = []
      var start = 0
      while start < lines.count {
        let end = min(lines.count, start + random.between(1, 90))
        files.append(Array(lines[start..<end]))
        start = end
      }
      return files
    case .fileForEachPartition:
      return Set(partitions).sorted().map { name in
        lines.indices.filter { partitions[$0] == name }.map { lines[$0] }
      }
    }
  }

  private func document(_ line: String) -> JSONObject {
    (try? JSON(parsing: line))?.object ?? [:]
  }

  private func partition(_ line: String) -> String {
    document(line)["_partition"]?.string ?? ""
  }

  private func sorted(_ lines: [String], by areInOrder: (String, String) -> Bool) -> [String] {
    let keyed = lines.enumerated().map { index, line in
      (document(line)["timestamp"]?["$date"]?.string ?? "", index, line)
    }
    return keyed.sorted { $0.0 == $1.0 ? $0.1 < $1.1 : areInOrder($0.0, $1.0) }.map(\.2)
  }

  private func shifted(_ line: String, by seconds: Int64) -> String {
    var document = document(line)
    document["timestamp"] = TamperedTrail.shifted(document["timestamp"], by: seconds)
    return JSON.object(document).text()
  }
}
