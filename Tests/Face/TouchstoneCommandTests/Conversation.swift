import Foundation
import JSON

/// Starts a program, sends it lines, and reads what it answers until it ends.
enum Conversation {
  /// What a program said, and how it ended.
  struct Transcript {
    var answers: [JSON]
    var status: Int32

    /// The answer with that id.
    subscript(id: JSON) -> JSON? { answers.first { $0["id"] == id } }
  }

  static func hold(with command: [String], in folder: String, sending lines: [String]) throws
    -> Transcript
  {
    let input = Pipe()
    let output = Pipe()
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = URL(filePath: folder, directoryHint: .isDirectory)
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // All that is sent here fits into a pipe, so that neither side waits for the other.
    try input.fileHandleForWriting.write(
      contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8)
    )
    try input.fileHandleForWriting.close()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let answers = try bytes.split(separator: UInt8(ascii: "\n")).map { try JSON(parsing: $0) }
    return Transcript(answers: answers, status: process.terminationStatus)
  }

  /// Runs a command, if there is one, and waits for its end.
  static func run(_ command: [String], in folder: String) throws {
    if command.isEmpty { return }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = URL(filePath: folder, directoryHint: .isDirectory)
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
  }

  /// Whether a program is installed.
  static func isInstalled(_ name: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }
}
