import Foundation

extension SuiteText {
  /// What the documents print, as this program was built with.
  static var embeddedDocuments: [(path: String, text: [UInt8])] {
    embeddedFiles.filter {
      $0.path.hasPrefix("Golden/documents/") && $0.path.hasSuffix(".json")
    }.map { ($0.path, Array($0.text.utf8)) }
  }

  /// What the documents print, from the folder that has it beside `cases`; nil if there is none.
  ///
  /// In a folder of chapters `documents` is a chapter.
  static func documents(besideCasesIn path: String) throws(SuiteError) -> [(
    path: String, text: [UInt8]
  )]? {
    let root = URL(filePath: path, directoryHint: .isDirectory)
    let folder = root.appending(path: "documents")
    let manager = FileManager.default
    guard manager.fileExists(atPath: root.appending(path: "cases").path(percentEncoded: false)),
      manager.fileExists(atPath: folder.path(percentEncoded: false))
    else { return nil }
    do {
      let names = try manager.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
      return try names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.sorted().map { name in
        let file = folder.appending(path: name)
        return (file.relativePath, Array(try Data(contentsOf: file)))
      }
    } catch {
      throw SuiteError(
        .unreadable,
        "\(folder.relativePath) cannot be read: \(error.localizedDescription)"
      )
    }
  }
}
