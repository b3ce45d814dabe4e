import JSON
import Testing
@testable import Touchstone
@testable import TouchstoneWire

struct WireMessageTests {
  private let info = ImplementationInfo(
    name: "n",
    version: "1",
    language: "l",
    editions: ["2023"],
    classes: ["recording"],
    features: []
  )

  private func message(_ text: String) throws -> JSON { try JSON(parsing: text) }

  @Test func `A request reads back as it was written`() throws {
    let request = WireRequest(id: 1, method: "runCase", params: ["steps": []])
    #expect(try WireRequest(message: request.message) == request)
    let plain = WireRequest(id: "x", method: "shutdown")
    #expect(plain.message == (try message(#"{"jsonrpc":"2.0","id":"x","method":"shutdown"}"#)))
  }

  @Test func `An answer reads back as it was written`() throws {
    let answers = [
      WireAnswer(id: 1, outcome: .success(.null)),
      WireAnswer(id: .null, outcome: .failure(.unparsable("x"))),
      WireAnswer(id: "a", outcome: .failure(.notSpoken("no", editions: ["core"]))),
    ]
    for answer in answers {
      let message = answer.message
      #expect(try WireAnswer(message: message) == answer)
    }
  }

  @Test func `An outcome is one of three, whatever else is in it`() throws {
    #expect(StepOutcome(message: try message(#"{"why":"because","ok":5}"#)) == .ok(5))
    let both = try message(#"{"ok":5,"unsupported":"no"}"#)
    #expect(StepOutcome(message: both) == .malformed(both))
    let neither = try message(#"{"why":"because"}"#)
    #expect(StepOutcome(message: neither) == .malformed(neither))
  }

  @Test func `A line ends with one line break and has none within`() {
    var line: [UInt8] = []
    WireAnswer(id: 1, outcome: .success("a\nb\u{2028}")).message.writeLine { line += $0 }
    #expect(line.last == 0x0A)
    #expect(line.dropLast().allSatisfy { $0 != 0x0A })
  }

  @Test func `Members that are not known are passed over`() throws {
    let text = #"{"jsonrpc":"2.0","id":1,"result":{},"took":3}"#
    #expect(try WireAnswer(message: message(text)).outcome == .success([:]))
    var told = info.message.object ?? [:]
    told["mood"] = "good"
    #expect(try ImplementationInfo(message: .object(told)) == info)
  }

  @Test(arguments: [
    "[]", "3", #"{"id":1,"result":null}"#, #"{"jsonrpc":"2.0","result":null}"#,
    #"{"jsonrpc":"2.0","id":1}"#, #"{"jsonrpc":"2.0","id":1,"result":1,"error":{}}"#,
    #"{"jsonrpc":"2.0","id":1,"error":"no"}"#, #"{"jsonrpc":"2.0","id":1,"error":{"code":1}}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"runCase"}"#,
  ])
  func `What is not an answer is told apart`(_ text: String) throws {
    let message = try message(text)
    #expect(throws: WireError.self) { try WireAnswer(message: message) }
  }

  @Test(arguments: [
    "[]", "3", #"{"id":1,"method":"x"}"#, #"{"jsonrpc":"1.0","id":1,"method":"x"}"#,
    #"{"jsonrpc":"2.0","id":1}"#, #"{"jsonrpc":"2.0","id":[],"method":"x"}"#,
  ])
  func `What is not a request is told apart`(_ text: String) throws {
    let message = try message(text)
    #expect(throws: WireError.self) { try WireRequest(message: message) }
  }

  @Test func `What an implementation says of itself is complete`() throws {
    #expect(try ImplementationInfo(message: info.message) == info)
    for name in ["protocolVersion", "implementation", "editions", "classes", "features"] {
      var told = info.message.object ?? [:]
      told[name] = nil
      let message = JSON.object(told)
      #expect { try ImplementationInfo(message: message) } throws: { "\($0)".contains(name) }
    }
    var told = info.message.object ?? [:]
    told["features"] = ["clock", 3]
    let message = JSON.object(told)
    #expect { try ImplementationInfo(message: message) } throws: { "\($0)".contains("features") }
  }

  @Test func `A program reads back as it was sent`() throws {
    let program = CaseProgram(
      schema: ["A": [:]],
      configuration: ["sync": "none"],
      given: [["do": "events"]],
      steps: []
    )
    #expect(try CaseProgram(message: program.message) == program)
    for name in ["schema", "configuration", "given", "steps"] {
      var parameters = program.message.object ?? [:]
      parameters[name] = 3
      let message = JSON.object(parameters)
      #expect { try CaseProgram(message: message) } throws: { "\($0)".contains(name) }
    }
  }
}
