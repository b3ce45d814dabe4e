import Formats
import JSON
import ReferenceAdapter
import Testing
import Touchstone
import TrailReading

@testable import TouchstoneExplore
@testable import TrailCheck

/// Whatever a program does, its trail in parts has the report of the whole.
struct PartsOfProgramsTests {
  @Test(arguments: Edition.allCases)
  func `The parts of a trail that lacks events say what the whole says`(
    _ edition: Edition
  ) async throws {
    var found: Set<FindingCode> = []
    try await ProgramTrail.forEach(of: edition) { trail, options in
      guard trail.events.count > 2 else { return }
      var random = SplitMix64(seed: trail.seed)
      var options = options
      if random.chance(25) { options.schema = nil }
      var events = trail.events
      if random.chance(25) { events.shuffle(using: &random) }
      let lost = random.below(events.count)
      events = events.indices.filter { $0 != lost && !random.chance(15) }.map { events[$0] }
      if events.isEmpty { return }
      let files = Self.files(trail, events, &random)

      var whole = TrailCheck(options)
      for file in files { try whole.check(file) }
      try whole.finish()

      options.isPartial = true
      var partials: [JSON] = []
      var rest = files[...]
      while !rest.isEmpty {
        var part = TrailCheck(options)
        for file in rest.prefix(random.between(1, 3)) {
          try part.check(file)
          rest.removeFirst()
        }
        partials.append(try part.partial())
      }
      partials.shuffle(using: &random)
      var merge = TrailMerge()
      for partial in partials { try merge.add(try JSON(parsing: partial.text())) }
      let report = try merge.finish()
      #expect(report.findings.counts == whole.findings.counts, "seed \(trail.seed)")
      for kind in whole.findings.kinds {
        found.insert(kind.code)
        #expect(
          report.findings.examples(of: kind) == whole.findings.examples(of: kind),
          "seed \(trail.seed)"
        )
      }
    }
    #expect(found.contains(.neverInserted))
  }

  /// The events in files with a few each, whose names are in the order of the events.
  private static func files(_ trail: ProgramTrail, _ events: [JSON], _ random: inout SplitMix64)
    -> [TrailInput]
  {
    var (files, rest) = ([TrailInput](), events[...])
    while !rest.isEmpty {
      let part = Array(rest.prefix(random.between(1, 4)))
      rest.removeFirst(part.count)
      files.append(trail.input(part, "part \(100 + files.count)"))
    }
    return files
  }
}
