import Foundation

/// Folders that are gone when a test is over.
enum Scratch {
  static func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = try makeFolder()
    defer { remove(folder) }
    return try body(folder)
  }

  static func makeFolder() throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.path()
  }

  static func remove(_ folder: String) { try? FileManager.default.removeItem(atPath: folder) }
}
