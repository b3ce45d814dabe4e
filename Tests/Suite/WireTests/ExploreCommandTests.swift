import Foundation
import JSON
import Testing

/// Which exit status `explore` has, and what it writes.
struct ExploreCommandTests {
  @Test(arguments: [
    ["--count", "0"], ["--count", "-1"], ["--count", "many"], ["--for", "0"], ["--for", "1d"],
    ["--for", ""], ["--seed", "-1"], ["--class", "recordings"], ["--edition", "1999"],
    ["--features", "clocks"], ["--only", "LINKS"], ["--only", ""], ["--features", ""],
    ["--class", "mobile-platform", "--only", "LINK"], ["--write", "/dev/null"],
    ["--stop-after", "0"],
    ["--jobs", "0"], ["--report", "csv=x.csv"], ["--against", ""], ["surplus"],
  ])
  func `A wrong argument is an error that says so`(_ arguments: [String]) async throws {
    let outcome = try await BuiltTouchstone.run(["explore", "--count", "1"] + arguments)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("touchstone: "), "\(outcome.errors)")
  }

  @Test func `A program that cannot be started is an error`() async throws {
    let outcome = try await BuiltTouchstone.run([
      "explore", "--count", "1", "--", "/no/such/program",
    ])
    #expect(outcome.status == 2)
  }

  @Test func `The reference does not differ from itself, and the same seed says the same`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "report.json").path()
    for conformanceClass in ["recording", "event-realm", "flexible-sync"] {
      let outcome = try await BuiltTouchstone.run([
        "explore", "--seed", "7", "--count", "5", "--class", conformanceClass, "--report",
        "json=\(path)",
      ])
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
      let report = try JSON(parsing: folder.text(of: "report.json"))
      #expect(report["seed"] == "7")
      #expect(report["programs"]?["agreed"] == 5)
      #expect(report["class"] == .string(conformanceClass))
    }
  }

  @Test func `A program that ends is a difference, and the case that is written ends it, too`()
    async throws
  {
    let folder = try TemporaryFolder()
    let command = FaultyProgram.command("dies-always")
    let outcome = try await BuiltTouchstone.run(
      [
        "explore", "--seed", "1", "--count", "3", "--stop-after", "1", "--write",
        folder.url.path(), "--",
      ] + command
    )
    #expect(outcome.status == 1, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("case written to"))
    let again = try await BuiltTouchstone.run(
      ["run", "--cases", folder.url.path(), "--"] + command
    )
    #expect(again.status == 1)
    let right = try await BuiltTouchstone.run(["run", "--cases", folder.url.path()])
    #expect(right.status == 0, "\(right.output)\(right.errors)")
  }
}
