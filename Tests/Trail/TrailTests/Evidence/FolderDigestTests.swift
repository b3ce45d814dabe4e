import Foundation
import Testing

@testable import TrailReading

/// The digest of a folder, which a schema can be, is one that anybody can make again with other tools.
struct FolderDigestTests {
  private func digest(of files: [(name: String, text: String)]) throws -> (
    bytes: Int, sha256: String
  ) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "digest-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(text.utf8).write(to: file)
    }
    return try TrailInput.file(folder.path(percentEncoded: false)).digest()
  }

  private let app = [("db/people/schema.json", "{}"), ("app.json", "[1]")]

  @Test func `The digest of a folder is that of the list that sha256sum writes`() throws {
    // find . -type f -printf '%P\n' | LC_ALL=C sort | xargs -d '\n' sha256sum | sha256sum
    let list = "a82d3bf04d642e561b18a7bbcdde816a11832d35cad2d1cc989f293eea200871"
    let digest = try digest(of: app)
    #expect(digest.sha256 == list && digest.bytes == 5)
    #expect(try self.digest(of: app.reversed()).sha256 == list)
  }

  @Test func `A folder has another digest when a file in it changes, moves or is added`() throws {
    let former = try digest(of: app).sha256
    for files in [
      [app[0], ("app.json", "[2]")], [app[0], ("other.json", "[1]")], app + [("db/a", "")],
    ] {
      #expect(try digest(of: files).sha256 != former)
    }
  }
}
