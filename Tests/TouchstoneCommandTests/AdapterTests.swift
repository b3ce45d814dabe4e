import Foundation
import JSON
import Touchstone
import Testing

@testable import TouchstoneCommand

/// What a written skeleton answers when it is started.
struct AdapterTests {
  /// A language with the command that starts its adapter.
  struct Start: Sendable, CustomStringConvertible {
    var language: String
    var command: [String]
    /// Run before, in the folder of the adapter.
    var build: [String] = []

    var description: String { language }

    /// Those that can be started here.
    ///
    /// Swift takes a build of its own, which is asked for by a variable.
    static var available: [Start] {
      var starts: [Start] = []
      if Conversation.isInstalled("python3") {
        starts.append(Start(language: "python", command: ["python3", "-B", "adapter.py"]))
      }
      if Conversation.isInstalled("node") {
        starts.append(Start(language: "javascript", command: ["node", "adapter.mjs"]))
      }
      if ProcessInfo.processInfo.environment["TOUCHSTONE_BUILD_SKELETONS"] != nil {
        starts.append(
          Start(language: "swift", command: [".build/debug/Adapter"], build: ["swift", "build"])
        )
      }
      return starts
    }
  }

  static let hello =
    #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"edition":"2023"}}"#
  static let bye = #"{"jsonrpc":"2.0","id":"bye","method":"shutdown"}"#

  static func request(_ id: Int, _ steps: String, configuration: String = "{}", given: String = "")
    -> String
  {
    """
    {"jsonrpc":"2.0","id":\(id),"method":"runCase","params":{"schema":{},"configuration":\(configuration),\
    "given":[\(given)],"steps":[\(steps)]}}
    """
  }

  private func hold(_ start: Start, _ lines: [String]) throws -> Conversation.Transcript {
    try Scratch.withFolder { folder in
      try Skeleton(language: start.language).write(to: folder)
      try Conversation.run(start.build, in: folder)
      return try Conversation.hold(with: start.command, in: folder, sending: lines)
    }
  }

  @Test(arguments: Start.available)
  func `A session from the first request to the last`(_ start: Start) throws {
    let record = #"{"do":"recordEvent","activity":"a\u2028b","eventType":"t","data":"ü"}"#
    let talk = try hold(
      start,
      [
        Self.hello,
        Self.request(1, record + #",{"do":"events"},{"do":"fly"}"#),
        Self.request(2, ""),
        Self.request(
          3,
          #"""
          {"do":"beginScope","activity":"x","as":"s"},{"do":"isActive","scope":"s"},\#
          {"do":"commitScope","scope":"s"},{"do":"isActive","scope":"s"},{"do":"cancelScope","scope":"s"}
          """#
        ),
        Self.request(4, record, configuration: #"{"events":null}"#),
        Self.request(5, record, configuration: #"{"events":{"metadata":{"a":"b"}}}"#),
        Self.request(6, record, given: #"{"do":"fly"}"#),
        Self.request(7, "", configuration: #"{"events":null}"#, given: record),
        Self.bye, #"{"jsonrpc":"2.0","id":"late","method":"shutdown"}"#,
      ]
    )
    #expect(talk.status == 0)
    #expect(talk.answers.count == 9)
    #expect(talk[0]?["result"]?["classes"] == ["recording"])
    let first = talk[1]?["result"]
    #expect(first?["steps"]?[0] == ["ok": nil])
    #expect(first?["steps"]?[1]?["ok"] == first?["events"])
    #expect(first?["steps"]?[2]?["unsupported"]?.string?.contains("fly") == true)
    let event = try #require(first?["events"]?[0])
    #expect(event["activity"] == "a\u{2028}b")
    #expect(event["event"] == "t")
    #expect(event["data"] == "ü")
    #expect(talk[2]?["result"] == ["steps": [], "events": []])
    let outcomes = talk[3]?["result"]?["steps"]
    #expect(outcomes?[1] == ["ok": true])
    #expect(outcomes?[3] == ["ok": false])
    #expect(outcomes?[4]?["error"]?["code"] == "scope-not-active")
    #expect(talk[4]?["result"]?["steps"]?[0]?["error"]?["code"] == "events-not-enabled")
    #expect(talk[5]?["result"]?["unsupported"]?.string?.contains("metadata") == true)
    #expect(talk[6]?["result"]?["unsupported"]?.string?.contains("fly") == true)
    #expect(talk[7]?["error"]?["message"]?.string?.contains("recordEvent") == true)
    #expect(talk["bye"]?["result"] == .null)
  }

  @Test(arguments: Start.available)
  func `What is not a request costs nothing but itself`(_ start: Start) throws {
    let talk = try hold(
      start,
      [
        Self.request(1, ""), "{\"jsonrpc\"", "7", "",
        #"{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":2,"edition":"2023"}}"#,
        #"{"jsonrpc":"2.0","id":3,"method":"initialize","params":{"protocolVersion":1,"edition":"1999"}}"#,
        #"{"jsonrpc":"2.0","id":4,"method":"dance"}"#,
        #"{"jsonrpc":"2.0","id":5,"method":"runCase"}"#,
        Self.hello, #"{"jsonrpc":"2.0","id":6,"method":"runCase"}"#, Self.request(8, ""),
      ]
    )
    #expect(talk.status == 0)
    let codes = talk.answers.map { $0["error"]?["code"]?.int }
    #expect(codes[1] == -32700)
    #expect(talk.answers[1]["id"] == .null)
    #expect(codes[0] != nil)
    #expect(codes[2] != nil)
    for id in [2, 3] as [JSON] {
      #expect(talk[id]?["error"]?["data"] == ["protocolVersions": [1], "editions": ["2023"]])
    }
    #expect(talk[4]?["error"]?["code"] == -32601)
    #expect(talk[5]?["error"] != nil)
    #expect(talk[6]?["error"] != nil)
    #expect(talk[8]?["result"] == ["steps": [], "events": []])
  }

  @Test(arguments: Start.available)
  func `No case fails, because what is not there is untested`(_ start: Start) async throws {
    let cases = try Suite.embedded().selecting().cases
    let folder = try Scratch.makeFolder()
    defer { Scratch.remove(folder) }
    try Skeleton(language: start.language).write(to: folder)
    try Conversation.run(start.build, in: folder)
    let adapter = try LiveAdapter(start.command, in: folder)
    let report = try await Runner().run(cases, on: adapter)
    await adapter.end()
    #expect(report.summary[.passed] > 10)
    #expect(report.summary[.passed] + report.summary[.unsupported] == cases.count)
  }
}
