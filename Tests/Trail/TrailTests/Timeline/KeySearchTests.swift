import Formats
import JSON
import Testing

@testable import TrailAnswers
@testable import TrailReading

/// However many threads look for an object, and wherever the files are cut, the answer is the same.
struct KeySearchTests {
  /// What an answer shows.
  private struct Answer: Equatable {
    var events: [AuditDocument]
    var count: Int
    var reading: ReadingExtent
  }

  private func answer(
    _ key: String,
    _ inputs: [TrailInput],
    jobs: Int,
    partBytes: Int = TrailLimits().partBytes,
    edition: Edition = .current
  ) throws -> Answer {
    var question = TrailQuestion()
    (question.jobs, question.edition) = (jobs, edition)
    question.partBytes = partBytes
    let life = try ObjectTimeline(of: try #require(ObjectName(key)), in: inputs, question)
    return Answer(events: life.entries.map(\.document), count: life.count, reading: life.reading)
  }

  private func expectSame(
    _ key: String,
    _ inputs: [TrailInput],
    edition: Edition = .current,
    location: SourceLocation = #_sourceLocation
  ) throws -> Answer {
    let one = try answer(key, inputs, jobs: 1, edition: edition)
    for (partBytes, jobs) in [(500, 2), (1300, 3), (5000, 7), (20_000, 2)] {
      let several = try answer(key, inputs, jobs: jobs, partBytes: partBytes, edition: edition)
      #expect(several == one, "parts of \(partBytes) bytes", sourceLocation: location)
    }
    return one
  }

  private func input(_ lines: [String], _ name: String = "t") -> TrailInput {
    .bytes(Array(lines.joined(separator: "\n").utf8), name: name)
  }

  private func read(_ number: Int, _ key: Int) -> String {
    SmallExport.event(
      "read",
      #"{"type":"Person","value":[{"_id":\#(key)}]}"#,
      number: number
    )
  }

  /// Many events of few objects, with damage and events that stand twice.
  private var lines: [String] {
    var lines = (1...200).map { read($0, 7000 + $0 % 10) }
    lines[20] = "{"
    lines[90] = SmallExport.event("read", #"{"type":"Person","value":[{"_id":70"#, number: 500)
    lines[120] = lines[12]
    lines[150] = ""
    return lines
  }

  @Test func `An object has one answer, wherever the file is cut`() throws {
    let one = try expectSame("Person/7003", [input(lines)])
    #expect(one.count == 20 && one.reading.repeated == 1)
    #expect(one.reading.unread.count(of: .lineDamaged) == 1)
    #expect(one.reading.unread.count(of: .payloadNoJSON) == 1)
    let damaged = one.reading.unread.kinds.flatMap { one.reading.unread.examples(of: $0) }
    #expect(damaged.map(\.position.lineOrDocument) == [21, 91])
  }

  @Test func `Several files have one answer, small and large ones`() throws {
    let lines = lines
    let inputs = [
      input(Array(lines[..<5]), "a"), input(Array(lines[5..<150]), "b"),
      input(Array(lines[150...]), "c"), input([], "d"),
    ]
    #expect(try expectSame("Person/7003", inputs).count == 20)
  }

  @Test func `A trail of another edition is refused by several threads as well`() throws {
    let foreign = (1...100).map {
      SmallExport.document($0, ["activity": .none, "scope": "x"])
    }
    for jobs in [1, 3] {
      #expect(throws: TrailError.self) {
        try answer("Person/7003", [input(foreign)], jobs: jobs, partBytes: 2000)
      }
    }
    // One document of another edition at the head of the file is a fault of that document.
    _ = try expectSame("Person/7003", [input([foreign[0]] + lines)])
  }
}
