import Formats
import JSON
import Testing

@testable import TrailAnswers
@testable import TrailReading

/// What an answer says of a trail that could not be read as a whole, and of a question that does not fit it.
struct WantedEventsTests {
  private func input(_ lines: String..., name: String = "t") -> TrailInput {
    .bytes(Array(lines.joined(separator: "\n").utf8), name: name)
  }

  private func read(_ number: Int, _ objects: String, of name: String = "Person") -> String {
    SmallExport.event("read", #"{"type":"\#(name)","value":[\#(objects)]}"#, number: number)
  }

  private func list(
    _ inputs: [TrailInput],
    _ change: (inout TrailQuestion) -> Void = { _ in }
  ) throws -> ActivityList {
    var question = TrailQuestion()
    change(&question)
    return try ActivityList(in: inputs, question)
  }

  private func life(
    _ name: String,
    _ inputs: [TrailInput],
    _ change: (inout TrailQuestion) -> Void = { _ in }
  ) throws -> ObjectTimeline {
    var question = TrailQuestion()
    change(&question)
    return try ObjectTimeline(of: try #require(ObjectName(name)), in: inputs, question)
  }

  private func refusal(_ body: () throws -> Void) -> String {
    do { try body() } catch { return "\(error)" }
    return ""
  }

  private func schema(_ text: String) throws -> CaseSchema {
    try CaseSchema(try JSON(parsing: Array(text.utf8)))
  }

  // MARK: What could not be read

  @Test func `A read whose payload is cut is named and counted`() throws {
    let cut = SmallExport.event("read", #"{"type":"Person","value":[{"_id":"1","na"#)
    let answer = try list([input(cut, read(2, #"{"_id":"1"}"#))]).reading
    #expect(answer.unread.kinds.map(\.code) == [.payloadNoJSON])
    #expect(answer.unreadCount == 1 && answer.documents == 2 && !answer.isWhole)
  }

  @Test func `A payload without the form of its event is named and counted`() throws {
    let payloads = [
      ("read", #"{"type":"Person"}"#, FindingCode.readShape),
      ("read", #"{"type":"Person","value":[{"_id":1}],"also":[{"_id":2}]}"#, .readShape),
      ("write", #"{"Person":[]}"#, .writeShape),
      ("write", #"{"Person":{"insertions":5}}"#, .writeShape),
      ("write", #"{"Person":{"updates":[{"_id":1}]}}"#, .writeShape),
      ("write", #"{"Person":{"modifications":[{"oldValue":{}}]}}"#, .modificationShape),
    ]
    for (event, payload, code) in payloads {
      let answer = try list([input(SmallExport.event(event, payload))]).reading
      #expect(answer.unread.kinds.map(\.code) == [code], "\(payload)")
    }
  }

  @Test func `A gzip that is cut in half is named`() throws {
    let text = (1...2000).map { SmallExport.document($0) }.joined(separator: "\n")
    let whole = SmallExport.gzip(Array(text.utf8))
    let half = TrailInput.bytes(Array(whole.dropLast(whole.count / 2)), name: "t")
    #expect(try list([half]).reading.unread.count(of: .fileTruncated) == 1)
  }

  @Test func `What is wrong and leaves an event readable is not told`() throws {
    let sloppy = SmallExport.document(1, ["_id": .none, "_partition": .none, "activity": .none])
    #expect(try list([input(sloppy)]).reading.isWhole)
    // A field that is there and says nothing that can be read is another matter.
    let odd = SmallExport.document(1, ["_id": "x"])
    #expect(try list([input(odd)]).reading.unread.kinds.map(\.code) == [.idType])
  }

  @Test(
    arguments: [
      ["event": "READ"], ["event": "read"], ["event": "write", "data": "[]"],
    ] as [[String: JSON?]]
  )
  func `What may be a custom event of a scope's type is read, and told`(
    _ fields: [String: JSON?]
  ) throws {
    let reading = try list([input(SmallExport.document(1, fields))]).reading
    #expect(reading.isWhole)
    #expect(reading.remarks.filter { $0.contains("taken for a custom event") }.count == 1)
    let custom = try list([input(SmallExport.document(1, ["event": "reading"]))]).reading
    #expect(custom.isWhole && custom.remarks == [])
  }

  @Test func `An event that a filter of time cannot judge is told`() throws {
    let undated = SmallExport.document(1, ["timestamp": .none])
    let answer = try list([input(undated, SmallExport.document(2))]) { $0.filter.from = 0 }
    #expect(answer.count == 1 && answer.reading.undated == 1 && !answer.reading.isWhole)
    #expect(try list([input(undated)]).count == 1)
  }

  @Test func `What a filter leaves out may be damaged`() throws {
    let cut = SmallExport.event("read", #"{"type":"#)
    let answer = try list([input(cut, SmallExport.document(2))]) {
      $0.filter.from = TrailFilter.instant("2023-01-01", isEnd: false)
    }
    #expect(answer.reading.isWhole && answer.count == 0)
  }

  // MARK: Questions that do not fit

  @Test func `A class that no event names is refused, also where a key alone would be found`()
    throws
  {
    let trail = [
      input(read(1, #"{"_id":1,"ward":{"_id":5}}"#, of: "Note"), read(2, #"{"_id":5}"#, of: "Ward"))
    ]
    #expect(try life("Ward/5", trail).count == 2)
    #expect(
      refusal { _ = try life("Wrad/5", trail) }.hasPrefix(#"no event mentions the class "Wrad""#)
    )
    let question = try SmallAnswers.question {
      $0.objects = try ["Ward/5", "Wrad/5"].map { try #require(ObjectName($0) as ObjectName?) }
    }
    #expect(
      refusal { _ = try AccessList(in: trail, question) }
        .hasPrefix(#"no event mentions the class "Wrad""#)
    )
  }

  @Test func `A class that only the schema knows is not said to have objects`() throws {
    let schema = try schema(
      #"{"Note":{"primaryKey":"_id","properties":{"_id":"int"}},"Ward":{"primaryKey":"_id","properties":{"_id":"int"}}}"#
    )
    let life = try life("Ward/5", [input(read(1, #"{"_id":1}"#, of: "Note"))]) {
      $0.schema = schema
    }
    #expect(
      life.reading.remarks == ["no event mentions an object of class Ward, which the schema has"]
    )
  }

  @Test func `A class in the wrong case is refused with the one there is`() throws {
    let trail = [input(read(1, #"{"_id":"1"}"#))]
    #expect(refusal { _ = try life("person/1", trail) }.contains(#"did you mean "Person"?"#))
    #expect(refusal { _ = try life("Office/1", trail) }.contains(#"the classes are "Person""#))
    // No user has seen an object of this class, which there is.
    let office = try schema(#"{"Office":{"primaryKey":"_id","properties":{"_id":"string"}}}"#)
    #expect(try life("Office/1", trail) { $0.schema = office }.count == 0)
  }

  @Test func `A metadata field that no event has is refused with those there are`() throws {
    let trail = [input(SmallExport.document(1, ["username": "Jason", "role": "nurse"]))]
    let message = refusal {
      _ = try list(trail) { $0.filter.users = [.init(key: "user", value: "Jason")] }
    }
    #expect(message.contains(#""role", "username""#))
    let other = try list(trail) { $0.filter.users = [.init(key: "username", value: "Pam")] }
    #expect(other.count == 0 && other.reading.remarks.first?.contains(#""Jason""#) ?? false)
  }

  @Test func `An activity that no event has is refused with those there are`() throws {
    let trail = [input(SmallExport.document())]
    let message = refusal { _ = try list(trail) { $0.filter.activities = ["Read Object"] } }
    #expect(message.contains(#"did you mean "read object"?"#))
  }

  @Test func `Alternatives that events show need no second reading, another one is looked for`()
    throws
  {
    let trail = [
      input(
        SmallExport.document(1, ["username": "Jason", "activity": "a"]),
        SmallExport.document(2, ["username": "Pam", "activity": "b"])
      )
    ]
    let both = try list(trail) { $0.filter.activities = ["a", "b"] }
    #expect(both.count == 2 && both.reading.remarks == [])
    let message = refusal { _ = try list(trail) { $0.filter.activities = ["a", "B"] } }
    #expect(message.contains(#"did you mean "b"?"#))
    let users = try list(trail) {
      $0.filter.users = ["Jason", "Jim"].map { .init(key: "username", value: $0) }
    }
    #expect(users.count == 1 && users.reading.remarks.count == 1)
    #expect(users.reading.remarks.first?.contains(#"no event has "Jim""#) ?? false)
    // An event shows the class, but none that is wanted.
    let classes = [input(read(1, #"{"_id":1}"#), read(2, #"{"_id":1}"#, of: "Office"))]
    let seen = try list(classes) {
      $0.filter.classes = ["Person", "Office"]
      $0.filter.to = TrailFilter.instant("2022-01-01", isEnd: false)
    }
    #expect(seen.count == 0 && !seen.reading.remarks.contains { $0.contains("class") })
    #expect(refusal { _ = try list(classes) { $0.filter.classes = ["Person", "office"] } } != "")
  }

  @Test func `A user is known however many others there are`() throws {
    let lines = (1...1200).map { SmallExport.document($0, ["username": .string("user \($0)")]) }
    let trail = [TrailInput.bytes(Array(lines.joined(separator: "\n").utf8), name: "t")]
    let answer = try list(trail) {
      $0.filter.users = [.init(key: "username", value: "user 1200")]
      $0.filter.from = TrailFilter.instant("2030-01-01", isEnd: false)
    }
    #expect(answer.count == 0)
    #expect(!answer.reading.remarks.contains { $0.contains("user 1200") })
  }

  @Test func `A trail of edition 2022 asks for that edition, and one of 2023 for its own`() throws {
    let draft = [input(SmallExport.compressed(Array(#"{"type":"P","value":[{"_id":1}]}"#.utf8)))]
    #expect(refusal { _ = try list(draft) }.contains("--edition 2022"))
    #expect(refusal { _ = try life("P/1", draft) }.contains("--edition 2022"))
    #expect(try life("P/1", draft) { $0.edition = .draft }.count == 1)
    let current = [input(SmallExport.document())]
    #expect(refusal { _ = try list(current) { $0.edition = .draft } }.contains("--edition 2022"))
    // One document of another edition is a fault of that document.
    let one = SmallExport.document(2, ["activity": .none, "scope": "read object"])
    #expect(try list([input(SmallExport.document(), one)]).count == 2)
  }

  @Test func `A first document of another edition does not stand for the rest`() throws {
    let payload = #"{"type":"Person","value":[{"_id":"7000"}]}"#
    let foreign = SmallExport.document(
      1,
      ["activity": .none, "scope": "x", "event": "read", "data": .string(payload)]
    )
    let trail = [input(foreign, read(2, #"{"_id":"8000"}"#), read(3, #"{"_id":"7000"}"#))]
    #expect(try life("Person/7000", trail).count == 2)
    #expect(try life("Person/9000", trail).count == 0)
    let others = input(foreign, SmallExport.document(2, ["activity": .none, "scope": "x"]))
    #expect(refusal { _ = try life("Person/9000", [others]) }.contains("--edition 2022"))
  }

  @Test func `A primary key that is not _id asks for the schema`() throws {
    let trail = [input(read(1, #"{"number":7,"name":"A"}"#))]
    let message = refusal { _ = try life("Person/7", trail) }
    #expect(message.contains("--schema") && message.contains("name, number"))
    let known = try schema(#"{"Person":{"primaryKey":"number","properties":{"number":"int"}}}"#)
    #expect(try life("Person/7", trail) { $0.schema = known }.count == 1)
  }

  @Test func `A key of no object is an answer, with what was looked through`() throws {
    let answer = try life("Person/2", [input(read(1, #"{"_id":"1"}"#))])
    #expect(answer.count == 0 && answer.reading.isWhole)
    #expect(
      answer.reading.remarks == ["the trail has objects of class Person, and none of this key"]
    )
  }

  // MARK: What is counted

  @Test func `An event in two exports is counted once`() throws {
    let event = read(1, #"{"_id":"1","name":"A&B"}"#)
    // Another program escapes more.
    let other = event.replacing("&", with: #"\u0026"#)
    let answer = try life("Person/1", [input(event), input(other, name: "u")])
    #expect(answer.count == 1 && answer.reading.repeated == 1 && answer.reading.isWhole)
  }

  @Test func `Two events with one _id are counted twice, and told`() throws {
    let trail = [input(read(1, #"{"_id":"1","name":"A"}"#), read(1, #"{"_id":"1","name":"B"}"#))]
    let answer = try life("Person/1", trail)
    #expect(answer.count == 2 && answer.reading.conflicting == 1)
    let custom = SmallExport.document(1, ["_id": .none])
    #expect(try list([input(custom, custom)]).count == 2)
  }

  @Test func `The number 5 and the text 5 are two keys`() throws {
    let number = read(1, #"{"_id":5}"#)
    let text = read(2, #"{"_id":"5"}"#)
    let both = [input(number, text)]
    let answer = try life("Person/5", both)
    #expect(answer.entries.map(\.document.id) == [SmallExport.id(1)])
    #expect(answer.reading.remarks.first?.contains(#"Person/"5""#) ?? false)
    #expect(try life(#"Person/"5""#, both).entries.map(\.document.id) == [SmallExport.id(2)])
    // Where there is no number, quotes need not be written.
    #expect(try life("Person/5", [input(text)]).count == 1)
    #expect(try life("Person/5", [input(number)]).reading.remarks.isEmpty)
    #expect(try life("Person/05", both).count == 0)
  }

  @Test func `Values of one field are alternatives, different fields all hold`() throws {
    func event(_ number: Int, _ user: String, _ role: String) -> String {
      SmallExport.document(number, ["username": .string(user), "role": .string(role)])
    }
    let trail = [input(event(1, "A", "nurse"), event(2, "B", "nurse"), event(3, "B", "clerk"))]
    func count(_ users: [AuditDocument.Field]) throws -> Int {
      try list(trail) { $0.filter.users = users }.count
    }
    let (a, b) = (
      AuditDocument.Field(key: "username", value: "A"),
      AuditDocument.Field(key: "username", value: "B")
    )
    let nurse = AuditDocument.Field(key: "role", value: "nurse")
    #expect(try count([a, b]) == 3)
    #expect(try count([b, nurse]) == 1)
    let other = SmallExport.document(4, ["activity": "other"])
    let both = trail + [input(other)]
    #expect(try list(both) { $0.filter.activities = ["read object", "other"] }.count == 4)
    #expect(try list(both) { $0.filter.activities = ["other"] }.count == 1)
  }

  @Test func `Names that are canonically equivalent are two`() throws {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    let trail = [
      input(
        SmallExport.document(1, ["activity": .string(composed)]),
        SmallExport.document(2, ["activity": .string(decomposed)])
      )
    ]
    #expect(try list(trail).entries.count == 2)
    #expect(try list(trail) { $0.filter.activities = [composed] }.count == 1)
  }

  // MARK: Expanded links

  @Test func `An object that was seen in an expanded link is found`() throws {
    let visit = read(1, #"{"_id":1,"patients":[{"_id":"7","name":"A"},"8"]}"#, of: "Visit")
    let answer = try life("Patient/7", [input(visit, read(2, #"{"_id":"9"}"#, of: "Patient"))])
    let owner = try #require(answer.entries.first?.owner)
    #expect(owner.name == "Visit/1" && owner.property == "patients" && !owner.isCertain)
    // A key is not a sight of the object.
    #expect(
      try life("Patient/8", [input(visit, read(2, #"{"_id":"9"}"#, of: "Patient"))]).count == 0
    )
  }

  @Test func `With a schema, the class of an expanded link is that of its property`() throws {
    let known = try schema(
      """
      {"Visit":{"primaryKey":"_id","properties":{"_id":"int","patient":"Patient?","at":"Office?"}},
       "Patient":{"primaryKey":"number","properties":{"number":"int"}},
       "Office":{"primaryKey":"number","properties":{"number":"int"}}}
      """
    )
    let visit = read(1, #"{"_id":1,"patient":{"number":7},"at":{"number":8}}"#, of: "Visit")
    func count(_ name: String) throws -> Int {
      let answer = try life(name, [input(visit)]) { $0.schema = known }
      #expect(answer.entries.allSatisfy { $0.owner?.isCertain ?? false })
      return answer.count
    }
    #expect(try count("Patient/7") == 1)
    #expect(try count("Patient/8") == 0)
    #expect(try count("Office/8") == 1)
  }
}

/// Payloads that cannot hold a key are not parsed; those that can are found however it is spelled.
struct KeyNeedleTests {
  private static let key = "ab12-patient/7"

  /// A document in which a payload stands as it is given, escapes and all.
  private func trail(_ key: String, event: String = "read") -> [TrailInput] {
    let payload = #"{\"type\":\"Person\",\"value\":[{\"_id\":\"\#(key)\"}]}"#
    let text = SmallExport.event(event, "PAYLOAD").replacing("PAYLOAD", with: payload)
    return [.bytes(Array((text + "\n" + SmallExport.read(#"{"_id":"other"}"#)).utf8), name: "t")]
  }

  private func count(_ spelling: String) throws -> Int {
    let answer = try ObjectTimeline(
      of: try #require(ObjectName("Person/" + Self.key)),
      in: trail(spelling)
    )
    #expect(answer.reading.isWhole, "\(spelling)")
    return answer.count
  }

  @Test(arguments: [
    "ab12-patient/7", #"ab12-patient\/7"#, #"ab12-patient\\/7"#, #"ab12-patien\u0074/7"#,
    #"ab12-patien\\u0074/7"#, #"ab12-patien\\\u00750074/7"#, #"ab12-patien\u005cu0074/7"#,
    #"ab12-patien\\u\u0030074/7"#, #"ab12-patien\u005C\u0075\u0030\u0030\u0037\u0034/7"#,
    #"ab12-\u0070\u0061tient\u002f7"#,
  ])
  func `A key is found in every spelling`(spelling: String) throws {
    #expect(try count(spelling) == 1)
  }

  @Test(arguments: [
    "ab12-patient/8", "ab12-patient7", #"ab12-patien\\nt/7"#, #"ab12-patien\\\\u0074/7"#,
    #"ab12-patient/7\\\""#, #"é\\\\\u003c ab12 patient/7"#,
  ])
  func `Another key is not taken for it`(spelling: String) throws {
    #expect(try count(spelling) == 0)
  }

  @Test func `A key outside ASCII is found in every spelling`() throws {
    for spelling in ["Zoë Å😀", #"Zo\u00eb \u00c5\ud83d\ude00"#, #"Zo\\u00eb Å\\ud83d\\ude00"#] {
      let answer = try ObjectTimeline(
        of: try #require(ObjectName("Person/Zoë Å😀")),
        in: trail(spelling)
      )
      #expect(answer.count == 1, "\(spelling)")
    }
  }

  @Test func `A payload that is cut off is told though the key is not in it`() throws {
    for payload in [
      #"{"type":"Person","value":[{"_id":"x","na"#, #"{"type":"Person","value":[{"_id":"x"}"#,
    ] {
      let cut = SmallExport.event("read", payload) + "\n" + SmallExport.read(#"{"_id":"other"}"#)
      let answer = try ObjectTimeline(
        of: try #require(ObjectName("Person/" + Self.key)),
        in: [.bytes(Array(cut.utf8), name: "t")]
      )
      #expect(answer.reading.unread.count(of: .payloadNoJSON) == 1, "\(payload)")
    }
  }

  @Test func `Members in another order are read`() throws {
    let payload = #"{"value":[{"_id":"\#(Self.key)"}],"type":"Person"}"#
    let other = #"{"value":[{"_id":"other"}],"type":"Person"}"#
    let text = [payload, other].map { SmallExport.event("read", $0) }.joined(separator: "\n")
    let answer = try ObjectTimeline(
      of: try #require(ObjectName("Person/" + Self.key)),
      in: [.bytes(Array(text.utf8), name: "t")]
    )
    #expect(answer.count == 1 && answer.reading.isWhole)
  }
}
