import Formats
import JSON
import Testing

/// What is written down and read again names each field once.
@Suite struct JSONRecordTests {
  private struct Visit: JSONItem, Equatable {
    var ward = ""
    var room: Int?
    var notes: [String] = []
    var hours = 0.0
    var patient = ""

    mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
      try fields("ward", &ward)
      try fields.optional("room", &room)
      try fields.unless([], "notes", &notes)
      try fields.unless(0, "hours", &hours)
      guard hours >= 0 else { throw fields.fault("hours are not negative", "hours") }
      try fields.group("who") { fields throws(JSONFault) in try fields("patient", &patient) }
    }
  }

  private func read(_ json: JSON) throws -> Visit {
    try Visit(field: JSONNode(json, of: "a visit"))
  }

  @Test func `Fields stand in the order in which they are named`() {
    let visit = Visit(ward: "A", room: 3, notes: ["late"], hours: 1.5, patient: "Ann")
    let text = #"{"ward":"A","room":3,"notes":["late"],"hours":1.5,"who":{"patient":"Ann"}}"#
    #expect(visit.fieldJSON.text(.compact) == text)
  }

  @Test func `What there is not is left out, and read as it was`() throws {
    let visit = Visit(ward: "A", patient: "Ann")
    #expect(visit.fieldJSON == ["ward": "A", "who": ["patient": "Ann"]])
    #expect(try read(visit.fieldJSON) == visit)
  }

  @Test func `What was written is read`() throws {
    let visit = Visit(ward: "", room: 0, notes: [""], hours: 2, patient: "")
    #expect(try read(visit.fieldJSON) == visit)
  }

  @Test(
    arguments: [
      (["who": ["patient": "Ann"]], "a visit has \"ward\" here"),
      (["ward": 1, "who": ["patient": "Ann"]], "ward: expected a string, not an integer"),
      (["ward": "A", "room": nil, "who": ["patient": "Ann"]], "room: expected a number from 0 on"),
      (["ward": "A", "hours": -1, "who": ["patient": "Ann"]], "hours: hours are not negative"),
      (
        ["ward": "A", "hours": "1", "who": ["patient": "Ann"]],
        "hours: expected a number, not a string"
      ),
      (["ward": "A", "who": [:]], "who: a visit has \"patient\" here"),
    ] as [(JSON, String)]
  )
  func `A fault names the field`(_ json: JSON, _ message: String) {
    #expect(throws: JSONFault.self) { try read(json) }
    do throws(JSONFault) { _ = try Visit(field: JSONNode(json, of: "a visit")) } catch {
      #expect(error.message == message)
    }
  }
}
