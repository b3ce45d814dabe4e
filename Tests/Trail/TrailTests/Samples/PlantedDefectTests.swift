import Formats
import Testing

@testable import TrailCheck
@testable import TrailReading
@testable import TrailSamples

/// Every defect that can be planted is found on its line, and every code can be planted or says why it cannot.
struct PlantedDefectTests {
  @Test(arguments: Edition.allCases)
  func `Every planted defect is found where it was planted`(edition: Edition) throws {
    var sample = SampleTrail(
      events: 3000,
      seed: 21,
      edition: edition,
      defects: SampleTrail.defectCodes
    )
    var bytes: [UInt8] = []
    while sample.next(into: &bytes) {}
    var options = TrailOptions.forSample(edition)
    options.isComplete = true
    options.examplesPerCode = 1000
    options.schema = try CaseSchema(SampleTrail.schema)
    var check = TrailCheck(options)
    try check.check(.bytes(bytes, name: "sample"))
    try check.finish()
    var found: Set<String> = []
    for kind in check.findings.kinds {
      for finding in check.findings.examples(of: kind) {
        found.insert("\(kind.code.rawValue) \(finding.position.document)")
      }
    }
    let missing = sample.planted.map { "\($0.code) \($0.line)" }.filter { !found.contains($0) }
    #expect(missing == [])
    // In edition 2022 every device stamps at commit, so that no time runs backwards.
    let notPlanted = Set(SampleTrail.defectCodes).subtracting(sample.planted.map(\.code))
    #expect(notPlanted == (edition == .draft ? ["time-backwards"] : []))
  }

  @Test func `What is not planted cannot stand in a sample`() {
    // What a database has stands in no trail.
    let codes = Set(FindingCode.allCases.filter { $0.stage != .state }.map(\.rawValue))
    #expect(
      codes.subtracting(SampleTrail.defectCodes) == [
        // Of many events.
        "metadata-partial",
        // Of every sample without a schema, if one of its classes has no key.
        "class-unfollowed",
        // Of whole files.
        "file-truncated", "file-corrupt", "array-damaged", "newest-first", "any-order",
        "order-untold",
        // Of what is larger than a sample.
        "line-too-long", "payload-too-deep", "payload-too-large", "types-unfollowed",
        "history-unfollowed",
        // Of bytes that the text of a sample has no place for, or of edition 2022 alone.
        "payload-not-utf8", "payload-no-deflate", "payload-uncompressed",
        // Of edition core alone.
        "payload-form",
        // Of what a check asks for.
        "metadata-missing",
        // In every sample without a schema, because of its mixed property.
        "type-inconsistent",
      ]
    )
    #expect(Set(SampleTrail.defectCodes).isSubset(of: codes))
  }

  @Test(arguments: Edition.allCases, [31, 32, 33] as [UInt64])
  func `A clean trail keeps its schema`(edition: Edition, seed: UInt64) throws {
    var sample = SampleTrail(events: 800, seed: seed, edition: edition)
    var bytes: [UInt8] = []
    while sample.next(into: &bytes) {}
    var options = TrailOptions.forSample(edition)
    options.isComplete = true
    options.schema = try CaseSchema(SampleTrail.schema)
    var check = TrailCheck(options)
    try check.check(.bytes(bytes, name: "sample"))
    try check.finish()
    let examples = check.findings.kinds.flatMap { check.findings.examples(of: $0) }
    #expect(examples.isEmpty, "\(examples.prefix(3).map(\.sentence))")
  }
}
