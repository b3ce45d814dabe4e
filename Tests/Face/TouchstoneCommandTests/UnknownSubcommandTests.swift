import Testing

@testable import TouchstoneCommand

struct UnknownSubcommandTests {
  @Test(arguments: [
    [], ["run"], ["trail-sample"], ["help"], ["--help"], ["--version"], ["-h"], ["trail"],
    ["trail", "access", "export.ndjson"], ["trail", "export.ndjson"], ["trail", "-"],
    ["trail", "--help"], ["check", "acess"],
    ["help", "check"], ["help", "trail", "access"], ["help", "--help"],
  ])
  func `What the parser knows is left to it`(_ words: [String]) {
    #expect(UnknownSubcommand(words) == nil)
  }

  @Test func `A word that is near a command is told with it`() {
    #expect(
      UnknownSubcommand(["chek", "x"])?.description
        == "\"chek\" is not a command (did you mean \"check\"?)"
    )
  }

  @Test func `Help about what is not there is refused as the command itself is`() {
    #expect(
      UnknownSubcommand(["help", "chek"])?.description
        == "\"chek\" is not a command (did you mean \"check\"?)"
    )
    #expect(
      UnknownSubcommand(["help", "trail", "acess"])?.description
        == "\"acess\" is not a question about a trail (did you mean \"access\"?)"
    )
    let unlike = UnknownSubcommand(["help", "trail", "/dev/null"])?.description
    #expect(unlike?.contains("known: timeline, events") == true)
  }

  @Test func `Any other word is told with all commands`() {
    let text = UnknownSubcommand(["frobnicate"])?.description
    #expect(text?.hasPrefix("\"frobnicate\" is not a command; known: run, list, show") == true)
  }

  @Test
  func `A word that is near a question about a trail is told with it, unless a file has that name`()
  {
    #expect(
      UnknownSubcommand(["trail", "acess", "x"])?.description
        == "\"acess\" is neither a file nor a question about a trail (did you mean \"access\"?)"
    )
    #expect(UnknownSubcommand(["trail", "/dev/null"]) == nil)
  }
}

extension UnknownSubcommand: Equatable {
  static func == (left: UnknownSubcommand, right: UnknownSubcommand) -> Bool {
    left.description == right.description
  }
}
