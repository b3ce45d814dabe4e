import ArgumentParser
import Testing

@testable import TouchstoneCommand

/// What takes one value and is given two is refused, whatever the command.
struct RepeatedOptionsTests {
  @Test(arguments: [
    ["trail", "access", "t", "--object", "P/1", "--format", "csv", "--format", "jsonl"],
    ["trail", "state", "t", "--object=P/1", "--at=2022-01-01", "--at", "2022-01-02"],
    ["trail", "t", "--from", "2022-01-01", "--object", "P/1", "--from", "2023-01-01"],
    ["check", "t", "--level", "payload", "--level", "types"],
    ["check", "--schema", "a", "t", "--schema", "b"],
    ["convert", "t", "--to", "fhir", "--to", "ocsf"],
    ["run", "--edition", "core", "--edition", "2023", "--", "recorder"],
  ])
  func `An option that is given twice is refused by its name`(_ arguments: [String]) throws {
    let error = #expect(throws: (any Error).self) { try TrailFileArguments.parse(arguments) }
    let message = TouchstoneCommand.message(for: try #require(error))
    #expect(message.contains(" is given twice, and takes one value"), "\(message)")
    #expect(!TouchstoneCommand.fullMessage(for: try #require(error)).contains("Usage:"))
  }

  @Test func `A flag and its opposite are refused`() throws {
    let error = #expect(throws: (any Error).self) {
      try TrailFileArguments.parse(["convert", "t", "--to", "fhir", "--values", "--no-values"])
    }
    let message = TouchstoneCommand.message(for: try #require(error))
    #expect(message.contains("--no-values"), "\(message)")
  }

  @Test(arguments: [
    ["trail", "access", "t", "--object", "P/1", "--user", "name=a", "--user", "name=b"],
    ["trail", "t", "--object", "P/1", "--activity", "x", "--activity", "y"],
    ["trail", "access", "t", "--object", "P/1", "--object", "P/2"],
    ["check", "t", "u", "--require", "ward", "--require", "user"],
    // What stands behind two hyphens is not ours.
    ["run", "--edition", "core", "--", "recorder", "--edition", "core", "--edition", "2023"],
    // A value is not an option, whatever it says.
    ["trail", "t", "--object", "P/1", "--from=2022-01-01", "--to", "2023-01-01"],
  ])
  func `What may stand several times, and what is not an option, is taken`(
    _ arguments: [String]
  ) throws {
    #expect(throws: Never.self) { _ = try TrailFileArguments.parse(arguments) }
  }

  @Test func `A key that is missing is asked for, and the empty text can be given`() throws {
    let error = #expect(throws: (any Error).self) {
      try TrailFileArguments.parse(["trail", "t", "--object", "Staff/"])
    }
    let message = TouchstoneCommand.message(for: try #require(error))
    #expect(message.contains(#"--object 'Staff/""' asks for the empty text"#), "\(message)")
    #expect(throws: Never.self) {
      _ = try TrailFileArguments.parse(["trail", "t", "--object", #"Staff/"""#])
    }
  }

  @Test(arguments: ["", " ", "\t"])
  func `A required field has a name`(_ name: String) {
    #expect(throws: (any Error).self) {
      try TrailFileArguments.parse(["check", "t", "--require", name])
    }
  }
}
