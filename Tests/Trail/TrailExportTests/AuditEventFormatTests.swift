import Formats
import JSON
import Testing

@testable import TrailExport

/// Resources as FHIR R4 and IHE's Basic Audit Log Patterns describe them, written by hand.
struct AuditEventFormatTests {
  private static let dicom = "http://dicom.nema.org/resources/ontology/DCM"
  private static let terminology = "http://terminology.hl7.org/CodeSystem"

  private func user(_ code: String, _ display: String) -> String {
    """
    {"type":{"coding":[{"system":"\(Self.terminology)/v3-ParticipationType","code":"\(code)",
     "display":"\(display)"}]},"role":[{"text":"nurse"}],
     "who":{"identifier":{"value":"u-17"},"display":"Jason Bourne"},"name":"Jason Bourne","requestor":true}
    """
  }

  private func agent(_ code: String, _ display: String, _ who: String) -> String {
    """
    {"type":{"coding":[{"system":"\(Self.dicom)","code":"\(code)","display":"\(display)"}]},
     "who":\(who),"requestor":false}
    """
  }

  private let device =
    #"{"identifier":{"value":"events-62b396f4ebe94d2b871889ba"},"display":"Ward app"}"#

  private func resource(
    _ number: Int,
    _ code: String,
    _ action: String,
    agents: [String],
    entities: [String]
  ) -> String {
    """
    {"resourceType":"AuditEvent","id":"62b47ebc76cee8561a0516f7-\(number)",
     "type":{"system":"\(Self.terminology)/audit-event-type","code":"rest","display":"Restful Operation"},
     "subtype":[{"system":"http://hl7.org/fhir/restful-interaction","code":"\(code)","display":"\(code)"}],
     "action":"\(action)","recorded":"2022-06-23T14:54:37.756Z","outcome":"0",
     "purposeOfEvent":[{"text":"open record"}],
     "agent":[\(agents.joined(separator: ","))],
     "source":{"observer":\(device),"type":[{"system":"\(Self.terminology)/security-source-type",
       "code":"1","display":"User Device"}]},
     "entity":[\(entities.joined(separator: ","))]}
    """
  }

  private func patient(_ what: String) -> String {
    """
    {"what":\(what),
     "type":{"system":"\(Self.terminology)/audit-entity-type","code":"1","display":"Person"},
     "role":{"system":"\(Self.terminology)/object-role","code":"1","display":"Patient"}}
    """
  }

  private func data(_ what: String, _ rest: String = "") -> String {
    """
    {"what":\(what),
     "type":{"system":"\(Self.terminology)/audit-entity-type","code":"2","display":"System Object"},
     "role":{"system":"\(Self.terminology)/object-role","code":"4","display":"Domain Resource"}\(rest)}
    """
  }

  private func person(_ key: String) -> String {
    #"{"type":"Patient","identifier":{"system":"urn:oid:1.2.3","value":"\#(key)"},"display":"Person/\#(key)"}"#
  }

