import Foundation
import JSON
import Testing
import TrailCheck
import TrailReading

@testable import TouchstoneReports

/// What a manifest proves: that the files of a trail are still the same, or which of them are not.
struct TrailManifestTests {
  private static let line =
    #"{"_id":{"$oid":"62b396f4ebe94d2b871889bb"},"_partition":"events-62b396f4ebe94d2b871889ba","#
    + #""activity":"a","timestamp":{"$date":"2022-06-23T14:54:37.756Z"},"username":"nurse"}"#

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  private func write(_ text: String, _ name: String, in folder: URL) throws -> String {
    let file = folder.appending(path: name)
    try Data(text.utf8).write(to: file)
    return file.path()
  }

  private func report(_ files: [String], schema: String? = nil) throws -> TrailReport {
    var options = TrailOptions()
    options.digestsInputs = true
    options.schemaFile = try schema.map {
      TrailProvenance.SchemaFile(name: $0, sha256: try TrailInput.file($0).digest().sha256)
    }
    var check = TrailCheck(options)
    for file in files { try check.check(.file(file)) }
    try check.finish()
    return TrailReport(check, of: files)
  }

  private func manifest(of report: TrailReport) throws -> TrailManifest {
    try TrailManifest(try JSON(parsing: TrailManifest.text(of: report)))
  }

  @Test func `Files that are the same are unchanged, wherever they are now`() throws {
    try withFolder { folder in
      let first = try write(Self.line, "a", in: folder)
      let second = try write("\n", "b", in: folder)
      let manifest = try manifest(of: try report([first, second]))
      #expect(manifest.differences() == [])
      #expect(manifest.differences(from: try report([second, first])) == [])
      let moved = folder.appending(path: "moved")
      try FileManager.default.createDirectory(at: moved, withIntermediateDirectories: true)
      let elsewhere = try write(Self.line, "a", in: moved)
      #expect(manifest.differences(from: try report([elsewhere, second])) == [])
    }
  }

  @Test func `A manifest of another program is told by the digest, and by nothing else`() throws {
    try withFolder { folder in
      let file = try write(Self.line, "a", in: folder)
      var report = try report([file])
      report.provenance.origin.program = "touchstone 0"
      report.provenance.origin.sha256 = "aa"
      let manifest = try manifest(of: report)
      #expect(manifest.program == "touchstone 0")
      var origin = TrailOrigin()
      origin.sha256 = "aa"
      #expect(!manifest.isOfAnotherProgram(than: origin))
      origin.sha256 = "ab"
      #expect(manifest.isOfAnotherProgram(than: origin))
      // An earlier version noted no digest, which says nothing.
      report.provenance.origin.sha256 = nil
      #expect(try !self.manifest(of: report).isOfAnotherProgram(than: origin))
    }
  }

  @Test func `Another byte, a missing file and a file more are named`() throws {
    try withFolder { folder in
      let first = try write(Self.line, "a", in: folder)
      let second = try write(Self.line, "b", in: folder)
      let manifest = try manifest(of: try report([first, second]))
      _ = try write(Self.line.replacing("nurse", with: "Nurse"), "a", in: folder)
      #expect(manifest.differences().count == 1)
      #expect(manifest.differences().first?.hasPrefix("\(first) has the SHA-256 ") == true)
      #expect(manifest.differences(from: try report([first, second])).count == 1)
      try FileManager.default.removeItem(atPath: second)
      #expect(
        manifest.differences().last == "\(second) cannot be read: there is no such file"
      )
      let third = try write(Self.line + "\n", "c", in: folder)
      let differences = manifest.differences(from: try report([third]))
      #expect(differences.contains("\(second) was not read"))
      #expect(differences.contains("\(third) is not in the manifest"))
      _ = try write(Self.line + " ", "a", in: folder)
      let bytes = Self.line.utf8.count
      #expect(
        manifest.differences().first == "\(first) has \(bytes + 1) bytes, not \(bytes)"
      )
    }
  }

  @Test func `Another schema is a difference`() throws {
    try withFolder { folder in
      let trail = try write(Self.line, "a", in: folder)
      let schema = try write("{}", "schema", in: folder)
      let manifest = try manifest(of: try report([trail], schema: schema))
      #expect(manifest.differences() == [])
      #expect(
        manifest.differences(from: try report([trail]))
          == ["this check has no schema, and the manifest was made with \(schema)"]
      )
      let without = try self.manifest(of: try report([trail]))
      #expect(without.differences(from: try report([trail])) == [])
      #expect(
        without.differences(from: try report([trail], schema: schema))
          == ["this check has the schema \(schema), and the manifest was made without one"]
      )
      _ = try write("{ }", "schema", in: folder)
      #expect(manifest.differences().count == 1)
      let old = try digest("{}")
      let new = try digest("{ }")
      #expect(
        manifest.differences(from: try report([trail], schema: schema)) == [
          "another schema: \(schema) has the SHA-256 \(new), and the manifest was made with \(schema), SHA-256 \(old)"
        ]
      )
    }
  }

  @Test func `The schema may have moved, as files may`() throws {
    try withFolder { folder in
      let trail = try write(Self.line, "a", in: folder)
      let schema = try write("{}", "schema", in: folder)
      let copy = try write("{}", "copy", in: folder)
      let manifest = try manifest(of: try report([trail], schema: schema))
      #expect(manifest.differences(from: try report([trail], schema: copy)) == [])
    }
  }

  private func digest(_ text: String) throws -> String {
    try TrailInput.bytes(Array(text.utf8), name: "t").digest().sha256
  }

  @Test func `A check whose files have changed has not passed, though nothing else is wrong`()
    throws
  {
    try withFolder { folder in
      var report = try report([try write(Self.line, "a", in: folder)])
      #expect(report.isPassed && report.isAsExpected)
      report.provenance.differences = []
      #expect(report.isPassed)
      report.provenance.differences = ["a has 1 byte, not 2"]
      #expect(!report.isPassed && report.isSound)
      for format in TrailReport.formats where format.name != "sarif" {
        #expect(format.text(report).contains("a has 1 byte, not 2"), "\(format.name)")
      }
    }
  }

  @Test(arguments: [
    "{}", "[]", #"{"manifest":2,"inputs":[],"schema":null}"#, #"{"manifest":1}"#,
    #"{"manifest":1,"inputs":[{"file":"a"}],"schema":null}"#,
    #"{"manifest":1,"inputs":[{"file":"a","bytes":-1,"sha256":"","documents":0}],"schema":null}"#,
    #"{"manifest":1,"inputs":[],"schema":{"file":"a"}}"#,
  ])
  func `What is not a manifest is refused`(text: String) throws {
    let json = try JSON(parsing: text)
    #expect(throws: TrailError.self) { try TrailManifest(json) }
  }
}
