import Foundation
import JSON
import TestSupport
import Testing
import Touchstone
import TouchstoneProcess

@testable import TouchstoneCommand

/// What a written skeleton answers when it is started.
@Suite(BuiltSkeletons())
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
      if Conversation.isInstalled("go") {
        starts.append(
          Start(
            language: "go",
            command: ["./adapter"],
            build: ["go", "build", "-o", "adapter", "."]
          )
        )
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
    try Conversation.hold(with: start.command, in: BuiltSkeletons.folder(of: start), sending: lines)
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
  func `Each error has the code and the id that the specification gives it`(_ start: Start) throws {
    let talk = try hold(
      start,
      [
        Self.request(1, ""),
        #"{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"edition":"2023"}}"#,
        Self.hello,
        #"{"jsonrpc":"2.0","id":3,"method":"initialize","params":{"protocolVersion":1,"edition":"2023"}}"#,
        #"{"jsonrpc":"2.0","id":4,"method":"runCase","params":{"schema":{},"configuration":{},"given":[]}}"#,
        #"{"jsonrpc":"2.0","id":5,"method":"runCase","params":[]}"#, #"{"jsonrpc":"2.0","id":6}"#,
        #"{"jsonrpc":"1.0","id":7,"method":"shutdown"}"#,
        #"{"jsonrpc":"2.0","id":[8],"method":"shutdown"}"#,
        #"{"jsonrpc":"2.0","id":9,"id":9,"method":"shutdown"}"#,
        #"{"jsonrpc":"2.0","method":"shutdown!"}"#,
        Self.request(
          10,
          "",
          configuration: #"{"events":null}"#,
          given: #"{"do":"recordEvent","activity":"a"}"#
        ),
        #"{"jsonrpc":"2.0","id":9007199254740993,"method":"dance"}"#, Self.request(11, ""),
      ]
    )
    #expect(talk.status == 0)
    let found = talk.answers.map { answer in
      "\(answer["id"] ?? "none") \(answer["error"]?["code"] ?? 0)"
    }
    #expect(
      found == [
        "1 -32600", "2 -32602", "0 0", "3 -32600", "4 -32602", "5 -32602", "6 -32600", "7 -32600",
        "null -32600", "null -32700", "10 -32603", "9007199254740993 -32601", "11 0",
      ]
    )
  }

  /// What a tiny recorder takes in the file that is to be filled in: objects with values that can be read.
  private static let recorders: [String: (file: String, changes: [(String, String)])] = [
    "python": (
      "steps.py",
      [
        ("    case.require_given(step)\n    outcomes", "    outcomes"),
        (
          "    case.require_given(step)\n    if \"as\" in step:\n        case.objects[step[\"as\"]] = (step[\"type\"], step[\"value\"])",
          "    case.objects[step[\"as\"]] = dict(step[\"value\"])"
        ),
        (
          "# ADD HERE: get",
          """
          def change(case, step):
              if isinstance(step["value"], float):
                  raise StepFailed("type-mismatch", "not an integer")
              case.objects[step["object"]][step["property"]] = step["value"]


          # ADD HERE: get
          """
        ),
        (
          "    \"create\": create,",
          """
              "create": create,
              "set": change,
              "value": lambda case, step: case.objects[step["object"]][step["property"]],
          """
        ),
      ]
    ),
    "javascript": (
      "steps.mjs",
      [
        ("    current.requireGiven(step);\n    const outcomes", "    const outcomes"),
        (
          "    current.requireGiven(step);\n    if (step.as !== undefined) current.objects.set(step.as, { type: step.type, value: step.value });\n  },",
          """
              current.objects.set(step.as, { ...step.value });
            },

            set(current, step) {
              if (typeof step.value === "number") throw new StepFailed("type-mismatch", "not an integer");
              current.objects.get(step.object)[step.property] = step.value;
            },

            value(current, step) {
              return current.objects.get(step.object)[step.property];
            },
          """
        ),
      ]
    ),
    "go": (
      "steps.go",
      [
        (
          """
          			if err := current.requireGiven(step); err != nil {
          				return nil, err
          			}

          """, ""
        ),
        (
          "\t\t\"create\": func",
          """
          		"set": func(current *Case, step Object) (any, error) {
          			if _, isInteger := step["value"].(int64); !isInteger {
          				return nil, &StepFailed{"type-mismatch", "not an integer"}
          			}
          			current.objects[text(step, "object")][text(step, "property")] = step["value"]
          			return nil, nil
          		},
          		"value": func(current *Case, step Object) (any, error) {
          			return current.objects[text(step, "object")][text(step, "property")], nil
          		},
          		"create": func
          """
        ),
      ]
    ),
    "swift": (
      "Sources/Adapter/Steps.swift",
      [
        ("    try requireGiven(\"write\")\n", ""), ("    try requireGiven(\"create\")\n", ""),
        (
          "    // ADD HERE: get",
          """
              case "set":
                guard step["value"]?.int != nil else { throw StepFailed(code: "type-mismatch", message: "not an integer") }
                return .null
              case "value":
                return objects[step["object"]?.string ?? ""]?.value[step["property"]?.string ?? ""] ?? .null
              // ADD HERE: get
          """
        ),
      ]
    ),
  ]

  @Test(arguments: Start.available)
  func `With a recorder filled in, nothing else is to be changed`(_ start: Start) async throws {
    let recorder = try #require(Self.recorders[start.language])
    let folder = try Scratch.makeFolder()
    defer { Scratch.remove(folder) }
    try Skeleton(language: start.language).write(to: folder)
    let path = "\(folder)/\(recorder.file)"
    var text = try String(contentsOfFile: path, encoding: .utf8)
    for (place, words) in recorder.changes {
      try #require(text.contains(place), "\(place)")
      text = text.replacing(place, with: words)
    }
    try Data(text.utf8).write(to: URL(filePath: path))
    try Conversation.run(start.build, in: folder)
    let program = start.command.map { word in
      FileManager.default.fileExists(atPath: "\(folder)/\(word)") ? "\(folder)/\(word)" : word
    }
    let results = await SmokeTest(SubprocessOptions(command: program), edition: "2023").run { _ in }
    #expect(results.count == 13)
    for result in results {
      #expect(result.faults == [], "\(result.title)")
      #expect(result.lack == nil, "\(result.title)")
    }
  }

  @Test(arguments: Start.available)
  func `No case fails, because what is not there is untested`(_ start: Start) async throws {
    let cases = try Suite.ofEverydaySizes().selecting().cases
    let adapter = try LiveAdapter(start.command, in: BuiltSkeletons.folder(of: start))
    let report = try await Runner().run(cases, on: adapter)
    await adapter.end()
    #expect(report.summary[.passed] > 10)
    #expect(report.summary[.passed] + report.summary[.unsupported] == cases.count)
  }
}
