import Foundation
import JSON
import ReferenceAdapter
import Testing
import Touchstone
import TouchstoneCaseFiles
import TouchstoneWire

/// Whether values of a case are taken or refused by the checks of case files and by the reference alike.
struct ReadAlikeTests {
  /// The text of a group whose one case creates an object with this value.
  private func group(_ value: String, type: String) -> String {
    """
    {"title": "Values", "class": "recording",
      "schema": {"Thing": {"primaryKey": "_id", "properties": {"_id": "int", "value": "\(type)"}}},
      "cases": [{"id": "one", "title": "A value is written", "requirements": ["SERIAL-12"],
        "steps": [
          {"do": "beginScope", "activity": "write", "as": "scope"},
          {"do": "write", "steps": [{"do": "create", "type": "Thing", "value": {"_id": 1, "value": \(value)}}]}
        ],
        "expect": {"events": [{"event": "write", "activity": "write", "data": {}}]}}]}
    """
  }

  private func isTakenByChecks(_ value: String, type: String) throws -> Bool {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let chapter = folder.appending(path: "values")
    try FileManager.default.createDirectory(at: chapter, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(group(value, type: type).utf8).write(to: chapter.appending(path: "group.json"))
    do {
      _ = try Suite(directory: folder.path())
      return true
    } catch {
      #expect(error.description.contains("group.json:6:"), "\(error)")
      return false
    }
  }

  private func isTakenByReference(_ value: String, type: String) async throws -> Bool {
    let json = try JSON(parsing: group(value, type: type))
    let schema = try #require(json["schema"])
    let steps = try #require(json["cases"]?[0]?["steps"])
    let program = try CaseProgram(
      message: ["schema": schema, "configuration": [:], "given": [], "steps": steps]
    )
    let reference = ReferenceImplementation()
    _ = try await reference.initialize(edition: "2023")
    guard case .completed(let outcomes, _) = try await reference.runCase(program),
      case .ok(let nested) = try #require(outcomes.last)
    else {
      Issue.record("the case was not run")
      return false
    }
    return nested[0]?["error"] == nil
  }

  @Test(
    arguments: [
      ("date", #"{"$date": "2022-02-28T01:00:00+0100"}"#),
      ("date", #"{"$date": "2022-02-28T01:00:00+23:59"}"#),
      ("decimal128", #"{"$numberDecimal": "1E6144"}"#),
      ("decimal128", #"{"$numberDecimal": "0E99999"}"#),
      ("decimal128", #"{"$numberDecimal": "-1E-6176"}"#),
      ("decimal128", #"{"$numberDecimal": "10E-6177"}"#),
      ("decimal128", #"{"$numberDecimal": "1234567890123456789012345678901234000"}"#),
      ("decimal128", #"{"$numberDecimal": "0.00001234567890123456789012345678901234"}"#),
      ("decimal128", #"{"$numberDecimal": "NaN"}"#),
      ("uuid", #"{"$binary": {"base64": "AAAAAAAAAAAAAAAAAAAAAQ==", "subType": "04"}}"#),
      ("data", #"{"$binary": {"base64": "AQ==", "subType": "00"}}"#),
      ("double", #"{"$numberDouble": "1e-300"}"#), ("double", "5e-324"),
    ]
  )
  func `What is a value of a realm is taken by both`(type: String, value: String) async throws {
    #expect(try isTakenByChecks(value, type: type))
    #expect(try await isTakenByReference(value, type: type))
  }

  @Test(
    arguments: [
      ("date", #"{"$date": "2022-02-30T00:00:00Z"}"#),
      ("date", #"{"$date": "2022-02-28T00:00:00+24:00"}"#),
      ("date", #"{"$date": "2022-02-28T00:00:00+1:00"}"#),
      ("decimal128", #"{"$numberDecimal": "1E6145"}"#),
      ("decimal128", #"{"$numberDecimal": "10E6144"}"#),
      ("decimal128", #"{"$numberDecimal": "1E-6177"}"#),
      ("decimal128", #"{"$numberDecimal": "12345678901234567890123456789012345"}"#),
      ("data", #"{"$binary": {"base64": "AQ==", "subType": "04"}}"#),
      ("data", #"{"$binary": {"base64": "AQ==", "subType": "05"}}"#),
      ("double", #"{"$numberDouble": "0x1p3"}"#), ("double", #"{"$numberDouble": "1e-400"}"#),
      ("double", "1e-400"), ("double", "1e400"), ("int", #"{"$numberLong": "0x10"}"#),
    ]
  )
  func `What is not is refused by both, the case with file and line`(
    type: String,
    value: String
  ) async throws {
    #expect(try !isTakenByChecks(value, type: type))
    #expect(try await !isTakenByReference(value, type: type))
  }
}
