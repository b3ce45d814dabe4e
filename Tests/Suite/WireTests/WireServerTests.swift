import Foundation
import JSON
import Testing
@testable import Touchstone
@testable import TouchstoneWire

struct WireServerTests {
  private let initialize =
    #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"edition":"2023"}}"#

  /// What a server answers to these lines before it ends, by id (`null` for those without).
  private func answers(
    _ lines: [String],
    to implementation: any Implementation = Echo(),
    lineLimit: Int = 1 << 20,
    end: String = "\n"
  ) async throws -> [WireAnswer] {
    let (requests, responses) = (Pipe(), Pipe())
    let text = lines.joined(separator: "\n") + end
    // Reading and writing block, which no thread that runs tasks may do.
    let output = onThread { try responses.fileHandleForReading.readToEnd() ?? Data() }
    let input = onThread {
      // What the server does not read is of no interest.
      try? requests.fileHandleForWriting.write(contentsOf: Data(text.utf8))
      try requests.fileHandleForWriting.close()
    }
    await WireServer(implementation, lineLimit: lineLimit, concurrency: 4).serve(
      input: requests.fileHandleForReading.fileDescriptor,
      output: responses.fileHandleForWriting.fileDescriptor
    )
    try responses.fileHandleForWriting.close()
    try await input.value
    return try await output.value.split(separator: 0x0A).map {
      try WireAnswer(message: JSON(parsing: $0))
    }
  }

  private func code(_ answer: WireAnswer?) -> Int64? {
    if case .failure(let error)? = answer?.outcome { error.code } else { nil }
  }

  private func runCase(_ id: Int, _ steps: String = "") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"runCase","params":{"schema":{},"configuration":{},"given":[],"steps":[\#(steps)]}}"#
  }

  @Test func `Every request is answered once, in any order`() async throws {
    let cases = (1...50).map { runCase($0, #"{"do":"value","id":\#($0)}"#) }
    let answers = try await answers([initialize] + cases)
    #expect(answers.first?.id == 0)
    #expect(answers.count == 51)
    for answer in answers.dropFirst() {
      #expect(try answer.outcome.get()["steps"]?[0]?["ok"]?["id"] == answer.id)
    }
  }

  @Test func `No case runs before the implementation is initialized`() async throws {
    let answers = try await answers([runCase(1), initialize, runCase(2)])
    #expect(answers.map(\.id) == [1, 0, 2])
    #expect(code(answers.first) == -32600)
    #expect(code(answers.last) == nil)
  }

  @Test func `An edition that is not spoken is refused with those that are`() async throws {
    let other = initialize.replacing("2023", with: "1999")
    let answers = try await answers([other, runCase(1), initialize, runCase(2)])
    guard case .failure(let error)? = answers.first?.outcome else {
      Issue.record("edition 1999 was taken")
      return
    }
    #expect(error.data?["editions"] == ["2023"])
    #expect(code(answers[1]) == -32600)
    #expect(answers[2...].map(code) == [nil, nil])
  }

  @Test func `A version that is not spoken is refused with the one that is`() async throws {
    let other = initialize.replacing(#"Version":1"#, with: #"Version":2"#)
    guard case .failure(let error)? = try await answers([other]).first?.outcome else {
      Issue.record("version 2 was taken")
      return
    }
    #expect(error.data?["protocolVersions"] == [1])
  }

  @Test func `Faulty requests are told apart by their codes`() async throws {
    let answers = try await answers([
      "{", "[]", #"{"jsonrpc":"2.0","id":"a","method":"runCases"}"#,
      #"{"jsonrpc":"2.0","id":"b"}"#, initialize,
      #"{"jsonrpc":"2.0","id":"c","method":"runCase","params":{"schema":{}}}"#, initialize,
    ])
    #expect(answers.map(\.id) == [.null, .null, "a", "b", 0, "c", 0])
    #expect(answers.map(code) == [-32700, -32600, -32601, -32600, nil, -32602, -32600])
  }

  @Test func `What throws is an error of that request`() async throws {
    let answers = try await answers([initialize, runCase(1, #"{"do":"throw"}"#), runCase(2)])
    #expect(code(answers.first { $0.id == 1 }) == -32603)
    #expect(code(answers.first { $0.id == 2 }) == nil)
  }

  @Test func `Shutting down is answered last, and nothing after it is read`() async throws {
    let shutdown = #"{"jsonrpc":"2.0","id":9,"method":"shutdown"}"#
    let cases = (1...8).map { runCase($0) }
    let answers = try await answers([initialize] + cases + [shutdown, runCase(10)])
    #expect(answers.count == 10)
    #expect(answers.last == WireAnswer(id: 9, outcome: .success(.null)))
  }

  @Test func `Requests without an id, and empty lines, are not answered`() async throws {
    let answers = try await answers([
      "", " \r", #"{"jsonrpc":"2.0","method":"log"}"#, initialize,
    ])
    #expect(answers.map(\.id) == [0])
  }

  @Test func `A request that is too long is refused, and the next one is read`() async throws {
    let long = String(repeating: "x", count: 300_000)
    let answers = try await answers([long, initialize, long, runCase(1)], lineLimit: 1_000)
    #expect(answers.map(\.id) == [.null, 0, .null, 1])
    #expect(answers.map(code) == [-32700, nil, -32700, nil])
  }

  @Test func `The last request needs no line break`() async throws {
    #expect(try await answers([initialize], end: "").map(\.id) == [0])
  }
}

/// Answers every step with the step itself.
private struct Echo: Implementation {
  func initialize(edition: String) async throws -> ImplementationInfo {
    guard edition == "2023" else { throw UnknownEdition(edition, known: ["2023"]) }
    return ImplementationInfo(
      name: "echo",
      version: "1",
      language: "Swift",
      editions: ["2023"],
      classes: ["recording"],
      features: []
    )
  }

  func runCase(_ program: CaseProgram) async throws -> CaseResult {
    if program.steps.first?["do"] == "throw" { throw StepError(code: "other", message: "no") }
    return .completed(steps: program.steps.map { .ok($0.json) }, events: [])
  }
}
