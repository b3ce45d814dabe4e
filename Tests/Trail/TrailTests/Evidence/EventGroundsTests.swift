import JSON
import Testing

@testable import TrailCheck
@testable import TrailReading

/// Who it was and under which activity stands beside each finding, and between which events one is missing.
struct EventGroundsTests {
  private func findings(
    _ lines: [String],
    isComplete: Bool = false
  ) throws -> [TrailFinding] {
    var options = TrailOptions()
    options.isComplete = isComplete
    let inputs = [NamedInput(.bytes(Array(lines.joined(separator: "\n").utf8), name: "t"))]
    var check = TrailCheck(options)
    try check.check(inputs, jobs: 1)
    try check.finish()
    var findings = check.findings
    try EventGrounds(inputs, options).fill(&findings)
    return findings.kinds.flatMap { findings.examples(of: $0) }
  }

  private func event(
    _ number: Int,
    _ event: String,
    _ payload: String,
    _ user: String
  ) -> String {
    SmallExport.document(
      number,
      [
        "event": .string(event), "data": .string(payload), "username": .string(user),
        "timestamp": ["$date": .string("2022-06-23T14:0\(number):00.000Z")],
      ]
    )
  }

  @Test func `A document that is wrong on its own says who it was`() throws {
    let finding = try #require(
      findings([event(1, "read", #"{"type":"A","value":[]}"#, "Pam")]).first
    )
    #expect(finding.code == .readEmpty)
    #expect(finding.event?.grounds == #"read under "read object" by username=Pam"#)
  }

  @Test func `Each event of a contradiction says who it was, and an event is missing between them`()
    throws
  {
    let found = try findings([
      event(1, "read", #"{"type":"A","value":[{"_id":1,"n":"a"}]}"#, "Pam"),
      event(2, "read", #"{"type":"A","value":[{"_id":2,"n":"x"}]}"#, "Dwight"),
      event(3, "read", #"{"type":"A","value":[{"_id":1,"n":"b"}]}"#, "Jim"),
    ])
    let finding = try #require(found.first { $0.code == .readContradicts })
    #expect(
      finding.related.map { $0.event?.grounds } == [
        #"read under "read object" by username=Pam"#, #"read under "read object" by username=Jim"#,
      ]
    )
    #expect(finding.gap?.event == "an event that leaves this value")
    #expect(finding.gap?.after?.position.document == 1)
    #expect(finding.gap?.before.position.document == 3)
  }

  @Test func `An object that was never inserted lacks an event before the first one`() throws {
    let found = try findings(
      [event(1, "read", #"{"type":"A","value":[{"_id":1}]}"#, "Pam")],
      isComplete: true
    )
    let finding = try #require(found.first { $0.code == .neverInserted })
    #expect(finding.gap?.after == nil && finding.gap?.before.position.document == 1)
    #expect(finding.gap?.event == "an event that creates the object")
  }

  @Test func `An object that is shown after its deletion lacks its creation`() throws {
    let found = try findings([
      event(1, "write", #"{"A":{"deletions":[{"_id":1}]}}"#, "Pam"),
      event(2, "read", #"{"type":"A","value":[{"_id":1}]}"#, "Jim"),
    ])
    let finding = try #require(found.first { $0.code == .readOfDeleted })
    #expect(finding.gap?.event == "an event that creates the object again")
    #expect(finding.gap?.after?.position.document == 1)
  }

  @Test func `An event that contradicts itself lacks none beside it`() throws {
    let found = try findings([
      event(
        1,
        "write",
        #"{"A":{"deletions":[{"_id":1}],"modifications":[{"oldValue":{"_id":1,"n":1},"newValue":{"n":2}}]}}"#,
        "Pam"
      )
    ])
    let finding = try #require(found.first { $0.code == .changeOfDeleted })
    #expect(finding.related.count == 2 && finding.gap == nil)
  }

  @Test func `A finding about the form of values lacks no event`() throws {
    let found = try findings([event(1, "read", #"{"type":"A","value":[]}"#, "Pam")])
    #expect(found.count == 1 && found.allSatisfy { $0.gap == nil })
  }

  @Test func `An event without activity and metadata is named as what it is`() throws {
    let found = try findings([SmallExport.document(1, ["activity": .none, "event": .none])])
    #expect(found.map { $0.event?.grounds } == ["custom event without an activity"])
  }
}
