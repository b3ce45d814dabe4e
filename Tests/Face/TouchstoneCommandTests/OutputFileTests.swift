import ArgumentParser
import Foundation
import Pages
import Testing

@testable import TouchstoneCommand

/// Where what a command writes goes, and what is left where it cannot be written.
struct OutputFileTests {
  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  private func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test(arguments: ["there", "not there yet"])
  func `A symbolic link stays, and the file behind it is written`(_ state: String) throws {
    try Scratch.withFolder { folder in
      let (link, target) = (folder + "/link", folder + "/target")
      if state == "there" { try OutputFile.write("old", to: target) }
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "target")
      try OutputFile.write("new", to: link)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "target")
      #expect(try text(target) == "new")
      #expect(try names(in: folder) == ["link", "target"])
    }
  }

  @Test func `A pipe gets what is written, and stays a pipe`() throws {
    try Scratch.withFolder { folder in
      let path = folder + "/pipe"
      try #require(mkfifo(path, 0o600) == 0)
      let reader = open(path, O_RDWR | O_NONBLOCK)
      try #require(reader >= 0)
      defer { close(reader) }
      let file = try StreamedFile(path)
      try file.write("one ".utf8)
      try file.write("two".utf8)
      try file.finish()
      var bytes = [UInt8](repeating: 0, count: 16)
      let count = read(reader, &bytes, bytes.count)
      #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "one two")
      #expect(
        try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
          != .typeRegular
      )
      #expect(try names(in: folder) == ["pipe"])
    }
  }

  @Test func `What is not finished leaves what was there, and nothing besides`() throws {
    try Scratch.withFolder { folder in
      for existing in [nil, "old"] as [String?] {
        let path = folder + "/file"
        if let existing { try OutputFile.write(existing, to: path) }
        do { try StreamedFile(path).write("half".utf8) }
        #expect(try names(in: folder) == (existing == nil ? [] : ["file"]))
        if existing != nil { #expect(try text(path) == "old") }
      }
    }
  }

  @Test func `A file that is written again keeps its permissions`() throws {
    try Scratch.withFolder { folder in
      let path = folder + "/file"
      try OutputFile.write("old", to: path)
      chmod(path, 0o640)
      try OutputFile.write("new", to: path)
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      #expect((mode as? NSNumber)?.intValue == 0o640)
      #expect(try text(path) == "new")
    }
  }

  @Test func `A file in a folder that is not there is refused`() throws {
    try Scratch.withFolder { folder in
      let path = folder + "/none/file"
      let error = try #require(throws: OutputError.self) { try OutputFile.write("", to: path) }
      #expect("\(error)" == "\(path) could not be written: there is no such folder")
    }
  }

  @Test func `Of a trail without documents, convert leaves no file`() throws {
    try Scratch.withFolder { folder in
      let (trail, output) = (folder + "/trail.ndjson", folder + "/out.ndjson")
      try OutputFile.write("\n", to: trail)
      let command = try ConvertCommand.parse([trail, "--to", "fhir", "--output", output])
      #expect(throws: (any Error).self) { try command.run() }
      #expect(try names(in: folder) == ["trail.ndjson"])
    }
  }
}
