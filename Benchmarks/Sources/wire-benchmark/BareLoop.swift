import Foundation
import JSON
import Touchstone

/// The same bytes through the same kind of pipes to the same program, and as little as possible done with them: what
/// any way to talk with a program costs at least.
final class BareLoop {
  /// What is done besides sending and receiving.
  enum Work {
    /// Lines are counted.
    case none
    /// Each request is written as JSON before it is sent, and each answer read as JSON.
    case json
  }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let window: Int
  private let work: Work
  private let programs: [CaseProgram]
  private let requests: [[UInt8]]
  private var lines = LineBuffer()

  init(command: [String], programs: [CaseProgram], window: Int, work: Work = .none) throws {
    self.window = window
    self.work = work
    self.programs = programs
    requests = programs.enumerated().map { index, program in Self.request(program, index) }
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command.dropFirst())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  private static func request(_ program: CaseProgram, _ index: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    WireRequest(id: .int(Int64(index + 1)), method: "runCase", params: program.message).message
      .write(into: &bytes)
    bytes.append(0x0A)
    return bytes
  }

  /// Sends every request once and waits for all answers.
  func run() throws -> Int {
    let (writing, reading) = (
      input.fileHandleForWriting.fileDescriptor, output.fileHandleForReading.fileDescriptor
    )
    var (sent, answered) = (0, 0)
    var bytes: [UInt8] = []
    while answered < requests.count {
      bytes.removeAll(keepingCapacity: true)
      while sent < requests.count, sent - answered < window {
        bytes += work == .json ? Self.request(programs[sent], sent) : requests[sent]
        sent += 1
      }
      if !bytes.isEmpty { bytes.withUnsafeBytes { _ = write(writing, $0.baseAddress, $0.count) } }
      _ = lines.fill { read(reading, $0.baseAddress, $0.count) }
      while let line = lines.next() {
        if work == .json { _ = try WireAnswer(message: JSON(parsing: line)) }
        answered += 1
      }
    }
    return answered
  }

  func end() throws {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
