import ArgumentParser
import Testing

@testable import TouchstoneCommand

/// With which options `touchstone check --complete` is refused.
struct CompleteTrailTests {
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
