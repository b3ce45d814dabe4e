import ArgumentParser
import Testing

@testable import TouchstoneCommand

/// Tens of thousands of files are handed through the parser of arguments as one.
struct TrailFileArgumentsTests {
  private let many = (0..<70_000).map { "part-\($0).ndjson" }

  private func parsed(_ arguments: [String]) throws -> CheckCommand {
    try #require(try TrailFileArguments.parse(arguments) as? CheckCommand)
  }

  @Test func `Many files come through in their order, wherever options stand`() throws {
    let first = Array(many[..<30_000])
    let second = Array(many[30_000...])
    let command = try parsed(
      ["check"] + first + ["--no-ids", "--schema", "s.json"] + second + ["--complete", "-", "x"]
    )
    #expect(command.files == many + ["-", "x"])
    #expect(command.options.schema == "s.json" && command.options.noIds && command.options.complete)
    #expect(try parsed(["check", "--"] + many + ["-x"]).files == many + ["-x"])
  }

  @Test func `The value of an option is not taken for a file, nor a file for a value`() throws {
    let command = try parsed(["check", "--name", "n"] + many)
    #expect(command.name == "n")
    #expect(command.files == many)
  }

  @Test func `Questions about a trail take as many`() throws {
    func files(_ arguments: [String]) throws -> [String] {
      try #require(try TrailFileArguments.parse(arguments) as? any TrailQuestionCommand).source
        .files
    }
    #expect(try files(["trail"] + many) == many)
    #expect(try files(["trail", "timeline", "--object", "P/1"] + many) == many)
    #expect(try files(["trail", "events"] + many + ["--class", "P"]) == many)
    #expect(try files(["trail", "state", "--at", "2022-06-23", "--object", "P/1"] + many) == many)
    #expect(try files(["trail", "coverage"] + many) == many)
  }

  @Test func `Other commands and few files are left as they are`() {
    for arguments in [["run", "--"] + many, ["check", "a", "", "b"], [], ["check"]] {
      #expect(TrailFileArguments.joined(arguments) == arguments)
    }
  }

  @Test func `A negative number is the value of the option before it, whatever the option`() throws
  {
    func joined(_ arguments: String...) -> [String] {
      TrailFileArguments.withValuesJoined(arguments)
    }
    #expect(joined("explore", "--seed", "-1") == ["explore", "--seed=-1"])
    #expect(joined("trail", "--at", "-0001-01-01", "t") == ["trail", "--at=-0001-01-01", "t"])
    for arguments in [
      ["a", "-1"], ["--seed=1", "-1"], ["--at", "-x"], ["run", "--", "--a", "-1"],
    ] {
      #expect(TrailFileArguments.withValuesJoined(arguments) == arguments)
    }
    let error = #expect(throws: (any Error).self) {
      try TrailFileArguments.parse(["trail-sample", "--seed", "-1"])
    }
    let message = TouchstoneCommand.message(for: try #require(error))
    #expect(message.contains("The value '-1' is invalid for '--seed <seed>'"), "\(message)")
  }
}
