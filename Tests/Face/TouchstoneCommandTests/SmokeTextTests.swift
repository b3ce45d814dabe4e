import Testing

@testable import TouchstoneCommand
@testable import TouchstoneProcess

struct SmokeTextTests {
  private func conclusion(_ classes: [String], lack: String? = nil) -> String {
    var result = SmokeResult(title: "starts", faults: [], advice: "", suspect: .adapter)
    result.classes = classes
    result.lack = lack
    return SmokeText.conclusion(of: [result])
  }

  @Test func `The next command names a class that the program offers`() {
    #expect(conclusion(["recording", "flexible-sync"]).hasSuffix("touchstone run -- COMMAND"))
    #expect(
      conclusion(["flexible-sync"]).hasSuffix("touchstone run --class flexible-sync -- COMMAND")
    )
    #expect(conclusion([]).hasSuffix("touchstone run -- COMMAND"))
    #expect(conclusion(["recording"], lack: "no links").contains("explore --schema FILE"))
    #expect(
      conclusion(["flexible-sync"], lack: "no realm").hasSuffix("--class flexible-sync -- COMMAND")
    )
  }
}
