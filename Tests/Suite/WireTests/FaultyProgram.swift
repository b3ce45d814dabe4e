import Foundation

/// The program of many faults in `FaultyAdapters`.
enum FaultyProgram {
  /// The command that has this fault.
  static func command(_ mode: String, folder: URL? = nil) -> [String] {
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "FaultyAdapters/faulty.py"
    )
    return [python, "-ISs", script.path(), mode] + (folder.map { [$0.path()] } ?? [])
  }

  /// The system's own Python begins sooner than what stands before it in some paths.
  private static let python =
    FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")
    ? "/usr/bin/python3" : "python3"
}
