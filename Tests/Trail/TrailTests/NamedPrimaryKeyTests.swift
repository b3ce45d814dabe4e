import JSON
import Testing

@testable import TrailAnswers
@testable import TrailCheck
@testable import TrailReading

/// A trail whose keys are not called `_id`, of which a person names them in place of a schema.
struct NamedPrimaryKeyTests {
  /// A modification says that the weight was 99, which no event left.
  private static let trail = [
    SmallExport.event("write", #"{"Patient":{"insertions":[{"id":7,"weight":70}]}}"#, number: 1),
    SmallExport.event(
      "write",
      #"{"Patient":{"modifications":[{"oldValue":{"id":7,"weight":99},"newValue":{"weight":71}}]}}"#,
      number: 2
    ),
    SmallExport.event("read", #"{"type":"Visit","value":[{"_id":1,"of":{"id":7}}]}"#, number: 3),
  ]

  private func keys(_ texts: [String]) throws -> [NamedPrimaryKey] {
    try texts.map { try #require(NamedPrimaryKey($0)) }
  }

  private func options(_ keys: [String]) throws -> TrailOptions {
    var options = TrailOptions()
    options.isComplete = true
    options.primaryKeys = try self.keys(keys)
    return options
  }

  private func input(_ lines: [String] = trail, _ name: String = "t") -> TrailInput {
    .bytes(Array(lines.joined(separator: "\n").utf8), name: name)
  }

  private func codes(_ keys: [String]) throws -> [FindingCode] {
    var check = TrailCheck(try options(keys))
    try check.check(input())
    try check.finish()
    return check.findings.kinds.map(\.code).filter {
      $0 != .neverInserted && $0 != .classUnfollowed
    }
  }

  @Test func `The objects of the class are followed`() throws {
    #expect(try codes([]) == [])
    #expect(try codes(["Patient=id"]) == [.changeContradicts])
  }

  @Test(arguments: [
    ("Ptient=id", #"no event mentions the class "Ptient""#),
    (
      "Patient=number",
      #"no object of class "Patient" has a text or a number as "number"; the first one has "id", "weight""#
    ), ("Visit=of", #"no object of class "Visit" has a text or a number as "of""#),
  ])
  func `A key that is not in the trail is refused by check, trail and schema`(
    _ key: String,
    _ reason: String
  ) throws {
    func refusal(_ body: () throws -> Void) -> String {
      do { try body() } catch { return "\(error)" }
      return ""
    }
    let sentence = "--primary-key \(key): \(reason)"
    #expect(refusal { _ = try codes([key]) }.hasPrefix(sentence))
    var question = TrailQuestion()
    question.primaryKeys = try keys([key])
    #expect(refusal { _ = try ActivityList(in: [input()], question) }.hasPrefix(sentence))
    var inference = SchemaInference(primaryKeys: try keys([key]))
    try inference.read(input())
    #expect(inference.keyFault?.hasPrefix(sentence) == true)
  }

  @Test func `Parts are merged to what one check says, and a class may be in one of them`() throws {
    func merge(_ key: String) throws -> TrailReport {
      var merge = TrailMerge()
      for (number, lines) in [Self.trail.prefix(2), Self.trail.suffix(1)].enumerated() {
        var options = try options([key])
        options.isPartial = true
        var check = TrailCheck(options)
        try check.check(input(Array(lines), "t\(number)"))
        try merge.add(try check.partial())
      }
      return try merge.finish()
    }
    let report = try merge("Patient=id")
    #expect(report.findings.count(of: .changeContradicts) == 1)
    #expect(report.provenance.primaryKeys == ["Patient=id"])
    #expect(throws: TrailError.self) { try merge("Patient=number") }
  }

  @Test func `An answer finds the object by its key, within others by the key alone`() throws {
    var question = TrailQuestion()
    question.primaryKeys = try keys(["Patient=id"])
    let name = try #require(ObjectName("Patient/7"))
    let life = try ObjectTimeline(of: name, in: [input()], question)
    #expect(life.count == 3 && life.entries.last?.owner?.isCertain == false)
    // Another class does not have that key.
    let other = try ObjectTimeline(of: try #require(ObjectName("Visit/7")), in: [input()], question)
    #expect(other.count == 0)
  }

  @Test func `An inferred schema has the key`() throws {
    var inference = SchemaInference(primaryKeys: try keys(["Patient=id"]))
    try inference.read(input())
    let schema = inference.json["schema"]
    #expect(schema?["Patient"]?["primaryKey"] == "id")
    #expect(schema?["Visit"]?["primaryKey"] == "_id")
    #expect(inference.keyFault == nil)
  }

  @Test func `What a key cannot be is not left open, and what another property may be is`() throws {
    let lines = [
      SmallExport.read(#"{"num":7,"weight":70},{"num":8,"weight":71}"#, of: "Patient"),
      SmallExport.event(
        "read",
        #"{"type":"Day","value":[{"on":"2022-06-23T14:54:37.756Z","of":7}]}"#,
        number: 2
      ),
    ]
    func unsure(_ keys: [String]) throws -> [String] {
      var inference = SchemaInference(primaryKeys: try self.keys(keys))
      try inference.read(input(lines))
      return inference.json["unsure"]?.array?.compactMap(\.string) ?? []
    }
    func names(_ place: String, _ lines: [String]) -> Bool { lines.contains { $0.contains(place) } }
    let open = try unsure([])
    #expect(names("Patient.num", open) && names("Patient.weight", open) && names("Day.on", open))
    let decided = try unsure(["Patient=num", "Day=on"])
    #expect(!names("Patient.num", decided) && !names("Day.on", decided), "\(decided)")
    #expect(names("Patient.weight", decided) && names("Day.of (Patient)", decided), "\(decided)")
  }

  @Test func `A key is an int or a text, and never a date or a double`() throws {
    var inference = SchemaInference(primaryKeys: try keys(["Day=on", "Patient=num"]))
    try inference.read(
      input([
        SmallExport.read(#"{"num":7},{"num":8}"#, of: "Patient"),
        SmallExport.event(
          "read",
          #"{"type":"Day","value":[{"on":"2022-06-23T14:54:37.756Z"}]}"#,
          number: 2
        ),
      ])
    )
    let schema = inference.json["schema"]
    #expect(schema?["Day"]?["properties"]?["on"] == "string")
    #expect(schema?["Patient"]?["properties"]?["num"] == "int")
  }

  @Test(arguments: [
    // In full, or by its key.
    (#"{"_id":1,"of":{"id":7,"weight":70}},{"_id":2,"of":8}"#, "Patient?"),
    (#"{"_id":1,"of":{"id":7,"weight":70}},{"_id":2,"of":{"id":8,"weight":71}}"#, "Patient?"),
    // Objects that lack the key are not links.
    (#"{"_id":1,"of":{"weight":70}},{"_id":2,"of":{"weight":71}}"#, "Visit_of?"),
  ])
  func `A link to the class is known by that key`(_ visits: String, _ type: String) throws {
    let lines = [
      SmallExport.read(#"{"id":7,"weight":70},{"id":8,"weight":71}"#, of: "Patient"),
      SmallExport.event("read", #"{"type":"Visit","value":[\#(visits)]}"#, number: 2),
    ]
    var inference = SchemaInference(primaryKeys: try keys(["Patient=id"]))
    try inference.read(input(lines))
    #expect(inference.json["schema"]?["Visit"]?["properties"]?["of"]?.string == type)
  }

  @Test(arguments: ["Patient", "=id", "Patient=", "Patient=id=number", ""])
  func `What is not a class and a property is not a key`(_ text: String) {
    #expect(NamedPrimaryKey(text) == nil)
  }
}
