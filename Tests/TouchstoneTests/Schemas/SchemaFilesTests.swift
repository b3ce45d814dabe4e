import JSON
import Testing

@testable import Touchstone

/// The schemas of `Spec/schemas` say the same as the suite itself.
struct SchemaFilesTests {
  private func json(_ name: String) throws -> JSON {
    let path = "Spec/schemas/\(name).schema.json"
    let file = try #require(SuiteText.embeddedSchemas.first { $0.path == path })
    return try JSON(parsing: file.text)
  }

  private func schema(_ name: String) throws -> JSONSchema { try JSONSchema(json(name)) }

  @Test func `Every schema is one that the suite can check with`() {
    #expect(SuiteText.embeddedSchemas.count >= 3)
    let faults = SuiteText.embeddedSchemas.flatMap {
      SchemaFile(path: $0.path, text: $0.text).faults
    }
    #expect(faults == [])
  }

  @Test func `The words of group files are those of the suite`() throws {
    let definitions = try json("group-file")["$defs"]
    func words(_ name: String) -> [String] {
      (definitions?[name]?["enum"]?.array ?? []).compactMap(\.string)
    }
    #expect(words("edition") == Vocabulary.editions)
    #expect(words("feature") == Vocabulary.features)
    #expect(words("errorCode") == Vocabulary.errorCodes)
    let classes = try json("group-file")["properties"]?["class"]?["enum"]?.array ?? []
    #expect(classes.compactMap(\.string) == Vocabulary.classes)
  }

  @Test func `The steps of group files have the arguments that the suite knows`() throws {
    let forms = try json("group-file")["$defs"]?["step"]?["oneOf"]?.array ?? []
    #expect(forms.count == StepKind.all.count)
    for form in forms {
      let name = try #require(form["properties"]?["do"]?["const"]?.string)
      let entry = try #require(StepKind(name: name), "\(name)").entry
      let outcomes = if case .nothing = entry.yields { ["fails"] } else { ["returns", "fails"] }
      let arguments = entry.arguments.map(\.key)
      #expect(
        Set(form["properties"]?.object?.keys ?? []) == Set(["do"] + arguments + outcomes),
        "\(name)"
      )
      let required = entry.arguments.filter(\.isRequired).map(\.key)
      #expect(
        Set((form["required"]?.array ?? []).compactMap(\.string)) == Set(["do"] + required),
        "\(name)"
      )
      let choices = (form["oneOf"]?.array ?? []).compactMap { $0["required"]?[0]?.string }
      #expect(choices == entry.alternatives, "\(name)")
    }
  }

  @Test func `The messages have the steps and codes of the suite`() throws {
    let definitions = try json("messages")["$defs"]
    let steps = definitions?["step"]?["properties"]?["do"]?["enum"]?.array ?? []
    #expect(Set(steps.compactMap(\.string)) == Set(StepKind.all.map(\.name)))
    let codes = definitions?["stepError"]?["properties"]?["code"]?["enum"]?.array ?? []
    #expect(codes.compactMap(\.string) == Vocabulary.errorCodes)
  }

  @Test func `What is sent of every case keeps the schema of messages`() throws {
    let schema = try schema("messages")
    for testCase in try Suite.embedded().cases {
      let program = CaseProgram(of: testCase)
      let request: JSON = [
        "jsonrpc": "2.0", "id": 1, "method": "runCase",
        "params": [
          "schema": program.schema, "configuration": program.configuration,
          "given": .array(program.given.map(\.json)), "steps": .array(program.steps.map(\.json)),
        ],
      ]
      #expect(
        schema.violations(in: request, definition: "runCaseRequest") == [],
        "\(testCase.name)"
      )
    }
  }

  @Test(arguments: [
    (
      "initializeRequest",
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"edition":"2023"}}"#
    ),
    (
      "initializeAnswer",
      #"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"implementation":{"name":"a","version":"1","language":"C"},"editions":["2023"],"classes":["recording"],"features":[],"more":1}}"#
    ),
    (
      "runCaseAnswer",
      #"{"jsonrpc":"2.0","id":1,"result":{"steps":[{"ok":null},{"error":{"code":"other","message":""}},{"unsupported":"x"}],"events":[]}}"#
    ),
    (
      "runCaseAnswer",
      #"{"jsonrpc":"2.0","id":1,"result":{"openError":{"code":"invalid-metadata-key","message":""}}}"#
    ),
    ("runCaseAnswer", #"{"jsonrpc":"2.0","id":1,"result":{"unsupported":"sync"}}"#),
    (
      "runCaseAnswer",
      #"{"jsonrpc":"2.0","id":"1","result":{"steps":[],"events":[{"_id":{"$oid":"62b396f4ebe94d2b871889bb"},"_partition":"events-62b396f4ebe94d2b871889ba","activity":"read object","event":"read","timestamp":{"$date":"2022-06-23T14:54:37.756Z"},"data":"{}","username":"Jason Bourne"}]}}"#
    ),
    ("shutdownRequest", #"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#),
    ("shutdownAnswer", #"{"jsonrpc":"2.0","id":2,"result":null}"#),
    ("errorAnswer", #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no JSON"}}"#),
  ])
  func `A message keeps the schema`(_ name: String, _ text: String) throws {
    let message = try JSON(parsing: text)
    #expect(try schema("messages").violations(in: message) == [])
    #expect(try schema("messages").violations(in: message, definition: name) == [])
  }

  @Test(arguments: [
    #"{"jsonrpc":"2.0","id":1,"method":"runCase","params":{"schema":{},"configuration":{},"given":[],"steps":[{"do":"get","returns":true}]}}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"runCase","params":{"schema":{},"configuration":{},"given":[],"steps":[],"name":"a/b/c"}}"#,
    #"{"jsonrpc":"2.0","id":1,"result":{"steps":[]}}"#,
    #"{"jsonrpc":"2.0","id":1,"result":{"steps":[{"ok":null,"unsupported":""}],"events":[]}}"#,
    #"{"jsonrpc":"2.0","id":1,"result":{"openError":{"code":"broken","message":""}}}"#,
    #"{"jsonrpc":"2.0","id":1,"result":null,"error":{"code":1,"message":""}}"#,
    #"{"jsonrpc":"1.0","id":2,"method":"shutdown"}"#,
  ])
  func `A message that breaks the protocol breaks the schema`(_ text: String) throws {
    #expect(try schema("messages").violations(in: JSON(parsing: text)).count == 1)
  }
}
