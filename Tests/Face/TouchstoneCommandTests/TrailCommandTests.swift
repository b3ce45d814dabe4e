import ArgumentParser
import Foundation
import JSON
import Testing
import Touchstone
import TrailAnswers
import TrailReading

@testable import TouchstoneCommand
@testable import TouchstoneReports
@testable import TrailCheck

/// What the commands about trails refuse, and with which status they end.
struct TrailCommandTests {
  private func event(_ number: Int, _ payload: String) -> String {
    let document: JSON = [
      "_id": ["$oid": .string("62b38b3c10846041166f5de\(number)")],
      "_partition": "events-62b38b3c10846041166f5de0", "activity": "visit",
      "timestamp": ["$date": "2022-06-23T10:00:00.000Z"], "event": "read",
      "data": .string(payload),
    ]
    return document.text()
  }

  /// The status with which `touchstone trail` ends, and the page that it wrote.
  private func status(_ lines: [String], _ arguments: String...) throws -> (Int32, String) {
    try Scratch.withFolder { folder in
      let (trail, page) = (folder + "/t.ndjson", folder + "/t.html")
      try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: trail))
      var status: Int32 = 0
      do {
        var command = try TrailCommand.parseAsRoot([trail, "--html", page] + arguments)
        try command.run()
      } catch let code as ExitCode {
        status = code.rawValue
      }
      return (status, (try? String(contentsOfFile: page, encoding: .utf8)) ?? "")
    }
  }

  @Test func `An offset west of Greenwich is a value, and no option`() throws {
    let arguments = ["trail", "users", "t.ndjson", "--utc-offset", "-05:00"]
    let parsed = try TrailFileArguments.parse(arguments)
    let command = try #require(parsed as? any TrailQuestionCommand)
    #expect(command.source.clock.minutes == -300)
  }

  @Test(arguments: [["check"], ["trail", "users"], ["schema"]])
  func `Standard input is not read twice`(_ command: [String]) throws {
    #expect(throws: ValidationError.self) {
      _ = try TrailFileArguments.parse(command + ["-", "t.ndjson", "-"])
    }
    _ = try TrailFileArguments.parse(command + ["-", "t.ndjson"])
  }

  @Test func `Nothing is not compared with a database, which has to be there all the same`() throws
  {
    try Scratch.withFolder { folder in
      let (trail, schema) = (folder + "/empty.ndjson", folder + "/schema.json")
      try Data().write(to: URL(filePath: trail))
      let text = #"{"Person":{"primaryKey":"_id","properties":{"_id":"int"}}}"#
      try Data(text.utf8).write(to: URL(filePath: schema))
      let database = folder + "/database"
      try FileManager.default.createDirectory(atPath: database, withIntermediateDirectories: false)
      try Data(#"{"_id":1}"#.utf8).write(to: URL(filePath: database + "/Person.ndjson"))
      for (path, words) in [
        (database, "no documents found in \(trail)"),
        (
          folder + "/missing.sqlite",
          "\(folder)/missing.sqlite cannot be read: there is no such file"
        ),
      ] {
        let state = ["--schema", schema, "--state", path]
        let command = try #require(try CheckCommand.parseAsRoot([trail] + state) as? CheckCommand)
        let error = #expect(throws: TrailError.self) { try command.run() }
        #expect(error.map { "\($0)" } == words)
      }
    }
  }

  @Test func `A check of nothing says nothing of a trail`() throws {
    try Scratch.withFolder { folder in
      let trail = folder + "/empty.ndjson"
      try Data().write(to: URL(filePath: trail))
      let command = try #require(try CheckCommand.parseAsRoot([trail]) as? CheckCommand)
      let error = #expect(throws: TrailError.self) { try command.run() }
      #expect(error.map { "\($0)" } == "no documents found in \(trail)")
      var check = TrailCheck(TrailOptions())
      try check.check([NamedInput(TrailInput(argument: trail))], jobs: 1)
      try check.finish(jobs: 1)
      #expect(
        TrailReport(check, of: [trail]).conclusion
          == "No document was read, so nothing is known about the trail."
      )
    }
  }

  @Test func `A trail that cannot be read as a whole ends with status 1`() throws {
    let sound = event(1, #"{"type":"Person","value":[{"_id":"1"}]}"#)
    let cut = event(2, #"{"type":"Person","value":[{"_id""#)
    #expect(try status([sound]).0 == 0)
    for arguments in [[], ["--object", "Person/1"]] {
      let (code, page) =
        arguments.isEmpty
        ? try status([sound, cut]) : try status([sound, cut], arguments[0], arguments[1])
      #expect(code == 1 && page.contains("1 payload could not be read"))
      #expect(page.contains("payload-no-json"))
    }
  }

  @Test(arguments: ["null", "[", #"{"_id"#])
  func `A question about a file of which no document can be read has no answer`(text: String) {
    let error = #expect(throws: TrailError.self) { try status([text]) }
    #expect(error.map { "\($0)" }?.contains("t.ndjson: not one document could be read") == true)
  }

  @Test func `A device is named as one, where a schema or a partial result should be`() {
    let question = #expect(throws: SuiteError.self) {
      try status([event(1, "{}")], "--schema", "/dev/null")
    }
    #expect(
      question.map { "\($0)" } == "the schema \"/dev/null\" cannot be read: it is a device"
    )
    let merging = #expect(throws: SuiteError.self) {
      var command = try MergeCommand.parseAsRoot(["/dev/null"])
      try command.run()
    }
    #expect(merging.map { "\($0)" }?.hasSuffix("cannot be read: it is a device") == true)
  }

  @Test func `A time that ends before it begins is refused`() {
    #expect(throws: (any Error).self) {
      try TrailCommand.parseAsRoot(["t", "--from", "2022-06-24", "--to", "2022-06-23"])
    }
    #expect(throws: Never.self) {
      try TrailCommand.parseAsRoot(["t", "--from", "2022-06-23", "--to", "2022-06-23"])
    }
  }

  @Test func `A schema that is missing or broken is told without an object too`() throws {
    let sound = event(1, #"{"type":"Person","value":[{"_id":"1"}]}"#)
    #expect(throws: (any Error).self) { try status([sound], "--schema", "/nowhere/schema.json") }
    try Scratch.withFolder { folder in
      try Data("{".utf8).write(to: URL(filePath: folder + "/s.json"))
      #expect(throws: (any Error).self) { try status([sound], "--schema", folder + "/s.json") }
    }
  }

  @Test(arguments: [
    (["--where", "diagnosis = flu"], "--where is a property, = or !=, and a value as JSON"),
    (["--where", "diagnosis"], "--where is a property, = or !=, and a value as JSON"),
    (
      ["--property", "address..city"], "--property is a property, or a path into an embedded object"
    ),
    (["--objects-of", "Meredith"], "--objects-of is a field and its value"),
  ])
  func `What is not a condition, a path or a field with a value is refused by its option`(
    _ arguments: [String],
    _ words: String
  ) throws {
    let error = #expect(throws: (any Error).self) {
      try TrailCommand.parseAsRoot(["events", "t"] + arguments)
    }
    let message = TrailCommand.message(for: try #require(error))
    #expect(message.contains(words), "\(message)")
  }

  @Test(arguments: [
    (["state", "t", "--at", "2022-01-01"], "of what? Give --object or --class"),
    (
      ["state", "t", "--at", "2022-01-01", "--object", "P/1", "--class", "P"],
      "--object and --class both say which objects are meant"
    ),
    (["access", "t"], "access to what?"),
  ])
  func `A question about nothing, or about two things, is refused`(
    _ arguments: [String],
    _ words: String
  ) throws {
    let error = #expect(throws: (any Error).self) { try TrailCommand.parseAsRoot(arguments) }
    let message = TrailCommand.message(for: try #require(error))
    #expect(message.contains(words), "\(message)")
  }

  @Test func `Several objects are one page, each with its events`() throws {
    let first = event(1, #"{"type":"Person","value":[{"_id":"1","n":"Ann"}]}"#)
    let second = event(2, #"{"type":"Person","value":[{"_id":"2","n":"Bea"}]}"#)
    let (code, page) = try status(
      [first, second],
      "--object",
      "Person/1",
      "--object",
      "Person/2"
    )
    #expect(code == 0)
    #expect(
      page.contains("<h1>Person/\"1\"</h1>") || page.contains("<h1>Person/&quot;1&quot;</h1>")
    )
    #expect(page.contains("Ann") && page.contains("Bea"))
    #expect(page.components(separatedBy: "<header>").count == 3)
  }

  @Test func `Times say which partitions may have uploaded later`() throws {
    let line = event(1, #"{"type":"Person","value":[{"_id":"1"}]}"#)
    try Scratch.withFolder { folder in
      let trail = folder + "/t.ndjson"
      try Data(line.utf8).write(to: URL(filePath: trail))
      var question = TrailQuestion()
      question.filter.classes = ["Person"]
      let inputs = [TrailInput.file(trail)]
      var lives = try ObjectTimelines(in: inputs, question, limit: .max)
      try lives.noteLateDevices(at: 1_700_000_000_000, in: inputs, question)
      #expect(
        lives.reading.remarks.first?.hasSuffix("uploaded: events-62b38b3c10846041166f5de0") ?? false
      )
    }
  }
}
