import Formats
import Testing

@testable import TrailCheck
@testable import TrailReading
@testable import TrailSamples

/// One way of changing a trail after it was recorded, and the findings of which one has to tell it.
///
/// What a sample can plant is not here: `PlantedDefectTests` looks for that, each at its own line.
struct Tampering: Sendable, CustomTestStringConvertible {
  let name: String
  /// Empty where it cannot be told; the list of these stands in Spec/trails.md.
  let codes: [FindingCode]
  let apply: @Sendable (inout TamperedTrail) -> Void

  init(
    _ name: String,
    _ codes: [FindingCode],
    _ apply: @escaping @Sendable (inout TamperedTrail) -> Void
  ) {
    self.name = name
    self.codes = codes
    self.apply = apply
  }

  var testDescription: String { name }

  static let told = values + changes + fields + events
  static let hidden = hiddenInPayloads + hiddenInEvents
}

/// What becomes of a trail that was changed: each manipulation that can be told is found.
struct TamperingTests {
  private static let trail = SampleTrailTests.lines(SampleTrail(events: 1500, seed: 76))

  private func codes(of lines: [String]) throws -> Set<FindingCode> {
    var options = TrailOptions()
    options.isComplete = true
    options.schema = try CaseSchema(SampleTrail.schema)
    var check = TrailCheck(options)
    try check.check(.bytes(Array(lines.joined(separator: "\n").utf8), name: "t"))
    try check.finish()
    return Set(check.findings.kinds.map(\.code))
  }

  private func tampered(_ tampering: Tampering) throws -> Set<FindingCode> {
    var trail = TamperedTrail(Self.trail)
    tampering.apply(&trail)
    #expect(trail.hasChanged)
    #expect(trail.lines != Self.trail)
    return try codes(of: trail.lines)
  }

  @Test func `The trail is clean before`() throws {
    #expect(try codes(of: Self.trail) == [])
  }

  @Test(arguments: Tampering.told)
  func `What can be told is found`(tampering: Tampering) throws {
    let found = try tampered(tampering)
    #expect(!found.isDisjoint(with: tampering.codes), "found \(found.map(\.rawValue))")
  }

  @Test(arguments: Tampering.hidden)
  func `What cannot be told makes nothing else suspicious`(tampering: Tampering) throws {
    #expect(try tampered(tampering).filter { $0.level > .info } == [])
  }

  @Test func `Each way has a name of its own`() {
    let names = (Tampering.told + Tampering.hidden).map(\.name)
    #expect(Set(names).count == names.count)
  }
}
