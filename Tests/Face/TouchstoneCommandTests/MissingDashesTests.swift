import ArgumentParser
import Testing

@testable import TouchstoneCommand

/// An option without its hyphens is told, and not read as a file.
struct MissingDashesTests {
  @Test(
    arguments: [
      (["check", "t", "schema", "s.json"], "schema"), (["check", "complete", "t"], "complete"),
      (["trail", "t", "object", "P/1"], "object"),
      (["trail", "events", "t", "--class", "P", "user-field", "name"], "user-field"),
      (["schema", "t", "primary-key", "P=number"], "primary-key"),
      (["merge", "a.json", "report", "json=r.json"], "report"),
    ] as [([String], String)]
  )
  func `The option is named`(_ arguments: [String], _ name: String) throws {
    let error = #expect(throws: MissingDashes.self) { try TrailFileArguments.parse(arguments) }
    #expect(error?.description == "\"\(name)\" is not a file: did you mean --\(name)?")
  }

  @Test(arguments: [
    ["check", "t", "schema.json"], ["check", "t", "schemas"], ["check", "t", "./schema"],
    // Another command has that option.
    ["check", "t", "object"], ["schema", "t", "state"],
    // The value of an option.
    ["check", "t", "--schema", "schema"], ["check", "-", "--name", "name"],
  ])
  func `Other words are files and values`(_ arguments: [String]) {
    #expect(throws: Never.self) { _ = try TrailFileArguments.parse(arguments) }
  }

  @Test func `A file may be called like an option`() {
    #expect(MissingDashes(["schema"], of: CheckCommand.self) { _ in true } == nil)
    #expect(MissingDashes(["schema"], of: CheckCommand.self) { _ in false } != nil)
  }

  @Test func `A name of standard input is refused where it is not read`() {
    #expect(throws: ValidationError.self) { try CheckCommand.parse(["t", "--name", "x"]).run() }
  }
}
