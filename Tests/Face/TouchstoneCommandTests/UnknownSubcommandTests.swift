import Testing

@testable import TouchstoneCommand

struct UnknownSubcommandTests {
  @Test(arguments: [nil, "run", "trail-sample", "help", "--help", "--version", "-h"])
  func `What the parser knows is left to it`(_ word: String?) {
    #expect(UnknownSubcommand(word) == nil)
  }

  @Test func `A word that is near a command is told with it`() {
    #expect(
      UnknownSubcommand("chek")?.description
        == "there is no command \"chek\" (did you mean \"check\"?)"
    )
  }

  @Test func `Any other word is told with all commands`() {
    let text = UnknownSubcommand("frobnicate")?.description
    #expect(text?.hasPrefix("there is no command \"frobnicate\"; known: run, list, show") == true)
  }
}

extension UnknownSubcommand: Equatable {
  static func == (left: UnknownSubcommand, right: UnknownSubcommand) -> Bool {
    left.description == right.description
  }
}
