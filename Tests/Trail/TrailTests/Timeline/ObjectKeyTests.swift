import JSON
import Testing

@testable import TrailAnswers
@testable import TrailReading

/// Which objects an answer takes for the one that is asked for.
struct ObjectKeyTests {
  private func schema(_ text: String) throws -> CaseSchema {
    try CaseSchema(try JSON(parsing: Array(text.utf8)))
  }

  private func read(_ number: Int, _ name: String, _ objects: String) -> String {
    SmallExport.event("read", #"{"type":"\#(name)","value":[\#(objects)]}"#, number: number)
  }

  private func life(
    _ name: String,
    _ lines: [String],
    _ schema: CaseSchema? = nil
  ) throws -> ObjectTimeline {
    try ObjectTimeline(
      of: try #require(ObjectName(name)),
      in: SmallAnswers.input(lines),
      SmallAnswers.question { $0.schema = schema }
    )
  }

  private func numbers(_ life: ObjectTimeline) -> [String?] { life.entries.map(\.document.id) }

  // MARK: Numbers

  @Test(arguments: ["0", "-0", "-0.0", "0.0", "0e5"])
  func `A number is one key in every form`(_ key: String) throws {
    let lines = ["0", "-0.0", "0.0", "-0"].enumerated().map {
      read($0.offset, "Person", #"{"_id":\#($0.element)}"#)
    }
    let list = try AccessList(in: SmallAnswers.input(lines), SmallAnswers.question("Person/" + key))
    #expect(list.entries.map(\.object) == ["Person/0"] && list.entries.map(\.seen) == [4])
  }

  @Test(arguments: [" 5", "5 ", " \"5\""])
  func `A key with a blank around it is the text with the blank`(_ key: String) throws {
    let lines = [read(1, "Person", #"{"_id":5}"#), read(2, "Person", #"{"_id":" 5"}"#)]
    #expect(try life("Person/" + key, lines).count == (key == " 5" ? 1 : 0))
  }

  @Test(arguments: ["1.5", "99999999999999999999", "1e400", "-0.5"])
  func `A number that is not an int is refused where all keys are numbers`(_ key: String) throws {
    let lines = [read(1, "Person", #"{"_id":5}"#)]
    let known = try schema(#"{"Person":{"primaryKey":"_id","properties":{"_id":"int"}}}"#)
    for schema in [nil, known] {
      let error = #expect(throws: TrailError.self) { _ = try life("Person/" + key, lines, schema) }
      #expect(error?.description.contains(key) ?? false)
    }
    // A text may say anything.
    #expect(try life("Person/" + key, [read(1, "Person", #"{"_id":"a"}"#)]).count == 0)
  }

  @Test func `The keys of several objects are settled by what their own classes have`() throws {
    let lines = [
      read(1, "Person", #"{"_id":5}"#), read(2, "Person", #"{"_id":"6"}"#),
      read(3, "Office", #"{"_id":"5"}"#), read(4, "Office", #"{"_id":6}"#),
      read(5, "Office", #"{"_id":"6"}"#),
    ]
    var question = try SmallAnswers.question()
    question.objects = ["Person/5", "Person/6", "Office/5", "Office/6"].compactMap(ObjectName.init)
    let remarks = try question.settleKeys(in: SmallAnswers.input(lines))
    #expect(question.objects.map(\.form) == [.literal, .text, .text, .literal])
    #expect(remarks.count == 1 && remarks[0].contains("'Office/\"6\"'"))
  }

  @Test(arguments: ["string", "int", "objectId", "uuid"])
  func `Null is a key of a type that has it, and the text is asked for in quotation marks`(
    _ type: String
  ) throws {
    let lines = [read(1, "Person", #"{"_id":null}"#), read(2, "Person", #"{"_id":"null"}"#)]
    let known = try schema(
      #"{"Person":{"primaryKey":"_id","properties":{"_id":"\#(type)?"}}}"#
    )
    #expect(try life("Person/null", lines, known).count == 1)
    guard type == "string" else { return }
    #expect(try life(#"Person/"null""#, lines, known).count == 1)
    let text = try schema(#"{"Person":{"primaryKey":"_id","properties":{"_id":"string"}}}"#)
    #expect(
      numbers(try life("Person/null", lines, text))
        == numbers(try life(#"Person/"null""#, lines, text))
    )
  }

  // MARK: Objects in mixed values

  private static let mixed = #"""
    {"Medication":{"primaryKey":"_id","properties":{"_id":"string","dose":"string"}},
     "Staff":{"primaryKey":"_id","properties":{"_id":"string","name":"string"}},
     "Guest":{"primaryKey":"_id","properties":{"_id":"string","name":"string","badge":"data"}},
     "Patient":{"primaryKey":"_id","properties":{"_id":"string","notes":"mixed"}}}
    """#

  private func patient(_ notes: String) -> [String] {
    [
      read(1, "Medication", #"{"_id":"5","dose":"1"}"#),
      read(2, "Patient", #"{"_id":"p","notes":\#(notes)}"#),
    ]
  }

  @Test func `With a schema, an object of another class with the same key is another object`()
    throws
  {
    let known = try schema(Self.mixed)
    let other = patient(#"{"_id":"5","name":"Five"}"#)
    #expect(numbers(try life("Medication/5", other, known)) == [SmallExport.id(1)])
    let own = try life("Medication/5", patient(#"{"_id":"5","dose":"1"}"#), known)
    #expect(own.count == 2 && own.entries.last?.owner?.isCertain ?? false)
    #expect(own.reading.remarks.isEmpty)
  }

  @Test
  func `An object that may be of several classes is found by its key, and the answer says so`()
    throws
  {
    let lines = patient(#"{"_id":"5","name":"Five"}"#)
    for name in ["Staff/5", "Guest/5"] {
      let life = try life(name, lines, try schema(Self.mixed))
      #expect(life.entries.map { $0.owner?.isCertain } == [false])
      #expect(life.reading.remarks.first?.contains("by its key alone") ?? false)
    }
  }

  @Test func `Who is found by the key alone is marked in a report of access`() throws {
    let lines = patient(#"{"_id":"5","name":"Five"}"#)
    let list = try AccessList(in: SmallAnswers.input(lines), SmallAnswers.question("Medication/5"))
    #expect(list.entries.map(\.seen) == [2] && list.entries.map(\.seenByKey) == [1])
    #expect(list.reading.remarks.first?.contains("1 of the 2 events") ?? false)
  }

  @Test(arguments: [
    (#"{"_id":"5"}"#, 1), (#"{"_id":"5","dose":"1","more":2}"#, 1), (#"{"_id":5,"dose":"1"}"#, 1),
    (#"{"_id":"5","of":{"_id":"5","dose":"1"}}"#, 2),
  ])
  func `With a schema, an object that is of no class is a dictionary`(notes: String, count: Int)
    throws
  {
    for name in ["Medication/5", "Staff/5"] {
      let life = try life(name, patient(notes), try schema(Self.mixed))
      #expect(life.count == (name == "Staff/5" ? 0 : count))
    }
  }

  // MARK: Numbers and texts

  @Test func `A key is a number if the class has it, whatever other classes have`() throws {
    let lines = [
      read(1, "Staff", #"{"_id":"5","name":"Five"}"#),
      read(2, "Patient", #"{"_id":"p","ward":{"_id":5,"name":"Ward 5"}}"#),
    ]
    #expect(numbers(try life("Staff/5", lines)) == [SmallExport.id(1)])
    // Nothing is known of a class whose objects are seen nowhere by themselves.
    let number = read(3, "Staff", #"{"_id":5,"name":"Five"}"#)
    #expect(
      numbers(try life("Staff/5", lines + [number])) == [SmallExport.id(2), SmallExport.id(3)]
    )
  }

  // MARK: Identifiers

  private static let uuid = "dfba6b2e-4336-4190-b2ef-183ea6d41ecb"
  private static let objectId = "62b38b3c10846041166f5deb"
  private var visits: [String] {
    [
      read(1, "Visit", #"{"_id":"\#(Self.uuid)"}"#),
      read(2, "Person", #"{"_id":"\#(Self.objectId)"}"#),
    ]
  }
  private static let types = #"""
    {"Visit":{"primaryKey":"_id","properties":{"_id":"uuid"}},
     "Person":{"primaryKey":"_id","properties":{"_id":"objectId"}},
     "Ward":{"primaryKey":"_id","properties":{"_id":"int"}}}
    """#

  @Test(arguments: [
    "Visit/DFBA6B2E-4336-4190-B2EF-183EA6D41ECB", "Visit/{\(uuid)}", "Visit/UUID(\"\(uuid)\")",
    "Visit/urn:uuid:\(uuid)", "Visit/dfba6b2e43364190b2ef183ea6d41ecb", "Visit/\(uuid)",
    "Person/62B38B3C10846041166F5DEB", "Person/ObjectId(\"\(objectId)\")",
    "Person/ObjectId('\(objectId)')", "Person/{\"$oid\": \"\(objectId)\"}",
  ])
  func `An identifier is found in every spelling`(name: String) throws {
    #expect(try life(name, visits).count == 1)
    #expect(try life(name, visits, try schema(Self.types)).count == 1)
  }

  @Test func `A text that is spelled like an identifier is that text where the class has it`()
    throws
  {
    let text = "DFBA6B2E-4336-4190-B2EF-183EA6D41ECB"
    let lines = visits + [read(3, "Visit", #"{"_id":"\#(text)"}"#)]
    #expect(numbers(try life("Visit/" + text, lines)) == [SmallExport.id(3)])
  }

  @Test(arguments: [
    "Visit/dfba6b2e-4336", "Visit/\(objectId)", "Person/\(uuid)", "Person/7", "Ward/x",
  ])
  func `What cannot be a key of the class is refused`(name: String) throws {
    let lines = visits + [read(3, "Ward", #"{"_id":1}"#)]
    for known in [nil, try schema(Self.types)] {
      #expect(throws: TrailError.self) { try life(name, lines, known) }
    }
  }

  @Test func `A key that the class could have is answered with no user`() throws {
    let lines = visits + [read(3, "Ward", #"{"_id":1}"#), read(4, "Room", #"{"_id":"a"}"#)]
    for name in ["Person/62b38b3c10846041166f5dec", "Ward/2", "Room/2", "Room/b"] {
      #expect(try life(name, lines).count == 0)
    }
  }
}
