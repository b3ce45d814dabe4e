import ArgumentParser
import Testing

@testable import TouchstoneCommand

/// What `touchstone check` refuses.
struct CheckCommandTests {
  @Test(arguments: [
    ["--no-history"], ["--level", "types"], ["--level", "payload"], ["--level", "document"],
  ])
  func `A trail is not taken for complete where histories are left out`(arguments: [String]) {
    #expect(throws: (any Error).self) { try CheckCommand.parse(["t", "--complete"] + arguments) }
    #expect(throws: Never.self) { try CheckCommand.parse(["t"] + arguments) }
    #expect(throws: Never.self) {
      try CheckCommand.parse(["t", "--complete", "--level", "history"])
    }
  }
}
