import Formats
import Foundation
import Testing

/// Why a file could not be read or written is said in words that end a sentence.
struct FileFailureTests {
  private func error(of body: () throws -> Void) throws -> any Error {
    do { try body() } catch { return error }
    throw CancellationError()
  }

  @Test(arguments: [("/no/such/file", "there is no such file"), ("/", "it is a folder")])
  func `What cannot be read has a reason`(path: String, reason: String) throws {
    let error = try error { _ = try Data(contentsOf: URL(filePath: path)) }
    #expect(FileFailure.reason(error) == reason)
  }

  @Test(arguments: [("/no/such/file", "there is no such folder"), ("/", "it is a folder")])
  func `What cannot be written has a reason`(path: String, reason: String) throws {
    let error = try error { try Data().write(to: URL(filePath: path)) }
    #expect(FileFailure.reason(writing: error) == reason)
  }

  @Test func `What is not about a file says what it is`() {
    struct Odd: LocalizedError { var errorDescription: String? { "something else" } }
    #expect(FileFailure.reason(Odd()) == "something else")
    #expect(FileFailure.reason(writing: Odd()) == "something else")
  }
}
