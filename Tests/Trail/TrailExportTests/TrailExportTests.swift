import Formats
@testable import TrailReading
import JSON
import Testing
import TrailSamples

@testable import TrailExport

/// What an export says of what it could not read, and what it makes of odd events.
struct TrailExportTests {
  private static let good = ExportSample.read(#"{"_id":"k1"}"#)

  @Test(
    arguments: [
      ("{\"_id\":", "line-damaged"), ("5", "line-no-object"), (#"{"a":1,"a":2}"#, "field-twice"),
      (ExportSample.document(["timestamp": "today"]), "timestamp-type"),
      (ExportSample.document(["data": #"{"type":"Person","value":[{"#]), "payload-no-json"),
      (ExportSample.document(["data": #"{"type":"Person"}"#]), "read-shape"),
      (ExportSample.document(["event": 5]), "event-type"),
      (ExportSample.write(#"{"Person":5}"#), "write-shape"),
      (
        ExportSample.write(#"{"Person":{"modifications":[{"oldValue":{}}]}}"#), "modification-shape"
      ),
    ]
  )
  func `What cannot be read is named with its place and code, and the rest is written`(
    _ line: String,
    _ code: String
  ) throws {
    let export = try ExportSample.export([Self.good, line, Self.good], to: .ocsf)
    #expect(export.lines.filter { $0["activity_id"] == 2 }.count == 2)
    #expect(export.summary.unread == 1 && !export.summary.isWhole)
    #expect(export.summary.places.contains { $0.hasPrefix("trail:2: \(code): ") })
  }

  @Test func `What is wrong and can be read is not lost`() throws {
    // The partition has no objectId, and the value has not changed: findings of the check.
    let line = ExportSample.document([
      "_partition": "p", "event": "write",
      "data": #"{"Person":{"modifications":[{"oldValue":{"_id":"k","a":1},"newValue":{"a":1}}]}}"#,
    ])
    let export = try ExportSample.export([line], to: .fhir)
    #expect(export.lines.count == 1 && export.summary.isWhole)
  }

  @Test(arguments: [
    ExportSample.write(#"{"Office":5,"Person":{"insertions":[{"_id":"k1"}]}}"#),
    ExportSample.write(#"{"Person":{"insertions":[{"_id":"k1"}],"updates":[{"_id":"k2"}]}}"#),
    ExportSample.document([
      "data": #"{"type":"Person","value":[{"_id":"k1"}],"also":[{"_id":"k2"}]}"#
    ]),
  ])
  func `A part of a payload that can be read is written, and the loss is named`(
    _ line: String
  ) throws {
    let export = try ExportSample.export([line], to: .fhir)
    #expect(export.lines.count == 1 && export.summary.unread == 1)
  }

  @Test(
    arguments: [
      ("0001-01-01T00:00:00.000Z", true), ("9999-12-31T23:59:59.999Z", true),
      ("0000-12-31T23:59:59.999Z", false),
    ]
  )
  func `A time that the formats have no text for is named`(_ time: String, _ isWritten: Bool) throws
  {
    let line = ExportSample.document(["event": "x", "timestamp": ["$date": .string(time)]])
    for target in TrailExport.Target.allCases {
      let export = try ExportSample.export([line], to: target)
      #expect(export.lines.count == (isWritten ? 1 : 0))
      #expect(export.summary.isWhole == isWritten)
    }
  }

  @Test(
    arguments: [
      ExportSample.read(""), ExportSample.write("{}"),
      ExportSample.write(#"{"Person":{"insertions":[]}}"#),
    ]
  )
  func `An event that names no object has no line, and is named`(_ line: String) throws {
    for target in TrailExport.Target.allCases {
      let export = try ExportSample.export([Self.good, line], to: target)
      #expect(export.lines.count == 1 && export.summary.unread == 1)
      #expect(export.summary.places.first?.hasPrefix("trail:2: the ") == true)
    }
  }

  @Test(arguments: ["_id", "timestamp"])
  func `An event that lacks what a format needs is named, and the rest is written`(
    _ field: String
  ) throws {
    let line = ExportSample.document([field: .none])
    for target in TrailExport.Target.allCases {
      let export = try ExportSample.export([Self.good, line], to: target)
      #expect(export.lines.count == 1 && export.summary.unread == 1)
      #expect(
        export.summary.places == [
          "trail:2: the event has no \(field), which the format needs; not written"
        ]
      )
    }
  }

  @Test func `A custom event of type read has a text that is not an object`() throws {
    for data: JSON? in ["the manual", "", .none, "[1]"] {
      let line = ExportSample.document(["data": data])
      let export = try ExportSample.export([line], to: .ocsf)
      #expect(export.lines.map { $0["activity_id"] } == [99])
      #expect(export.lines.map { $0["activity_name"] } == ["read"])
      #expect(export.summary.isWhole)
      #expect(export.summary.notes.contains { $0.contains("taken for a custom event") })
    }
    let spaced = ExportSample.document(["data": "\n {\"type\":\"Person\",\"value\":[{\"_id\":1}]}"])
    #expect(try ExportSample.export([spaced], to: .ocsf).lines[0]["activity_id"] == 2)
  }

  @Test func `Names that only look the same are different`() throws {
    // é as one scalar and as two.
    let mapping = try ExportSample.mapping(
      #"{"user":{"id":"us\u00e9r"},"classes":{"P\u00e9":{"resourceType":"Patient"}}}"#
    )
    let line = ExportSample.document([
      "use\u{301}r": "x", "data": .string("{\"type\":\"Pe\u{301}\",\"value\":[{\"_id\":1}]}"),
    ])
    let export = try ExportSample.export([line], to: .fhir, mapping: mapping)
    #expect(export.lines[0]["agent"]?.array?.count == 2)
    #expect(export.lines[0]["entity"]?.array?.count == 1)
  }

  @Test func `A schema names the primary keys`() throws {
    let schema = try CaseSchema(
      ExportSample.json(#"{"Person":{"primaryKey":"no","properties":{"no":"int"}}}"#)
    )
    let line = ExportSample.read(#"{"no":12,"_id":"other"}"#)
    let export = try ExportSample.export([line], to: .ocsf, schema: schema)
    #expect(export.lines[0]["resources"]?[0]?["uid"] == "12")
  }

  @Test func `A key that is deleted and inserted was deleted first`() throws {
    let line = ExportSample.write(
      #"{"Person":{"insertions":[{"_id":"k"}],"deletions":[{"_id":"k"}]}}"#
    )
    let actions = try ExportSample.export([line], to: .fhir).lines.map { $0["action"] }
    #expect(actions == ["D", "C"])
  }

  @Test func `The same trail gives the same lines, and each has an id of its own`() throws {
    for target in TrailExport.Target.allCases {
      var sample = SampleTrail(events: 300, seed: 3, edition: .current, defects: [])
      var bytes: [UInt8] = []
      while sample.next(into: &bytes) {}
      func lines() throws -> [JSON] {
        var export = TrailExport(to: target)
        var lines: [JSON] = []
        try export.export(.bytes(bytes, name: "trail")) { lines.append($0) }
        #expect(export.summary.isWhole && export.summary.documents == 300)
        return lines
      }
      let ids = try lines().compactMap { $0["id"]?.string ?? $0["metadata"]?["uid"]?.string }
      #expect(ids.count >= 300 && Set(ids).count == ids.count)
      #expect(try lines() == lines())
    }
  }

  @Test func `A bundle has an entry for each resource, and none without resources`() throws {
    var bundle = CollectionBundle()
    #expect(
      bundle.beginning + bundle.end == "{\"resourceType\":\"Bundle\",\"type\":\"collection\"}\n"
    )
    var bytes = Array(bundle.beginning.utf8)
    bundle.write(["id": "62b47ebc76cee8561a0516f7-1"], into: &bytes)
    bundle.write(["id": "ffffffffffffffffffffffff-67108863"], into: &bytes)
    bytes += Array(bundle.end.utf8)
    let json = try JSON(parsing: bytes)
    #expect(
      json["entry"]?.array?.map { $0["fullUrl"] } == [
        "urn:uuid:62b47ebc-76ce-8e85-9868-145bdc000001",
        "urn:uuid:ffffffff-ffff-8fff-bfff-ffffffffffff",
      ]
    )
  }
}
