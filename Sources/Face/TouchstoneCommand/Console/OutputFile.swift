import Formats
import Foundation
import Pages

/// Files that a command writes: all of one or nothing, because half a report must not pass for a whole one.
enum OutputFile {
  /// Refuses a path that could not be written to, before a long run is spent on it.
  static func checkFolder(of path: String) throws {
    let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    guard FileManager.default.isFolder(folder) == true else {
      throw OutputError("\(path) cannot be written: there is no folder \(folder)")
    }
    if FileManager.default.isFolder(path) == true {
      throw OutputError("\(path) cannot be written: it is a folder")
    }
  }

  /// Refuses to replace a file that is read: a report must not destroy the trail that it is about.
  static func checkDistinct(_ outputs: [String], from inputs: [String]) throws {
    var known: [[UInt64]: String] = [:]
    for path in outputs { if let identity = identity(of: path) { known[identity] = path } }
    guard !known.isEmpty else { return }
    for input in inputs {
      if let identity = identity(of: input), let path = known[identity] {
        throw OutputError("\(path) cannot be written: it is read as \(input)")
      }
    }
  }

  /// Whether something is there that can be read first and written afterwards, as a device or a pipe cannot.
  static func isFile(_ path: String) -> Bool { identity(of: path) != nil }

  /// What a file is, under whichever path; nil for what is not a file.
  private static func identity(of path: String) -> [UInt64]? {
    let resolved = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: resolved),
      attributes[.type] as? FileAttributeType == .typeRegular,
      let device = attributes[.systemNumber] as? NSNumber,
      let number = attributes[.systemFileNumber] as? NSNumber
    else { return nil }
    return [device.uint64Value, number.uint64Value]
  }

  /// Writes a whole text, or leaves what was there.
  static func write(_ text: String, to path: String) throws {
    let file = try StreamedFile(path)
    try file.write(text.utf8)
    try file.finish()
  }
}
