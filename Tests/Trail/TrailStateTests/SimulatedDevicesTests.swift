import Formats
import Foundation
import JSON
import Testing
import TrailCheck
import TrailReading

@testable import TrailState

/// Trails of devices that merge are right, in every order in which an export may have them, and account for the database.
struct SimulatedDevicesTests {
  /// What an export makes of a trail.
  enum Shape: CaseIterable {
    case asUploaded, newestFirst, byTime, shuffled, fileForEachDevice

    func files(_ trail: [JSON], seed: UInt64) -> [[JSON]] {
      var random = SplitMix64(seed: seed)
      switch self {
      case .asUploaded: return [trail]
      case .newestFirst: return [trail.reversed()]
      case .byTime:
        func time(_ document: JSON) -> String { document["timestamp"]?["$date"]?.string ?? "" }
        return [
          trail.enumerated().sorted {
            (time($0.element), $0.offset) < (time($1.element), $1.offset)
          }
          .map(\.element)
        ]
      case .shuffled: return [trail.shuffled(using: &random)]
      case .fileForEachDevice:
        let devices = Dictionary(grouping: trail) { $0["_partition"]?.string ?? "" }
        return devices.sorted { $0.key < $1.key }.map(\.value)
      }
    }
  }

  struct Setting: CustomTestStringConvertible {
    var habits: SimulatedDevices.Habits
    var testDescription: String
  }

  static let settings = [
    Setting(habits: .init(devices: 1), testDescription: "one device"),
    Setting(habits: .init(), testDescription: "two devices"),
    Setting(
      habits: .init(hearing: 60),
      testDescription: "two devices that are never apart for long"
    ),
    Setting(
      habits: .init(devices: 3, hearing: 10),
      testDescription: "three devices that are apart"
    ),
    Setting(
      habits: .init(clocks: 3_600_000, hearing: 60),
      testDescription: "two devices whose clocks are an hour apart"
    ),
    Setting(
      habits: .init(devices: 3, scopes: 60),
      testDescription: "three devices with short scopes"
    ),
  ]

  private static let environment = ProcessInfo.processInfo.environment
  /// More of them with `TOUCHSTONE_SOAK`; those from `TOUCHSTONE_SEED` on.
  private static let first = environment["TOUCHSTONE_SEED"].flatMap { UInt64($0) } ?? 1
  private static let count: UInt64 = environment["TOUCHSTONE_SOAK"] == nil ? 2 : 100

  @Test(arguments: settings, Shape.allCases)
  func `A trail of devices that merge is right, and accounts for the database`(
    _ setting: Setting,
    shape: Shape
  ) throws {
    for seed in Self.first..<Self.first + Self.count {
      let devices = SimulatedDevices(seed: seed, steps: 150, setting.habits)
      let folder = try TemporaryFolder()
      for (name, objects) in devices.objects {
        let text = objects.map { $0.text() + "\n" }.joined()
        try Data(text.utf8).write(to: URL(filePath: "\(folder.path)/\(name).ndjson"))
        if let kept = Self.environment["TOUCHSTONE_KEEP"] {
          let name = "\(setting.testDescription) \(seed) \(name)"
          try? Data(text.utf8).write(to: URL(filePath: "\(kept)/\(name).ndjson"))
        }
      }
      var options = TrailOptions()
      options.schema = try CaseSchema(SimulatedDevices.schema)
      options.isComplete = true
      let files = shape.files(devices.trail, seed: seed).enumerated().map { number, documents in
        let text = documents.map { $0.text() + "\n" }.joined()
        if let folder = Self.environment["TOUCHSTONE_KEEP"] {
          let name = "\(setting.testDescription) \(seed) \(shape) \(number)"
          try? Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name).ndjson"))
        }
        return NamedInput(.bytes(Array(text.utf8), name: "\(number).ndjson"))
      }
      let outcome = try Reconciliation(of: files, with: StateLocation(path: folder.path), options)
      let found = sentences(outcome.trail.findings) + sentences(outcome.findings)
      #expect(found == [], "seed \(seed) \(found.joined(separator: "\n"))")
    }
  }

  /// What is an error, or a warning that does not say how merging explains it.
  private func sentences(_ findings: FindingSummary) -> [String] {
    findings.kinds.filter { $0.level > .info }.flatMap { kind in
      findings.examples(of: kind)
        .filter { kind.level == .error || !$0.sentence.contains(#/\((MERGE|FLEX)-\d+\)/#) }
        .map { "\(kind.level) \(kind.code.rawValue): \($0.sentence)" }
    }
  }
}
