import Foundation
import JSON
import Testing

/// What `touchstone trail` answers, as people and programs see it.
struct TrailCommandTests {
  private static func event(
    _ number: Int,
    _ time: String,
    _ event: String,
    _ payload: String,
    _ user: String
  ) -> String {
    let document: JSON = [
      "_id": ["$oid": .string("62b38b3c10846041166f5de\(number)")],
      "_partition": "events-62b38b3c10846041166f5de0", "activity": "visit",
      "timestamp": ["$date": .string(time)], "event": .string(event), "data": .string(payload),
      "username": .string(user),
    ]
    return document.text()
  }

  private static let trail = [
    event(1, "2022-06-23T23:30:00Z", "read", #"{"type":"P","value":[{"_id":1,"n":"A"}]}"#, "=cmd"),
    event(
      2,
      "2022-06-24T10:00:00Z",
      "write",
      #"{"P":{"modifications":[{"oldValue":{"_id":1,"n":"A"},"newValue":{"n":"B"}}]}}"#,
      "Pam"
    ),
    event(3, "2022-06-27T10:00:00Z", "log in", "hello, you", "Pam"),
  ].joined(separator: "\n")

  private static let cut = event(4, "2022-06-27T11:00:00Z", "read", #"{"type":"P","va"#, "Pam")

  private func trail(
    _ arguments: [String],
    _ text: String = trail,
    input: String = ""
  ) async throws -> BuiltTouchstone.Outcome {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "t")
    try folder.write("0123456789abcdef\n", to: "key")
    try folder.write("short", to: "short")
    try folder.write(input, to: "input")
    return try await BuiltTouchstone.run(
      ["trail"] + arguments,
      in: folder.url,
      input: try FileHandle(forReadingFrom: folder.url.appending(path: "input"))
    )
  }

  @Test(arguments: [
    (["t"], "3 events of 1 activity in 3 documents"),
    (["timeline", "t", "--object", "P/1"], "changed it"),
    (["t", "--object", "P/1"], "saw it"),
    (["events", "t", "--user", "username=Pam"], "changed P/1 – n: \"A\" → \"B\""),
    (["events", "t"], "log in: hello, you"),
    (["access", "t", "--object", "P/1"], "P/1     2022-06-23  username==cmd     1"),
    (
      ["access", "t", "--class", "P", "--utc-offset", "+02:00"], "P/1     2022-06-24  username==cmd"
    ),
    (["state", "t", "--object", "P/1", "--at", "2022-06-24"], "n         \"B\"    2022-06-24T10"),
    (
      ["diff", "t", "--object", "P/1", "--from", "2022-06-23", "--to", "2022-06-24"],
      "1 property differs"
    ),
    (["users", "t", "--user-field", "username"], "Pam   visit"),
    (["coverage", "t"], "2022-06-25"),
    (["coverage", "t"], "3 events of 1 partition on 5 days, 2 of them without an event"),
  ])
  func `Each question has an answer for people`(arguments: [String], words: String) async throws {
    let outcome = try await trail(arguments)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.output.contains(words), "\(outcome.output)")
  }

