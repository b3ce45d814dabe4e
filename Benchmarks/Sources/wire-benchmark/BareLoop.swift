import Foundation
import JSON
import Touchstone

/// The same bytes through the same kind of pipes to the same program, and nothing done with them: what any way to
/// talk with a program costs at least.
final class BareLoop {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let window: Int
  private let requests: [[UInt8]]
  private var lines = LineBuffer()

  init(command: [String], programs: [CaseProgram], window: Int) throws {
    self.window = window
    requests = programs.enumerated().map { index, program in
      var bytes: [UInt8] = []
      WireRequest(id: .int(Int64(index + 1)), method: "runCase", params: program.message).message
        .write(into: &bytes)
      return bytes + [0x0A]
    }
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command.dropFirst())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  /// Sends every request once and waits for all answers.
  func run() -> Int {
    let (writing, reading) = (
      input.fileHandleForWriting.fileDescriptor, output.fileHandleForReading.fileDescriptor
    )
    var (sent, answered) = (0, 0)
    var bytes: [UInt8] = []
    while answered < requests.count {
      bytes.removeAll(keepingCapacity: true)
      while sent < requests.count, sent - answered < window {
        bytes += requests[sent]
        sent += 1
      }
      if !bytes.isEmpty { bytes.withUnsafeBytes { _ = write(writing, $0.baseAddress, $0.count) } }
      _ = lines.fill { read(reading, $0.baseAddress, $0.count) }
      while lines.next() != nil { answered += 1 }
    }
    return answered
  }

  func end() throws {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
