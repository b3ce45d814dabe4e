import Foundation
import Testing

@testable import TouchstoneBook
@testable import Pages

struct BookFolderTests {
  /// Runs with the path of a folder that is not there yet.
  private func withFolder(_ body: (URL) throws -> Void) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "book-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    try body(url)
  }

  private func names(in url: URL) throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: url.path()))
  }

  @Test func `A book is written to a folder that is not there yet`() throws {
    try withFolder { url in
      let book = try Book.sample()
      let folder = url.appending(path: "a/b")
      try BookFolder(path: folder.path()).write(book)
      #expect(try names(in: folder) == Set(book.files.map(\.name) + [BookFolder.marker]))
      for file in book.files {
        #expect(
          try String(contentsOf: folder.appending(path: file.name), encoding: .utf8) == file.text
        )
      }
    }
  }

  @Test func `A book takes the place of a former one, whose other pages go, and of nothing else`()
    throws
  {
    try withFolder { url in
      try BookFolder(path: url.path()).write(try Book.sample())
      try "mine".write(to: url.appending(path: "CNAME"), atomically: true, encoding: .utf8)
      let marker = url.appending(path: BookFolder.marker)
      let stale = try String(contentsOf: marker, encoding: .utf8) + "old.html\n../CNAME\n/etc\n"
      try stale.write(to: marker, atomically: true, encoding: .utf8)
      try "old".write(to: url.appending(path: "old.html"), atomically: true, encoding: .utf8)
      let book = try Book.sample()
      try BookFolder(path: url.path()).write(book)
      #expect(try names(in: url) == Set(book.files.map(\.name) + [BookFolder.marker, "CNAME"]))
    }
  }

  @Test func `An empty folder is taken`() throws {
    try withFolder { url in
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      try BookFolder(path: url.path()).write(try Book.sample())
      #expect(try names(in: url).contains("index.html"))
    }
  }

  @Test func `A folder with other files is refused and stays as it is`() throws {
    try withFolder { url in
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      try "mine".write(to: url.appending(path: "index.html"), atomically: true, encoding: .utf8)
      let error = #expect(throws: OutputError.self) {
        try BookFolder(path: url.path()).write(try Book.sample())
      }
      #expect(error?.description.contains("holds other files") == true)
      #expect(try names(in: url) == ["index.html"])
    }
  }

  @Test func `A file is refused`() throws {
    try withFolder { url in
      try "mine".write(to: url, atomically: true, encoding: .utf8)
      let error = #expect(throws: OutputError.self) {
        try BookFolder(path: url.path()).write(try Book.sample())
      }
      #expect(error?.description.contains("is a file") == true)
    }
  }
}
