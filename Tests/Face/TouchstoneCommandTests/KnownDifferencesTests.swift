import Foundation
import JSON
import Testing
import Touchstone

@testable import TouchstoneCommand

/// The list of known differences is read as it was written, and strictly.
struct KnownDifferencesTests {
  private func read(_ text: String) throws -> KnownDifferences {
    let file = URL.temporaryDirectory.appending(path: "known-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(text.utf8).write(to: file)
    return try KnownDifferences(file: file.path(percentEncoded: false))
  }

  @Test func `What is written is read`() throws {
    var list = KnownDifferences()
    list.reasons = [
      "get: steps[].returns expected …": "errata \"Links\"", "write: events": "later",
    ]
    #expect(try read(list.text).reasons == list.reasons)
    #expect(try read(KnownDifferences().text).causes.isEmpty)
  }

  @Test(arguments: [
    "[]", "{}", #"{"differences": [], "more": 1}"#, #"{"differences": [{"cause": "a"}]}"#,
    #"{"differences": [{"cause": "a", "reason": " "}]}"#,
    #"{"differences": [{"cause": "a", "reason": "b"}, {"cause": "a", "reason": "c"}]}"#,
  ])
  func `A list of another form is refused`(_ text: String) {
    #expect(throws: SuiteError.self) { try read(text) }
  }
}
