import Foundation
import JSON
import Testing

/// What `touchstone reference --store` keeps and `touchstone export` prints, as people see it.
struct ExportCommandTests {
  /// Has the reference keep what it records in these cases.
  private func record(_ filter: String, edition: String, into folder: TemporaryFolder) async throws
  {
    let outcome = try await BuiltTouchstone.run(
      ["run", "--edition", edition, "--filter", filter, "--"]
        + [try BuiltTouchstone.path(), "reference", "--store", "store"],
      in: folder.url
    )
    try #require(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test(arguments: [("2023", "activity"), ("2022", "scope")])
  func `What was recorded is printed as documents of the collection, a line each`(
    _ edition: String,
    _ activityField: String
  ) async throws {
    let folder = try TemporaryFolder()
    try await record("reads/single-objects/**", edition: edition, into: folder)
    let outcome = try await BuiltTouchstone.run(["export", "store"], in: folder.url)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.last == "")
    try #require(lines.count > 1)
    for line in lines.dropLast() {
      let document = try JSON(parsing: String(line))
      #expect(document["_id"]?["$oid"]?.string?.utf8.count == 24)
      #expect(document["_partition"]?.string?.hasPrefix("events-") == true)
      #expect(document[activityField]?.string != nil)
      #expect(document["timestamp"]?["$date"]?.string?.hasSuffix("Z") == true)
      let data = try #require(document["data"])
      #expect((edition == "2022" ? data["$binary"]?["base64"] : data)?.string?.isEmpty == false)
    }
    let ids = Set(
      try lines.dropLast().map { try JSON(parsing: String($0))["_id"]?["$oid"]?.string }
    )
    #expect(ids.count == lines.count - 1)
  }

  @Test func `What the reference recorded stands the check of trails`() async throws {
    let folder = try TemporaryFolder()
    try await record("combining/**", edition: "2023", into: folder)
    let trail = try await BuiltTouchstone.run(["export", "store"], in: folder.url)
    try folder.write(trail.output, to: "trail.ndjson")
    let outcome = try await BuiltTouchstone.run(["check", "trail.ndjson"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.contains(": 0 errors, "))
  }

  @Test(arguments: [("nowhere", "there is no folder"), ("empty", "there is no partition")])
  func `A folder without a trail is one clear error and status 2`(
    _ name: String,
    _ words: String
  ) async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "empty"),
      withIntermediateDirectories: true
    )
    let outcome = try await BuiltTouchstone.run(["export", name], in: folder.url)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("touchstone: ") && outcome.errors.contains(words))
  }

  @Test func `What is said about a folder does not steer the terminal`() async throws {
    let folder = try TemporaryFolder()
    let name = "\u{1B}[31mred\n"
    for arguments in [["export", name], ["export", "a", name]] {
      let outcome = try await BuiltTouchstone.run(arguments, in: folder.url)
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("\\u{1b}[31mred"))
      #expect(!outcome.errors.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }
  }

  @Test func `A store that can't be made is refused before the first request`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    let outcome = try await BuiltTouchstone.run(["reference", "--store", "file"], in: folder.url)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("touchstone: the folder "))
    #expect(outcome.errors.contains("/file can't be made: "))
    #expect(!outcome.errors.contains("Domain"))
  }
}
