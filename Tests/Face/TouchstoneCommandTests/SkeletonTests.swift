import Foundation
import Pages
import Testing

@testable import TouchstoneCommand

struct SkeletonTests {
  @Test func `There is a skeleton for each language, with a README`() throws {
    #expect(Skeleton.languages == ["go", "javascript", "python", "swift"])
    for language in Skeleton.languages {
      let paths = try Skeleton(language: language).files.map(\.path)
      #expect(paths.contains("README.md"))
      #expect(paths.count >= 3)
      #expect(!paths.contains { $0.hasPrefix(".") || $0.contains("/.") })
    }
  }

  @Test(arguments: ["", "java", "Python", "python/"])
  func `An unknown language is refused, and the known ones are named`(_ language: String) {
    let error = #expect(throws: OutputError.self) { try Skeleton(language: language) }
    #expect(error?.description.contains("go, javascript, python, swift") == true)
  }

  @Test func `A skeleton is written into a new folder`() throws {
    try Scratch.withFolder { folder in
      let skeleton = try Skeleton(language: "swift")
      try skeleton.write(to: folder + "/deep/new")
      for file in skeleton.files {
        let written = try String(contentsOfFile: folder + "/deep/new/" + file.path, encoding: .utf8)
        #expect(written == file.text)
      }
    }
  }

  @Test func `An empty folder will do`() throws {
    try Scratch.withFolder { folder in
      try Skeleton(language: "python").write(to: folder)
      #expect(FileManager.default.fileExists(atPath: folder + "/adapter.py"))
    }
  }

  @Test(arguments: ["notes.txt", ".hidden", "adapter.py"])
  func `A folder with anything in it stays as it is`(_ name: String) throws {
    try Scratch.withFolder { folder in
      try Data("mine".utf8).write(to: URL(filePath: folder + "/" + name))
      let error = #expect(throws: OutputError.self) {
        try Skeleton(language: "python").write(to: folder)
      }
      #expect(error?.description.contains("is not empty") == true)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [name])
      #expect(try String(contentsOfFile: folder + "/" + name, encoding: .utf8) == "mine")
    }
  }

  @Test func `A file in the place of the folder stays as it is`() throws {
    try Scratch.withFolder { folder in
      try Data("mine".utf8).write(to: URL(filePath: folder + "/file"))
      let error = #expect(throws: OutputError.self) {
        try Skeleton(language: "python").write(to: folder + "/file")
      }
      #expect(error?.description.contains("is a file") == true)
    }
  }

  @Test func `A place where no folder can be made is an error`() throws {
    let error = #expect(throws: OutputError.self) {
      try Skeleton(language: "python").write(to: "/dev/null/adapter")
    }
    #expect(error?.description.contains("could not be written") == true)
  }
}