  private func readAgents() -> [String] {
    [
      user("IRCP", "information recipient"), agent("110152", "Destination Role ID", device),
      agent("110153", "Source Role ID", #"{"display":"patients"}"#),
    ]
  }

  private func changeAgents() -> [String] {
    [
      user("AUT", "author (originator)"), agent("110153", "Source Role ID", device),
      agent("110152", "Destination Role ID", #"{"display":"patients"}"#),
    ]
  }

  private func expect(
    _ actual: [JSON],
    _ expected: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(actual.count == expected.count, sourceLocation: sourceLocation)
    for (actual, expected) in zip(actual, expected) {
      #expect(try actual == ExportSample.json(expected), sourceLocation: sourceLocation)
    }
  }

  @Test func `A read of two patients is a resource for each of them`() throws {
    let trail = [ExportSample.read(#"{"_id":"k1","name":"Anthony"},{"_id":"k2","name":"Berta"}"#)]
    let export = try ExportSample.export(trail, to: .fhir)
    try expect(
      export.lines,
      ["k1", "k2"].enumerated().map { index, key in
        resource(
          index + 1,
          "read",
          "R",
          agents: readAgents(),
          entities: [patient(person(key)), data(person(key))]
        )
      }
    )
    #expect(export.summary.isWhole && export.summary.places.isEmpty)
  }

  @Test func `A write of two classes is a resource for each object and what was done with it`()
    throws
  {
    let payload = #"""
      {"Person":{"insertions":[{"_id":"k1","name":"A"}],"deletions":[{"_id":"k2","name":"B"}]},
       "Visit":{"modifications":[{"oldValue":{"_id":7,"person":"k1","ward":"1"},"newValue":{"ward":"2"}}]}}
      """#
    let custodian = "\(Self.terminology)/provenance-participant-type"
    let deleteAgents = [
      user("AUT", "author (originator)"), agent("110150", "Application", device),
      """
      {"type":{"coding":[{"system":"\(custodian)","code":"custodian","display":"Custodian"}]},
       "who":{"display":"patients"},"requestor":false}
      """,
    ]
    let visit = #"{"type":"Encounter","identifier":{"value":"7"},"display":"Visit/7"}"#
    let changed = #","detail":[{"type":"changed","valueString":"ward"}]"#
    try expect(
      ExportSample.export([ExportSample.write(payload)], to: .fhir).lines,
      [
        resource(
          1,
          "delete",
          "D",
          agents: deleteAgents,
          entities: [patient(person("k2")), data(person("k2"))]
        ),
        resource(
          2,
          "create",
          "C",
          agents: changeAgents(),
          entities: [patient(person("k1")), data(person("k1"))]
        ),
        resource(
          3,
          "update",
          "U",
          agents: changeAgents(),
          entities: [patient(person("k1")), data(visit, changed)]
        ),
      ]
    )
  }

  @Test func `An event without a user has the device and the database`() throws {
    let line = ExportSample.document([
      "data": #"{"type":"Person","value":[{"_id":"k1"}]}"#, "userId": .none, "username": "",
      "role": "",
    ])
    let export = try ExportSample.export([line, ExportSample.read(#"{"_id":"k2"}"#)], to: .fhir)
    let expected = resource(
      1,
      "read",
      "R",
      agents: Array(readAgents().dropFirst()),
      entities: [patient(person("k1")), data(person("k1"))]
    )
    try expect([export.lines[0]], [expected])
    #expect(export.summary.isWhole)
    #expect(
      export.summary.notes.contains {
        $0 == "1 of 2 events have no user: none of \"userId\" is in their metadata"
      }
    )
  }

  @Test func `An object of a class that is not mapped is named by class and key alone`() throws {
    let line = ExportSample.read(#"{"_id":5,"name":"Scranton"}"#, of: "Office")
    let office = #"{"identifier":{"value":"5"},"display":"Office/5"}"#
    try expect(
      ExportSample.export([line], to: .fhir).lines,
      [resource(1, "read", "R", agents: readAgents(), entities: [data(office)])]
    )
  }

  @Test func `An object without a primary key is named by its class`() throws {
    let line = ExportSample.read(#"{"street":"Main"},"by a representation""#, of: "Address")
    let expected = [1, 2].map {
      resource($0, "read", "R", agents: readAgents(), entities: [data(#"{"display":"Address"}"#)])
    }
    try expect(ExportSample.export([line], to: .fhir).lines, expected)
  }

  @Test func `A custom event is an application activity without outcome and data`() throws {
    let line = ExportSample.document([
      "event": "pressed button", "data": "save", "activity": "chart",
    ])
    let application = agent("110150", "Application", device)
    let user = """
      {"role":[{"text":"nurse"}],"who":{"identifier":{"value":"u-17"},"display":"Jason Bourne"},
       "name":"Jason Bourne","requestor":true}
      """
    func expected(_ entity: String) -> String {
      """
      {"resourceType":"AuditEvent","id":"62b47ebc76cee8561a0516f7-1",
       "type":{"system":"\(Self.dicom)","code":"110100","display":"Application Activity"},
       "subtype":[{"display":"pressed button"}],"action":"E","recorded":"2022-06-23T14:54:37.756Z",
       "purposeOfEvent":[{"text":"chart"}],"agent":[\(user),\(application)],
       "source":{"observer":\(device),"type":[{"system":"\(Self.terminology)/security-source-type",
         "code":"1","display":"User Device"}]}\(entity)}
      """
    }
    try expect(ExportSample.export([line], to: .fhir).lines, [expected("")])
    let entity = """
      ,"entity":[{"type":{"system":"\(Self.terminology)/audit-entity-type","code":"4","display":"Other"},
      "detail":[{"type":"data","valueString":"save"}]}]
      """
    try expect(ExportSample.export([line], to: .fhir, values: true).lines, [expected(entity)])
  }

  @Test func `A compressed payload of edition 2022 is read like any other`() throws {
    let line = ExportSample.compressed(#"{"type":"Person","value":[{"_id":"k1"}]}"#)
    let expected = resource(
      1,
      "read",
      "R",
      agents: readAgents(),
      entities: [patient(person("k1")), data(person("k1"))]
    )
    try expect(ExportSample.export([line], to: .fhir, edition: .draft).lines, [expected])
    // Near miss: without the edition it is not a payload, and that is said.
    let other = try ExportSample.export([line], to: .fhir)
    #expect(other.lines.isEmpty && other.summary.unread == 1 && !other.summary.isWhole)
  }

  @Test func `Values are written on demand only`() throws {
    let line = ExportSample.read(#"{"_id":"k1","name":"Anthony","weight":71.50}"#)
    func detail(_ values: Bool) throws -> JSON? {
      try ExportSample.export([line], to: .fhir, values: values).lines[0]["entity"]?[1]?["detail"]
    }
    #expect(try detail(false) == nil)
    let expected: JSON = [
      ["type": "value", "valueString": #"{"_id":"k1","name":"Anthony","weight":71.50}"#]
    ]
    #expect(try detail(true)?.array?.count == 1)
    #expect(try detail(true)?[0]?["type"] == expected[0]?["type"])
    let text = try #require(try detail(true)?[0]?["valueString"]?.string)
    #expect(
      try ExportSample.json(text)
        == ExportSample.json(#"{"_id":"k1","name":"Anthony","weight":71.5}"#)
    )
    let change = ExportSample.write(
      #"{"Person":{"modifications":[{"oldValue":{"_id":"k1","name":"A"},"newValue":{"name":"B"}}]}}"#
    )
    let details = try ExportSample.export([change], to: .fhir, values: true).lines[0]["entity"]?[
      1
    ]?[
      "detail"
    ]
    #expect(
      details == [
        ["type": "changed", "valueString": "name"],
        ["type": "oldValue", "valueString": #"{"_id":"k1","name":"A"}"#],
        ["type": "newValue", "valueString": #"{"name":"B"}"#],
      ]
    )
  }

  @Test func `A visit that moves to another patient concerns both`() throws {
    let line = ExportSample.write(
      #"{"Visit":{"modifications":[{"oldValue":{"_id":7,"person":"k1"},"newValue":{"person":{"_id":"k2","name":"B"}}}]}}"#
    )
    let patients = try ExportSample.export([line], to: .fhir).lines.map {
      $0["entity"]?[0]?["what"]?["identifier"]?["value"]
    }
    #expect(patients == ["k1", "k2"])
  }

  @Test func `A literal reference needs a key that is an id of FHIR`() throws {
    let mapping = try ExportSample.mapping(
      #"{"classes":{"Person":{"resourceType":"Patient","literal":true}}}"#
    )
    let line = ExportSample.read(#"{"_id":"k-1.a"},{"_id":"k 1"}"#)
    let whats = try ExportSample.export([line], to: .fhir, mapping: mapping).lines.map {
      $0["entity"]?[0]?["what"]
    }
    #expect(
      whats == [
        ["reference": "Patient/k-1.a", "type": "Patient", "display": "Person/k-1.a"],
        ["type": "Patient", "identifier": ["value": "k 1"], "display": "Person/k 1"],
      ]
    )
  }

  @Test func `Metadata that the mapping lists stands in an entity of its own`() throws {
    let mapping = try ExportSample.mapping(#"{"metadata":["ward","empty"]}"#)
    let line = ExportSample.document([
      "data": #"{"type":"Person","value":[{"_id":"k1"}]}"#, "ward": "3B", "empty": "", "other": "x",
    ])
    let lines = try ExportSample.export([line], to: .fhir, mapping: mapping).lines
    #expect(
      lines[0]["entity"]?[1] == [
        "type": [
          "system": "\(Self.terminology)/audit-entity-type", "code": "4", "display": "Other",
        ],
        "name": "metadata", "detail": [["type": "ward", "valueString": "3B"]],
      ]
    )
    #expect(lines[0]["entity"]?.array?.count == 2)
  }

  @Test func `What a string of FHIR cannot hold is replaced, cut, left out or written in base64`()
    throws
  {
    #expect(FHIRText.string("") == nil)
    #expect(FHIRText.string("a\u{0}b\tc\r\n\u{1F}") == "a\u{FFFD}b\tc\r\n\u{FFFD}")
    #expect(FHIRText.string(String(repeating: "x", count: (1 << 20) + 1))?.utf8.count == 1 << 20)
    #expect(FHIRText.string(String(repeating: "é", count: 1 << 20))?.utf8.count == 2 << 20)
    #expect(FHIRText.isId(String(repeating: "a", count: 64)) && !FHIRText.isId("é"))
    #expect(!FHIRText.isId(String(repeating: "a", count: 65)) && !FHIRText.isId("a_b"))
    let line = ExportSample.document(["event": "x", "data": "\u{0}", "activity": ""])
    let resource = try ExportSample.export([line], to: .fhir, values: true).lines[0]
    #expect(resource["purposeOfEvent"] == nil)
    #expect(
      resource["entity"]?[0]?["detail"] == [["type": "data", "valueBase64Binary": "AA=="]]
    )
  }
}
