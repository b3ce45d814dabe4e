import TouchstoneReports
import ArgumentParser
import Foundation
import JSON
import Pages
import Testing
import TrailReading

@testable import Touchstone
@testable import TouchstoneCommand

/// What the command line of `touchstone convert` takes, refuses and writes.
struct ConvertCommandTests {
  private static let line = #"""
    {"_id":{"$oid":"62b47ebc76cee8561a0516f7"},"_partition":"events-62b396f4ebe94d2b871889ba","activity":"open record",
    "event":"read","timestamp":{"$date":"2022-06-23T14:54:37.756Z"},"username":"Jason Bourne",
    "data":"{\"type\":\"Person\",\"value\":[{\"_id\":\"k1\",\"name\":\"Anthony\"}]}"}
    """#.replacingOccurrences(of: "\n", with: "")

  private func convert(
    _ trail: String,
    mapping: String? = nil,
    _ options: String...
  ) throws -> (lines: [JSON], status: Int32) {
    try Scratch.withFolder { folder in
      func file(_ name: String, _ text: String) throws -> String {
        let path = folder + "/" + name
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
      }
      var arguments =
        [try file("trail.ndjson", trail), "--output", folder + "/out.ndjson"] + options
      if let mapping { arguments += ["--mapping", try file("mapping.json", mapping)] }
      let command = try ConvertCommand.parse(arguments)
      var status: Int32 = 0
      do { try command.run() } catch let code as ExitCode { status = code.rawValue }
      let text = try String(contentsOfFile: folder + "/out.ndjson", encoding: .utf8)
      let lines = text.split(separator: "\n")
      guard !options.contains("--bundle") else {
        return ([try JSON(parsing: Array(text.utf8))], status)
      }
      return (try lines.map { try JSON(parsing: Array($0.utf8)) }, status)
    }
  }

  @Test func `A trail becomes lines in the file, and the status is 0`() throws {
    let fhir = try convert(Self.line, "--to", "fhir")
    #expect(fhir.lines.map { $0["resourceType"] } == ["AuditEvent"] && fhir.status == 0)
    let ocsf = try convert(Self.line, "--to", "ocsf")
    #expect(ocsf.lines.map { $0["class_uid"] } == [6003] && ocsf.status == 0)
    let bundle = try convert(Self.line, "--to", "fhir", "--bundle")
    #expect(bundle.lines.map { $0["type"] } == ["collection"] && bundle.status == 0)
  }

  @Test func `Values need an option`() throws {
    let without = try convert(Self.line, "--to", "ocsf").lines[0]["resources"]?[0]
    #expect(without?["data"] == nil)
    let with = try convert(Self.line, "--to", "ocsf", "--values").lines[0]["resources"]?[0]
    #expect(with?["data"]?["name"] == "Anthony")
  }

  @Test func `A damaged line costs that line, and the status is 1`() throws {
    let export = try convert(Self.line + "\n{\n" + Self.line, "--to", "fhir")
    #expect(export.lines.count == 2 && export.status == 1)
  }

  @Test func `A mapping without a user that the trail has ends with status 1`() throws {
    let export = try convert(Self.line, mapping: #"{"user":{"id":"name"}}"#, "--to", "fhir")
    #expect(export.lines.count == 1 && export.status == 1)
  }

  @Test func `A mistake in a mapping is told with file, line and column`() throws {
    let mapping = """
      {"classes": {
        "Person": {"resourceType": "Person"},
        "Visit": {"patient": "person"}
      }}
      """
    let error = try #require(throws: SuiteError.self) {
      try convert(Self.line, mapping: mapping, "--to", "fhir")
    }
    let text = error.description
    #expect(text.contains("mapping.json:3:24: classes.Visit.patient: no class of the mapping has"))
    let broken = try #require(throws: SuiteError.self) {
      try convert(Self.line, mapping: "{\"classes\": }", "--to", "fhir")
    }
    #expect(broken.description.contains("mapping.json:1:13"))
  }

  @Test func `A trail without documents, a folder that is not there and wrong options are refused`()
    throws
  {
    #expect(throws: TrailError.self) { try convert("", "--to", "fhir") }
    let missing = try ConvertCommand.parse(["-", "--to", "fhir", "-o", "/nowhere/out.ndjson"])
    #expect(throws: (any Error).self) { try missing.run() }
    for arguments in [["-"], ["-", "--to", "cef"], ["-", "--to", "ocsf", "--bundle"]] {
      #expect(throws: (any Error).self) { try ConvertCommand.parse(arguments) }
    }
  }

  @Test func `A trail is not overwritten, under whichever path`() throws {
    try Scratch.withFolder { folder in
      let trail = folder + "/trail.ndjson"
      try Data(Self.line.utf8).write(to: URL(filePath: trail))
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/link.ndjson",
        withDestinationPath: trail
      )
      for output in [trail, folder + "/./trail.ndjson", folder + "/link.ndjson"] {
        let command = try ConvertCommand.parse([trail, "--to", "fhir", "--output", output])
        #expect(throws: OutputError.self) { try command.run() }
        #expect(try String(contentsOfFile: trail, encoding: .utf8) == Self.line)
      }
    }
  }
}
