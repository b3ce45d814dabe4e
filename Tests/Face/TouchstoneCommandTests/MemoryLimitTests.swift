import Deflate
import Foundation
import JSON
import Testing

/// What the commands need for a few events that speak of very many objects, as TRAIL-4 states it.
///
/// The program runs as a process of its own, whose peak is read while it runs. With `TOUCHSTONE_SOAK=1` there are four million
/// objects in three documents.
@Suite(.serialized) struct MemoryLimitTests {
  private static let isSoak = ProcessInfo.processInfo.environment["TOUCHSTONE_SOAK"] != nil
  private static let objects = isSoak ? 1_333_334 : 6000
  /// What a payload of so many objects inflates to, in bytes.
  private static let payload = objects * 41

  /// What TRAIL-4 allows: so many bytes, so many times the largest payload, and for a check `--memory` in megabytes.
  private static let (fixed, factor, factorOfCheck, memory) = (64 << 20, 6, 10, 64)

  private static let commands: [[String]] = [
    ["check", "--jobs", "1"], ["check", "--jobs", "1", "--complete"], ["schema"],
    ["trail"], ["trail", "--object", "Person/5"], ["trail", "access", "--object", "Person/5"],
    ["trail", "users"], ["trail", "state", "--object", "Person/5", "--at", "2023-01-01"],
    ["trail", "events"], ["trail", "events", "--format", "csv"],
    ["trail", "events", "--format", "jsonl"], ["trail", "--sqlite", "trail.db"],
    ["convert", "--to", "fhir", "--values"], ["convert", "--to", "ocsf", "--values"],
  ]

  #if os(Linux)
  @Test func `No command takes more memory than is stated`() throws {
    try Scratch.withFolder { folder in
      let trail = folder + "/trail.ndjson"
      try Self.writeTrail(to: trail)
      for command in Self.commands {
        let name = command.joined(separator: " ")
        let isCheck = command.first == "check"
        let memory = isCheck ? ["--memory", String(Self.memory)] : []
        let run = try Self.run(command + memory + ["--edition", "2022", trail], in: folder)
        #expect(run.status <= 1, "\(name)")
        #expect(run.peak > 1 << 20, "\(name): nothing was measured")
        let limit =
          Self.fixed
          + (isCheck
            ? Self.factorOfCheck * Self.payload + (Self.memory << 20) : Self.factor * Self.payload)
        #expect(run.peak <= limit, "\(name): \(run.peak >> 20) MB of \(limit >> 20) MB")
      }
    }
  }
  #endif

  /// Three reads of edition 2022, each of so many objects.
  private static func writeTrail(to path: String) throws {
    var text = ""
    for document in 0..<3 {
      var payload = Array(#"{"type":"Person","value":["#.utf8)
      var random = UInt64(document + 1)
      for number in 0..<objects {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        if number > 0 { payload.append(UInt8(ascii: ",")) }
        let name = String(random >> 40 | 1 << 24, radix: 16)
        payload += #"{"_id":\#(document * objects + number),"name":"Person \#(name)"}"#.utf8
      }
      payload += "]}".utf8
      let fields: JSON = [
        "_id": ["$oid": .string("62b396f4ebe94d2b8718000" + String(document))],
        "_partition": "events-62b396f4ebe94d2b871889ba", "scope": "read object", "event": "read",
        "timestamp": ["$date": .string("2022-06-23T14:54:3\(document).756Z")], "user": "tony",
        "data": [
          "$binary": [
            "base64": .string(Data(Deflate.compress(payload)).base64EncodedString()),
            "subType": "00",
          ]
        ],
      ]
      text += fields.text() + "\n"
    }
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  /// Runs the program to its end, and says how much memory it had at the most.
  private static func run(
    _ arguments: [String],
    in folder: String
  ) throws -> (status: Int32, peak: Int) {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    let process = Process()
    process.executableURL =
      (bundle?.deletingLastPathComponent()
      ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent())
      .appending(path: "touchstone")
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder, directoryHint: .isDirectory)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    var peak = 0
    while process.isRunning {
      // It only grows, so that nothing but its last milliseconds is missed.
      peak = max(peak, memory(of: process.processIdentifier))
      usleep(2000)
    }
    process.waitUntilExit()
    return (process.terminationStatus, peak)
  }

  private static func memory(of process: Int32) -> Int {
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    return (line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
  }
}
