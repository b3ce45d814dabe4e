import Formats
import JSON
import Testing

@testable import TrailExport

/// Events as OCSF describes the class API Activity, written by hand.
struct APIActivityFormatTests {
  private func event(
    _ number: Int,
    _ activity: Int,
    _ name: String,
    _ caption: String,
    rest: String,
    user: String = """
    ,"user":{"uid":"u-17","name":"Jason Bourne","type_id":1,"type":"User","groups":[{"name":"nurse"}]}
    """
  ) throws -> JSON {
    try ExportSample.json(
      """
      {"metadata":{"version":"1.3.0","profiles":["datetime"],
         "product":{"name":"Ward app","vendor_name":"St. Elsewhere"},
         "uid":"62b47ebc76cee8561a0516f7-\(number)","correlation_uid":"62b47ebc76cee8561a0516f7",
         "log_name":"AuditEvent"},
       "time":1655996077756,"time_dt":"2022-06-23T14:54:37.756Z",
       "category_uid":6,"category_name":"Application Activity","class_uid":6003,"class_name":"API Activity",
       "activity_id":\(activity),"activity_name":"\(name)","type_uid":6003\(activity < 10 ? "0" : "")\(activity),
       "type_name":"API Activity: \(caption)","severity_id":1,"severity":"Informational",
       "actor":{"app_name":"Ward app"\(user)},
       "api":{"operation":"open record","service":{"name":"patients"}},
       "src_endpoint":{"uid":"events-62b396f4ebe94d2b871889ba","name":"Ward app"}\(rest)}
      """
    )
  }

  private func success(_ resources: String) -> String {
    #","status_id":1,"status":"Success","resources":[\#(resources)]"#
  }

  private func person(_ key: String) -> String {
    #"{"uid":"\#(key)","name":"Person/\#(key)","type":"Person","labels":["patient"]}"#
  }

  @Test func `A read of two patients is one event with two resources`() throws {
    let trail = [ExportSample.read(#"{"_id":"k1","name":"Anthony"},{"_id":"k2","name":"Berta"}"#)]
    let expected = try event(
      1,
      2,
      "Read",
      "Read",
      rest: success(person("k1") + "," + person("k2"))
    )
    #expect(try ExportSample.export(trail, to: .ocsf).lines == [expected])
  }

  @Test func `A write is an event for each kind of change, with the objects of all classes`() throws
  {
    let payload = #"""
      {"Person":{"insertions":[{"_id":"k1","name":"A"}],"deletions":[{"_id":"k2","name":"B"}]},
       "Visit":{"insertions":[{"_id":8,"person":"k1"}],
                "modifications":[{"oldValue":{"_id":7,"person":"k1","ward":"1"},"newValue":{"ward":"2"}}]}}
      """#
    func visit(_ key: String, _ data: String = "") -> String {
      #"{"uid":"\#(key)","name":"Visit/\#(key)","type":"Visit"\#(data)},"# + person("k1")
    }
    let changed = #","data":{"changed":["ward"]}"#
    #expect(
      try ExportSample.export([ExportSample.write(payload)], to: .ocsf).lines == [
        event(1, 4, "Delete", "Delete", rest: success(person("k2"))),
        event(2, 3, "Update", "Update", rest: success(visit("7", changed))),
        event(3, 1, "Create", "Create", rest: success(person("k1") + "," + visit("8"))),
      ]
    )
  }

  @Test func `A custom event is of another activity, with its type as the name`() throws {
    let line = ExportSample.document(["event": "pressed button", "data": "save"])
    let expected = try event(1, 99, "pressed button", "Other", rest: "")
    #expect(try ExportSample.export([line], to: .ocsf).lines == [expected])
    let withData = try event(
      1,
      99,
      "pressed button",
      "Other",
      rest: #","unmapped":{"data":"save"}"#
    )
    #expect(try ExportSample.export([line], to: .ocsf, values: true).lines == [withData])
    let bare = ExportSample.document(["event": .none, "activity": .none])
    let json = try ExportSample.export([bare], to: .ocsf).lines[0]
    #expect(json["activity_name"] == "Other" && json["api"]?["operation"] == "Other")
  }

  @Test func `An event without a user has the application as its actor`() throws {
    let line = ExportSample.document([
      "data": #"{"type":"Office","value":[{"_id":5}]}"#, "userId": .none,
    ])
    let office = #"{"uid":"5","name":"Office/5","type":"Office"}"#
    let expected = try event(1, 2, "Read", "Read", rest: success(office), user: "")
    let trail = [line, ExportSample.read(#"{"_id":"k1"}"#)]
    #expect(try ExportSample.export(trail, to: .ocsf).lines.first == expected)
  }

  @Test func `A compressed payload of edition 2022 is read like any other`() throws {
    let line = ExportSample.compressed(#"{"type":"Person","value":[{"_id":"k1"}]}"#)
    let expected = try event(1, 2, "Read", "Read", rest: success(person("k1")))
    #expect(try ExportSample.export([line], to: .ocsf, edition: .draft).lines == [expected])
  }

  @Test func `Values are written on demand only, and metadata as the mapping lists it`() throws {
    let line = ExportSample.write(
      #"{"Person":{"modifications":[{"oldValue":{"_id":"k1","name":"A"},"newValue":{"name":"B"}}]}}"#
    )
    func data(_ values: Bool) throws -> JSON? {
      try ExportSample.export([line], to: .ocsf, values: values).lines[0]["resources"]?[0]?["data"]
    }
    #expect(try data(false) == ["changed": ["name"]])
    #expect(
      try data(true) == [
        "changed": ["name"], "oldValue": ["_id": "k1", "name": "A"], "newValue": ["name": "B"],
      ]
    )
    let mapping = try ExportSample.mapping(#"{"metadata":["role"]}"#)
    let json = try ExportSample.export([line], to: .ocsf, mapping: mapping).lines[0]
    #expect(json["unmapped"] == ["role": "nurse"])
    #expect(
      json["metadata"]?["product"] == ["name": "Realm Event Library", "vendor_name": "MongoDB"]
    )
  }
}
