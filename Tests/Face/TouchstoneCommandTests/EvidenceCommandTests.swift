import Formats
import ArgumentParser
import Digests
import TrailReading
import Foundation
import JSON
import Testing
import TrailCheck

@testable import TouchstoneCommand

/// How a check ends that is asked for evidence.
struct EvidenceCommandTests {
  private static func line(_ number: Int, at time: String = "14:54:37.756") -> String {
    let id = String(repeating: "0", count: 23) + String(number)
    return
      #"{"_id":{"$oid":"\#(id)"},"_partition":"events-62b396f4ebe94d2b871889ba","activity":"a","#
      + #""event":"note","timestamp":{"$date":"2022-06-23T\#(time)Z"},"username":"nurse"}"#
  }

  /// The exit status of a check with these options of a trail in a folder.
  private func status(_ options: (String) -> [String], _ lines: [String]) throws -> Int32 {
    try Scratch.withFolder { folder in
      let trail = folder + "/trail.ndjson"
      try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: trail))
      return try Self.status(options(folder) + [trail])
    }
  }

  private static func status(_ arguments: [String]) throws -> Int32 {
    do {
      try CheckCommand.parse(arguments).run()
      return 0
    } catch let code as ExitCode { return code.rawValue }
  }

  @Test func `A warning fails a check only if it is asked for`() throws {
    let read = Self.line(1).replacing(
      #""note""#,
      with: #""read","data":"{\"type\":\"A\",\"value\":[7]}""#
    )
    #expect(try status({ _ in [] }, [read]) == 0)
    #expect(try status({ _ in ["--fail-on", "error"] }, [read]) == 0)
    #expect(try status({ _ in ["--fail-on", "warning"] }, [read]) == 1)
    #expect(try status({ _ in ["--fail-on", "warning"] }, [Self.line(1)]) == 0)
    #expect(throws: (any Error).self) { try CheckCommand.parse(["--fail-on", "info", "a"]) }
  }

  @Test func `A required field that an event lacks fails a check`() throws {
    #expect(try status({ _ in ["--require", "username"] }, [Self.line(1)]) == 0)
    #expect(try status({ _ in ["--require", "ward"] }, [Self.line(1)]) == 1)
    #expect(throws: (any Error).self) { try CheckCommand.parse(["--require", "data", "a"]) }
  }

  @Test func `Files that have changed fail a check, and one of nothing else`() throws {
    try Scratch.withFolder { folder in
      let (trail, manifest) = (folder + "/trail.ndjson", folder + "/manifest.json")
      func write(_ text: String) throws { try Data(text.utf8).write(to: URL(filePath: trail)) }
      try write(Self.line(1))
      #expect(try Self.status(["--manifest", manifest, trail]) == 0)
      #expect(try Self.status(["--verify", manifest]) == 0)
      #expect(try Self.status(["--verify", manifest, trail]) == 0)
      try write(Self.line(1) + "\n")
      #expect(try Self.status(["--verify", manifest]) == 1)
      #expect(try Self.status(["--verify", manifest, trail]) == 1)
      #expect(try Self.status([trail]) == 0)
      try FileManager.default.removeItem(atPath: trail)
      #expect(try Self.status(["--verify", manifest]) == 1)
    }
  }

  @Test func `Another schema fails a check, with files to check and without`() throws {
    try Scratch.withFolder { folder in
      let (trail, manifest) = (folder + "/trail.ndjson", folder + "/manifest.json")
      try Data(Self.line(1).utf8).write(to: URL(filePath: trail))
      let schemas = try [("a", "int"), ("b", "string")].map { name, type in
        let path = folder + "/\(name).json"
        let text = #"{"P": {"primaryKey": "_id", "properties": {"_id": "\#(type)"}}}"#
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
      }
      #expect(try Self.status(["--schema", schemas[0], "--manifest", manifest, trail]) == 0)
      for files in [[], [trail]] {
        let arguments = ["--verify", manifest] + files
        #expect(try Self.status(arguments + ["--schema", schemas[0]]) == 0)
        #expect(try Self.status(arguments + ["--schema", schemas[1]]) == 1)
      }
      #expect(try Self.status(["--verify", manifest]) == 0)
      #expect(try Self.status(["--verify", manifest, trail]) == 1)
    }
  }

  @Test(arguments: [
    ["--report", "json=r.json"], ["--manifest", "n.json"], ["--partial"],
    ["--schema", "s.json", "--state", "d.sqlite"],
  ])
  func `What is about a check is refused where nothing is checked`(_ options: [String]) {
    #expect(throws: (any Error).self) { try CheckCommand.parse(["--verify", "m.json"] + options) }
    #expect(throws: Never.self) { try CheckCommand.parse(["a"] + options) }
  }

  @Test func `A manifest names the program by the SHA-256 of its file`() throws {
    try Scratch.withFolder { folder in
      let (trail, path) = (folder + "/trail.ndjson", folder + "/manifest.json")
      try Data(Self.line(1).utf8).write(to: URL(filePath: trail))
      #expect(try Self.status(["--manifest", path, trail]) == 0)
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let manifest = try JSON(parsing: Array(text.utf8))
      let program = try Data(contentsOf: URL(filePath: "/proc/self/exe"))
      let digest = SHA256.digest(Array(program)).map {
        ($0 < 16 ? "0" : "") + String($0, radix: 16)
      }.joined()
      #expect(manifest["programSHA256"]?.string == digest)
      // A check by this program of what another one has noted says so, and passes.
      let other = text.replacing(digest, with: String(repeating: "0", count: 64))
      try Data(other.utf8).write(to: URL(filePath: path))
      let report = folder + "/report.md"
      let arguments = ["--verify", path, "--report", "markdown=\(report)", trail]
      #expect(try Self.status(arguments) == 0)
      let words = try String(contentsOfFile: report, encoding: .utf8)
      #expect(words.contains("unchanged; another program made the manifest"))
    }
  }

  @Test func `A merge has the files of its parts in its manifest`() throws {
    try Scratch.withFolder { folder in
      let manifest = folder + "/manifest.json"
      var parts: [String] = []
      for number in 1...2 {
        let trail = folder + "/trail-\(number)"
        try Data(Self.line(number).utf8).write(to: URL(filePath: trail))
        var options = TrailOptions()
        options.isPartial = true
        options.digestsInputs = true
        var check = TrailCheck(options)
        try check.check(.file(trail))
        let part = try check.partial().text()
        parts.append(folder + "/part-\(number)")
        try Data(part.utf8).write(to: URL(filePath: parts[number - 1]))
      }
      try MergeCommand.parse(["--manifest", manifest] + parts).run()
      #expect(try Self.status(["--verify", manifest]) == 0)
      try Data("{}".utf8).write(to: URL(filePath: folder + "/trail-2"))
      #expect(try Self.status(["--verify", manifest]) == 1)
    }
  }

  @Test func `A report does not replace what it is about, whatever the file is called`() throws {
    try Scratch.withFolder { folder in
      let (trail, link) = (folder + "/trail.ndjson", folder + "/link")
      try Data(Self.line(1).utf8).write(to: URL(filePath: trail))
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: trail)
      for other in [
        trail, link, folder + "/../" + URL(filePath: folder).lastPathComponent + "/trail.ndjson",
      ] {
        #expect(throws: (any Error).self) { try Self.status(["--report", "json=\(other)", trail]) }
        #expect(throws: (any Error).self) { try Self.status(["--manifest", trail, other]) }
      }
      let manifest = folder + "/manifest.json"
      #expect(try Self.status(["--manifest", manifest, trail]) == 0)
      #expect(try Self.status(["--manifest", manifest, trail]) == 0)
      #expect(throws: (any Error).self) {
        try Self.status(["--verify", manifest, "--manifest", manifest, trail])
      }
      #expect(try String(contentsOfFile: trail, encoding: .utf8) == Self.line(1))
    }
  }

  @Test func `Without files there is nothing to check, unless files are to be verified`() {
    #expect(throws: (any Error).self) { try CheckCommand.parse([]) }
    #expect(throws: (any Error).self) {
      try CheckCommand.parse(["--partial", "--manifest", "m", "a"])
    }
  }
}
