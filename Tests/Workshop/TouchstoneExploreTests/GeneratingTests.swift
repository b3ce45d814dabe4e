import Digests
import Formats
import JSON
import ReferenceAdapter
import Testing
import Touchstone
import Violators

@testable import TouchstoneExplore
import TouchstoneWire

/// Programs are the same for the same seed, and valid.
struct GeneratingTests {
  @Test func `The same seed gives the same program`() {
    for seed in 0..<50 as Range<UInt64> {
      let first = recordingProgram(seed: seed)
      #expect(first == recordingProgram(seed: seed))
    }
  }

  @Test func `Seeds that follow each other give different programs`() {
    let programs = (0..<200 as Range<UInt64>).map {
      recordingProgram(seed: $0)
    }
    #expect(Set(programs).count > 195)
  }

  @Test func `A change of what a seed gives has a new version of the generator`() {
    // If this fails, the programs have changed: count the version up and take over the digest.
    let texts = (0..<200 as Range<UInt64>).map {
      recordingProgram(seed: $0).message.message.text()
    }
    #expect(ExploreSettings.generatorVersion == 21)
    #expect(
      SHA256.base64(texts.joined(separator: "\n")) == "c0IWL51EIU25Qe7DNvkOwYni0FlJdgJtW378CBRZzyY="
    )
  }

  @Test(arguments: Edition.allCases, ConformanceClass.allCases)
  func `No step fails on the reference that is not meant to`(
    edition: Edition,
    conformanceClass: ConformanceClass
  ) async throws {
    let settings = ExploreSettings(edition: edition, conformanceClass: conformanceClass)
    let exploration = try await explore(ReferenceImplementation(), settings, count: 15)
    #expect(exploration.leftOut == 0, "\(exploration.remarks)")
    #expect(exploration.unsupported == 0, "\(exploration.remarks)")
    #expect(exploration.differences.isEmpty)
  }

  @Test(arguments: [ConformanceClass.flexibleSync, .mobilePlatform])
  func `What is drawn with the help of a model is valid, and the same for the same seed`(
    _ conformanceClass: ConformanceClass
  ) async throws {
    let settings = ExploreSettings(conformanceClass: conformanceClass)
    let reference = ReferenceImplementation()
    let duel = try await Duel(of: reference, model: ReferenceImplementation(), settings: settings)
    for seed in 1...40 as ClosedRange<UInt64> {
      let program = duel.program(seed: seed)
      #expect(program.isValid(settings), "seed \(seed): \(JSON.array(program.steps).text())")
      #expect(duel.program(seed: seed) == program)
    }
  }

  @Test func `A feature that an implementation lacks is not asked of it`() {
    var settings = ExploreSettings()
    settings.features = []
    for seed in 0..<100 as Range<UInt64> {
      let program = recordingProgram(seed: seed, settings)
      #expect(program.testCase(named: "explore/programs/one").usedFeatures(in: .recording) == [])
    }
  }

  @Test(arguments: [ConformanceClass.flexibleSync, .mobilePlatform])
  func `A step that an implementation lacks is not asked of it`(
    _ conformanceClass: ConformanceClass
  ) async throws {
    let settings = ExploreSettings(conformanceClass: conformanceClass, features: [])
    let reference = ReferenceImplementation()
    let duel = try await Duel(of: reference, model: ReferenceImplementation(), settings: settings)
    for seed in 1...40 as ClosedRange<UInt64> {
      let kinds = duel.program(seed: seed).steps.flatMap { Step($0).withNested }.compactMap(\.kind)
      #expect(kinds.filter { $0.entry(in: conformanceClass).needs != nil } == [], "seed \(seed)")
    }
  }

  @Test func `Every kind of step that the table knows is explored or has a reason not to be`() {
    var seen: Set<String> = []
    for conformanceClass in [ConformanceClass.recording, .eventRealm] {
      for seed in 0..<250 as Range<UInt64> {
        let settings = ExploreSettings(conformanceClass: conformanceClass)
        let program = recordingProgram(seed: seed, settings)
        seen.formUnion(
          (program.given + program.steps).flatMap { Step($0).withNested.compactMap(\.name) }
        )
      }
    }
    let missing = StepKind.all.filter { !seen.contains($0.name) }
    let left = missing.filter { kind in
      switch kind {
      // Drawn by other generators.
      case .flexibleSync, .mobileUser, .mobileRealm, .mobileSession, .mobileServer: false
      default: true
      }
    }
    // When these are done is each implementation's own affair, see `ModelDevice`.
    #expect(left.map(\.name) == ["failUploads", "partitions", "serverSchema", "removeUser"])
  }

  @Test func `Programs about one chapter have more of its steps`() {
    func share(_ settings: ExploreSettings) -> Double {
      var (links, all) = (0, 0)
      for seed in 0..<100 as Range<UInt64> {
        let steps = recordingProgram(seed: seed, settings).steps.flatMap {
          Step($0).withNested
        }
        links += steps.count { ["follow", "element", "collection"].contains($0.name) }
        all += steps.count
      }
      return Double(links) / Double(all)
    }
    #expect(share(ExploreSettings(chapters: ["LINK"])) > 1.2 * share(ExploreSettings()))
  }
}

/// The program of a seed about what a recorder observes.
func recordingProgram(seed: UInt64, _ settings: ExploreSettings = ExploreSettings()) -> Program {
  let topic = RecordingTopic(StepWeights(settings))
  return ProgramGenerator(seed: seed, settings, topic, guide: ReferenceImplementation())
    .makeProgram()
}

/// Explores an implementation beside the reference.
func explore(
  _ subject: any Implementation,
  _ settings: ExploreSettings = ExploreSettings(),
  seed: UInt64 = 1,
  count: Int,
  differing: Int = 3,
  suspects: [Violator] = []
) async throws -> Exploration {
  let duel = try await Duel(
    of: subject,
    model: ReferenceImplementation(),
    widerModel: ReferenceImplementation.takingOtherWays(),
    settings: settings
  )
  var limits = Explorer.Limits(count: count, time: nil)
  limits.differing = differing
  var explorer = Explorer(duel, seed: seed, limits: limits, jobs: 2)
  explorer.suspects = suspects.map { Suspect(breaking: $0.violates, $0.make) }
  return await explorer.explore()
}
