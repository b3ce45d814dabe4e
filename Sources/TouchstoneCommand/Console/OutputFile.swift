import Foundation
import TouchstoneReports

/// Files that a command writes: all of one or nothing, because half a report must not pass for a whole one.
enum OutputFile {
  /// Refuses a path that could not be written to, before a long run is spent on it.
  static func checkFolder(of path: String) throws {
    let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
    guard exists, isFolder.boolValue else {
      throw OutputError("\(path) cannot be written: there is no folder \(folder)")
    }
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw OutputError("\(path) cannot be written: it is a folder")
    }
  }

  /// Writes a whole text, or leaves what was there.
  static func write(_ text: String, to path: String) throws {
    do {
      // A pipe or a device cannot be replaced, and must not be.
      let kind =
        try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      let isReplaceable = kind == nil || kind == .typeRegular
      try Data(text.utf8).write(to: URL(filePath: path), options: isReplaceable ? .atomic : [])
    } catch {
      throw OutputError("\(path) could not be written: \(error.localizedDescription)")
    }
  }
}
