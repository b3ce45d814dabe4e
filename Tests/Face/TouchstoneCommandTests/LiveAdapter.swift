import Foundation
import JSON
import Touchstone
import TouchstoneWire

/// An adapter that runs, asked one question after the other.
actor LiveAdapter: Implementation {
  /// It ended, or said something that is not an answer.
  struct Silent: Error {}

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var rest = Data()

  init(_ command: [String], in folder: String) throws {
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = URL(filePath: folder, directoryHint: .isDirectory)
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  func initialize(edition: String) async throws -> ImplementationInfo {
    let params: JSON = ["protocolVersion": 1, "edition": .string(edition)]
    return try ImplementationInfo(message: ask("initialize", params))
  }

  func runCase(_ program: CaseProgram) async throws -> CaseResult {
    CaseResult(message: try ask("runCase", program.message))
  }

  /// Lets it end at the end of its input.
  func end() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  private func ask(_ method: String, _ params: JSON) throws -> JSON {
    let request = WireRequest(id: 1, method: method, params: params)
    try input.fileHandleForWriting.write(contentsOf: Data((request.message.text() + "\n").utf8))
    let answer = try JSON(parsing: line())
    guard let result = answer["result"] else { throw Silent() }
    return result
  }

  private func line() throws -> [UInt8] {
    let lineEnd = Data([UInt8(ascii: "\n")])
    // Only what is new is searched: an answer may come in hundreds of pieces.
    var searched = 0
    while true {
      if let end = rest.range(of: lineEnd, in: searched..<rest.count) {
        defer { rest = Data(rest[end.upperBound...]) }
        return Array(rest[..<end.lowerBound])
      }
      searched = rest.count
      let bytes = output.fileHandleForReading.availableData
      if bytes.isEmpty { throw Silent() }
      rest.append(bytes)
    }
  }
}