  @Test(arguments: [
    ["events", "t"], ["access", "t", "--object", "P/1"], ["users", "t"], ["coverage", "t"],
    ["state", "t", "--object", "P/1", "--at", "2022-06-24"],
    ["diff", "t", "--object", "P/1", "--from", "2022-06-23", "--to", "2022-06-24"],
  ])
  func `Each question has an answer for machines`(arguments: [String]) async throws {
    let lines = try await trail(arguments + ["--format", "jsonl"]).output.split(separator: "\n")
    let rows = try lines.map { try JSON(parsing: Array($0.utf8)) }
    let table = try await trail(arguments + ["--format", "csv"]).output
    let fields = table.split(separator: "\r\n")
    #expect(!rows.isEmpty && fields.count == rows.count + 1)
    #expect(
      rows.allSatisfy {
        $0.object.map { Array($0.keys).joined(separator: ",") } == String(fields[0])
      }
    )
    #expect(!table.contains(",=cmd"))
  }

  @Test func `What could not be read goes to standard error, and ends with status 1`() async throws
  {
    for arguments in [
      ["events", "t"], ["access", "t", "--class", "P"], ["users", "t"], ["coverage", "t"],
    ] {
      let outcome = try await trail(arguments + ["--format", "csv"], Self.trail + "\n" + Self.cut)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("payload-no-json (1×"), "\(arguments) \(outcome.errors)")
      let text = try await trail(arguments, Self.trail + "\n" + Self.cut)
      #expect(text.status == 1 && text.output.contains("payload-no-json (1×"))
    }
  }

  @Test(arguments: [
    (["access", "t"], "--object or --class"), (["state", "t", "--object", "P/1"], "--at"),
    (["events", "t", "--object", "P"], "a class, a slash and a key"),
    (["events", "t", "--class", "p"], "did you mean \"P\"?"),
    (["users", "t", "--from", "yesterday"], "not a date"),
    (["users", "t", "--from", "2022-06-25", "--to", "2022-06-24"], "--from is not before --to"),
    (
      ["diff", "t", "--object", "P/1", "--from", "2022-06-25", "--to", "2022-06-25"],
      "--from is not before --to"
    ),
    (["users", "t", "--utc-offset", "CET"], "--utc-offset"),
    (["users", "t", "--pseudonyms", "short"], "at least 16 bytes"),
    (["users", "t", "--pseudonyms", "nowhere"], "nowhere"),
    (["users", "nowhere"], "there is no such file"), (["users", "short"], "could not be read"),
  ])
  func `What cannot be answered is one clear error`(arguments: [String], words: String) async throws
  {
    let outcome = try await trail(arguments)
    #expect(outcome.status != 0)
    #expect((outcome.errors + outcome.output).contains(words), "\(outcome.errors)")
  }

  @Test func `Pseudonyms hide users, keys and values`() async throws {
    for arguments in [
      ["events", "t"], ["access", "t", "--object", "P/1"], ["users", "t"], ["t"],
      ["t", "--object", "P/1"], ["state", "t", "--object", "P/1", "--at", "2022-06-24"],
    ] {
      let outcome = try await trail(arguments + ["--pseudonyms", "key"])
      #expect(outcome.status == 0 && outcome.output.contains("p-"))
      for name in ["Pam", "\"A\"", "\"B\"", "hello", "P/1"] {
        #expect(!outcome.output.contains(name), "\(arguments): \(outcome.output)")
      }
    }
  }

  @Test func `Standard input is read, and what it does not have is told`() async throws {
    let outcome = try await trail(["-", "--object", "P/1"], input: Self.trail)
    #expect(outcome.status == 0 && outcome.output.contains("changed it"))
    let other = try await trail(["-", "--object", "p/1"], input: Self.trail)
    #expect(other.status == 2 && other.errors.contains("did you mean \"P\"?"))
  }

  @Test func `A database is written once, and never over a file`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.trail + "\n" + Self.cut, to: "t")
    func run(_ arguments: String...) async throws -> BuiltTouchstone.Outcome {
      try await BuiltTouchstone.run(["trail", "t"] + arguments, in: folder.url)
    }
    let first = try await run("--sqlite", "trail.db")
    #expect(first.status == 1 && first.output.hasPrefix("trail.db: 4 events of 4 documents\n"))
    #expect(first.output.contains("payload-no-json (1×"))
    #expect(try folder.text(of: "trail.db").hasPrefix("SQLite format 3"))
    let second = try await run("--sqlite", "trail.db")
    #expect(second.status == 2 && second.errors.contains("exists already"))
    #expect(try await run("--sqlite", "t").status == 2)
    #expect(try await run("--sqlite", "x.db", "--html", "x.html").status != 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path())
    #expect(names.sorted() == ["t", "trail.db"])
  }

  @Test func `The help says how to ask`() async throws {
    let help = try await trail(["--help"]).output
    for name in ["timeline", "events", "access", "state", "diff", "users", "coverage"] {
      #expect(help.contains("\n  \(name) "))
    }
  }
}
