import ArgumentParser
import Testing

@testable import TouchstoneCommand

/// What `touchstone violators` refuses.
struct ViolatorsCommandTests {
  @Test func `Programs of a class are not asked for what no case of it catches`() async throws {
    let command = try ViolatorsCommand.parse([
      "--explore", "--violator", "last-arrival-wins", "--class", "mobile-platform", "--programs",
      "1",
    ])
    await #expect(throws: ValidationError.self) { try await command.run() }
  }

  @Test(arguments: [
    (["--violator", "nope"], "no violator is called \"nope\";"),
    (
      ["--violator", "last-arrival-wins", "--edition", "2022"],
      "no violator of edition 2022 is called \"last-arrival-wins\";"
    ),
  ])
  func `An unknown violator is named in the error`(_ arguments: [String], _ words: String) {
    let error = #expect(throws: (any Error).self) { try ViolatorsCommand.parse(arguments) }
    #expect(error.map { ViolatorsCommand.message(for: $0) }?.hasPrefix(words) == true)
  }

  @Test func `Two measures at once are refused`() {
    #expect(throws: (any Error).self) {
      try ViolatorsCommand.parse(["--explore", "--leading"])
    }
    #expect(throws: Never.self) { try ViolatorsCommand.parse(["--leading"]) }
  }

  @Test func `What a case of the class catches is looked for, and missed in too few programs`()
    async throws
  {
    let command = try ViolatorsCommand.parse([
      "--explore", "--violator", "last-arrival-wins", "--class", "flexible-sync", "--programs", "1",
    ])
    await #expect(throws: ExitCode(1)) { try await command.run() }
  }
}
