import Foundation

extension SuiteText {
  /// The texts in a folder of chapters, or in one that holds the chapters in `cases`.
  init(folder path: String) throws(SuiteError) {
    let root = URL(filePath: path, directoryHint: .isDirectory)
    guard Self.isFolder(root) else {
      throw SuiteError(
        .unreadable,
        "\(path.quoted) is no folder: give one that holds the chapters of cases"
      )
    }
    let nested = root.appending(path: "cases")
    let cases = Self.isFolder(nested) ? nested : root
    for way in try Self.files(below: cases) where way.hasSuffix(".json") && way != "retired.json" {
      let file = cases.appending(path: way)
      addGroup(way, shownAs: Self.shown(file), text: try Self.bytes(of: file))
    }
    if groups.isEmpty, faults.isEmpty {
      throw SuiteError(.unreadable, "\(path.quoted) holds no group file: <chapter>/<group>.json")
    }
    let retired = root.appending(path: "retired.json")
    if FileManager.default.fileExists(atPath: retired.path(percentEncoded: false)) {
      self.retired = (Self.shown(retired), try Self.bytes(of: retired))
    }
    let chapters = root.appending(path: "Spec")
    if Self.isFolder(chapters) {
      for way in try Self.files(below: chapters) where way.hasSuffix(".md") {
        let file = chapters.appending(path: way)
        specification.append(
          (Self.shown(file), String(decoding: try Self.bytes(of: file), as: UTF8.self))
        )
      }
    } else {
      specification = Self.embeddedSpecification
    }
  }

  private static func isFolder(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(
      atPath: url.path(percentEncoded: false),
      isDirectory: &isFolder
    )
    return exists && isFolder.boolValue
  }

  /// The ways to all files below a folder but hidden ones, sorted.
  private static func files(below folder: URL) throws(SuiteError) -> [String] {
    do {
      let ways = try FileManager.default.subpathsOfDirectory(
        atPath: folder.path(percentEncoded: false)
      )
      return ways.filter { !$0.hasPrefix(".") && !$0.contains("/.") }.sorted()
    } catch {
      throw SuiteError(
        .unreadable,
        "\(shown(folder)) cannot be read: \(error.localizedDescription)"
      )
    }
  }

  private static func bytes(of file: URL) throws(SuiteError) -> [UInt8] {
    do { return Array(try Data(contentsOf: file)) } catch {
      throw SuiteError(.unreadable, "\(shown(file)) cannot be read: \(error.localizedDescription)")
    }
  }

  private static func shown(_ url: URL) -> String { url.relativePath }
}
