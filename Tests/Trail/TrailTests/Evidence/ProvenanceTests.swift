import Digests
import JSON
import Testing

@testable import TrailCheck
@testable import TrailReading

/// What a check says about what it has read.
struct ProvenanceTests {
  private func provenance(
    _ text: String,
    _ change: (inout TrailOptions) -> Void = { _ in }
  ) throws -> TrailProvenance {
    try provenance(Array(text.utf8), change)
  }

  private func provenance(
    _ bytes: [UInt8],
    _ change: (inout TrailOptions) -> Void = { _ in }
  ) throws -> TrailProvenance {
    var options = TrailOptions()
    options.digestsInputs = true
    change(&options)
    return try SmallExport.check(bytes, options).provenance
  }

  private func event(_ number: Int, at time: String, _ user: String? = nil) -> String {
    SmallExport.document(
      number,
      ["timestamp": ["$date": .string(time)], "username": user.map(JSON.string)]
    )
  }

  @Test func `A file has the digest of its bytes as they are stored`() throws {
    let text = Array((SmallExport.document() + "\n").utf8)
    for bytes in [text, SmallExport.gzip(text), [0xEF, 0xBB, 0xBF] + text] {
      let input = try #require(provenance(bytes).inputs.first)
      #expect(input.sha256 == SHA256.hex(of: bytes))
      #expect(input.bytes == bytes.count)
      #expect(input.documents == 1)
    }
  }

  @Test func `What stands behind damaged compressed data is digested too`() throws {
    let whole = SmallExport.gzip(Array((SmallExport.document() + "\n").utf8))
    var damaged = whole
    damaged[whole.count / 2] ^= 0xFF
    for bytes in [damaged, whole + Array(repeating: 0, count: 1_000_000), whole.dropLast(9)] {
      let input = try #require(provenance(bytes).inputs.first)
      #expect(input.sha256 == SHA256.hex(of: bytes))
      #expect(input.bytes == bytes.count)
    }
  }

  @Test func `Nothing is digested unless it is asked for`() throws {
    let input = try provenance(SmallExport.document()) { $0.digestsInputs = false }.inputs.first
    #expect(input?.sha256 == nil)
    #expect(input?.bytes == SmallExport.document().utf8.count)
  }

  @Test func `The earliest and the latest event are told by their timestamps, not by their places`()
    throws
  {
    let lines = [
      event(1, at: "2022-06-02T00:00:00.000Z"), event(2, at: "2022-06-01T00:00:00.000Z"),
      event(3, at: "2022-06-03T00:00:00.000Z"), event(4, at: "2022-06-02T00:00:00.000Z"),
      SmallExport.document(5, ["timestamp": "1970"]),
    ]
    let provenance = try provenance(lines.joined(separator: "\n"))
    #expect(
      provenance.first?.id == SmallExport.id(2) && provenance.first?.position.lineOrDocument == 2
    )
    #expect(
      provenance.last?.id == SmallExport.id(3) && provenance.last?.position.lineOrDocument == 3
    )
  }

  @Test func `Devices are partitions, and users the values of the field that names them`() throws {
    let other = SmallExport.document(
      4,
      ["_partition": "events-62b396f4ebe94d2b871889bb", "staff": "b", "userId": .null]
    )
    let lines = [
      event(1, at: "2022-06-02T00:00:00.000Z", "a"), event(2, at: "2022-06-02T00:00:00.000Z", "b"),
      event(3, at: "2022-06-02T00:00:00.000Z", "a"), other,
    ]
    let provenance = try provenance(lines.joined(separator: "\n"))
    #expect(provenance.devices.count == 2 && !provenance.devices.isLimited)
    #expect(provenance.users.map(\.field) == ["username"])
    #expect(provenance.users.map(\.count.count) == [2])
    let asked = try self.provenance(lines.joined(separator: "\n")) { $0.userFields = ["staff"] }
    #expect(asked.users.map(\.field) == ["staff"])
    #expect(asked.users.map(\.count.count) == [1])
  }

  @Test func `A name that is escaped is the same name`() throws {
    let plain = event(1, at: "2022-06-02T00:00:00.000Z", "Zoe")
    let escaped = event(2, at: "2022-06-02T00:00:00.000Z", "Zoe").replacing(
      "Zoe",
      with: #"\u005aoe"#
    )
    #expect(try provenance(plain + "\n" + escaped).users.first?.count.count == 1)
  }

  @Test func `Each kind of event is counted`() throws {
    let lines = [
      SmallExport.read("{}"), SmallExport.write(#""insertions":[{}]"#), SmallExport.document(3),
      SmallExport.document(4),
    ]
    let provenance = try provenance(lines.joined(separator: "\n"))
    #expect([provenance.reads, provenance.writes, provenance.customs] == [1, 1, 2])
  }

  @Test(arguments: [(" \\t", true), ("\u{A0}", true), (" Pam", false), ("\\u0050am", false)])
  func `A required field of blanks says nothing`(name: String, isMissing: Bool) throws {
    let line = SmallExport.document(1, ["username": "NAME"]).replacing("NAME", with: name)
    var options = TrailOptions()
    options.requiredFields = ["username"]
    let check = try SmallExport.check(line, options)
    let kind = FindingSummary.Kind(code: .metadataMissing, level: .error)
    #expect(check.findings.counts[kind] == (isMissing ? 1 : nil))
  }

  @Test func `Each event without a required field is found, and those of other fields are not`()
    throws
  {
    let lines = [
      event(1, at: "2022-06-02T00:00:00.000Z", "a"), event(2, at: "2022-06-02T00:00:00.000Z"),
      SmallExport.document(3, ["username": .null, "ward": "4"]),
    ]
    var options = TrailOptions()
    options.requiredFields = ["ward", "username"]
    let check = try SmallExport.check(lines.joined(separator: "\n"), options)
    let kind = FindingSummary.Kind(code: .metadataMissing, level: .error)
    #expect(check.findings.counts[kind] == 4)
    let found = check.findings.examples(of: kind).map { "\($0.position.document) \($0.sentence)" }
    #expect(found.count == 4 && found.contains { $0.hasPrefix("3 the event has no \"username\"") })
    #expect(!found.contains { $0.hasPrefix("3 the event has no \"ward\"") })
  }
}
