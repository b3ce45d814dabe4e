import Foundation
import Touchstone

extension Skeleton {
  /// Writes all files into a folder, which is made if it is not there.
  ///
  /// Nothing is ever overwritten: a folder with anything in it is refused before a file is written.
  func write(to path: String) throws(SkeletonError) {
    let folder = URL(filePath: path, directoryHint: .isDirectory)
    try Self.checkIsFree(path)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for file in files {
        let target = folder.appending(path: file.path)
        try FileManager.default.createDirectory(
          at: target.deletingLastPathComponent(),
          withIntermediateDirectories: true
        )
        try Data(file.text.utf8).write(to: target, options: .withoutOverwriting)
      }
    } catch {
      throw SkeletonError(
        .unwritable,
        "the skeleton could not be written to \(path): \(error.localizedDescription)"
      )
    }
  }

  private static func checkIsFree(_ path: String) throws(SkeletonError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
    guard isFolder.boolValue else {
      throw SkeletonError(.occupied, "\(path.quoted) is a file: give a new folder")
    }
    let contents = try? FileManager.default.contentsOfDirectory(atPath: path)
    if contents?.isEmpty != true {
      throw SkeletonError(
        .occupied,
        "\(path.quoted) is not empty: give a new folder, so that nothing is overwritten"
      )
    }
  }
}
