import Foundation
import Testing

@testable import TouchstoneExplore

/// What programs keep clear of, and what is not compared, is what the specification leaves open.
struct OpenPointTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../../..")
    .standardizedFileURL

  /// The files of a folder, and those below it, as one text.
  private static func text(of folder: String, _ suffix: String) throws -> String {
    let names = try FileManager.default.subpathsOfDirectory(
      atPath: root.appending(path: folder).path
    )
    return try names.sorted().filter { $0.hasSuffix(suffix) && !$0.hasSuffix("/OpenPoint.swift") }
      .map { try String(contentsOf: root.appending(path: "\(folder)/\($0)"), encoding: .utf8) }
      .joined(separator: "\n")
  }

  @Test func `Each point has the words of the specification`() throws {
    let words = try Self.text(of: "Spec", ".md").split(whereSeparator: \.isWhitespace)
    let specification = words.joined(separator: " ")
    let others = OpenPoint.allCases.filter { !specification.contains($0.rawValue) }
    #expect(others.map(\.rawValue) == [])
  }

  @Test func `Each point is why something is left out`() throws {
    let code = try Self.text(of: "Sources/Workshop/TouchstoneExplore", ".swift")
    let unused = OpenPoint.allCases.filter { !code.contains(".\($0)") }
    #expect(unused.map { "\($0)" } == [])
  }
}
