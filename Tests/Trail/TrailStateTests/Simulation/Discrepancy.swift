/// Something that is wrong in a database or missing in a trail, and how it has to be found.
struct Discrepancy {
  /// What it is, for people.
  let name: String
  let code: String
  /// The property, if it is about one.
  var property: String?
  /// The forms of databases that can have it.
  var forms = StateForm.allCases
  /// Makes it, in a patient or beside it.
  let plant: (inout SimulatedClinic, _ key: String) -> Void

  /// Another value in the database.
  static func value(
    _ name: String,
    _ property: String,
    code: String = "state-differs",
    in forms: [StateForm] = StateForm.allCases,
    _ change: @escaping (SimulatedValue) -> SimulatedValue
  ) -> Discrepancy {
    Discrepancy(name: name, code: code, property: property, forms: forms) { clinic, key in
      let row = clinic.row("Patient", key)
      clinic.set("Patient", key, property, change(row.value(property)))
    }
  }

  /// A value of a type that the property cannot have.
  static func type(
    _ name: String,
    _ property: String,
    _ value: SimulatedValue,
    in forms: [StateForm] = StateForm.allCases
  ) -> Discrepancy {
    self.value(name, property, code: "state-type", in: forms) { _ in value }
  }

  private static let documents = StateForm.allCases.filter { $0 != .sqlite }

  static var all: [Discrepancy] { values + collections + types + rows }

  private static var values: [Discrepancy] {
    [
      value("another text", "name") { _ in .string("Mallory") },
      value("a text in upper case", "name") { .string($0.text.uppercased()) },
      value("a space behind a text", "name") { .string($0.text + " ") },
      value("a letter in another form", "name") { _ in .string("Zoe\u{308}") },
      value("an empty text", "name") { _ in .string("") },
      value("a text that became null", "name") { _ in .null },
      value("a text in place of null", "nick") { _ in .string("was null or another") },
      value("a number greater by one", "visits") { .int($0.integer + 1) },
      value("a number with another sign", "visits") { .int(-$0.integer - 1) },
      value("the greatest number", "visits") { _ in .int(.max) },
      value("the least number", "visits") { _ in .int(.min) },
      value("the next double", "weight") { .double($0.number.nextUp) },
      value("a negative double", "weight") { .double(-$0.number - 1) },
      value("NaN", "weight") { _ in .double(.nan) },
      value("infinity", "weight", in: documents) { _ in .double(.infinity) },
      value("a double that became null", "weight") { _ in .null },
      value("the next float", "height") { .double(Double(Float($0.number).nextUp)) },
      value("another bool", "active") { $0.isTrue ? .bool(false) : .bool(true) },
      value("a date later by a millisecond", "born") { .date($0.integer + 1000) },
      value("a date earlier by a microsecond", "born", in: [.sqlite]) { .date($0.integer - 1) },
      value("a date later by a microsecond", "seen", code: "state-finer", in: [.sqlite]) {
        .date($0.integer + 1)
      },
      value("a date in another zone", "born") { .date($0.integer + 3_600_000_000) },
      value("a date that became null", "seen") { _ in .null },
      value("a decimal with a digit more", "fee") { .decimal($0.text + "1") },
      value("another decimal", "fee") { .decimal("9" + $0.text) },
      value("a negative decimal", "fee") { .decimal("-" + $0.text) },
      value("a decimal that became null", "fee") { _ in .null },
      value("a UUID of another digit", "tag") { .uuid("1" + $0.text.dropFirst()) },
      value("a UUID that became null", "tag") { _ in .null },
      value("another link", "doctor") { .int(($0.integer + 1) % 9) },
      value("a link that became null", "doctor") { _ in .null },
      value("a link to nothing", "doctor", code: "state-link-to-nothing") { _ in .int(77) },
      value("another street", "address") { _ in
        .object([("street", .string("elsewhere")), ("zip", .int(1000))])
      },
      value("a property of an embedded object that is gone", "address") { _ in
        .object([("zip", .int(1000))])
      },
      value("an embedded object that became null", "address") { _ in .null },
      value("a mixed number as a text", "extra") {
        if case .string(let text) = $0 { .int(Int64(text) ?? 0) } else { .string("\($0.integer)") }
      },
      value("another mixed value", "extra") { _ in .bool(true) },
    ]
  }

  private static var collections: [Discrepancy] {
    [
      value("an element more", "notes") { .list($0.elements + [.string("c")]) },
      value("an element less", "notes") { .list($0.elements.dropLast()) },
      value("elements in another order", "notes") { .list($0.elements.reversed()) },
      value("an element twice", "notes") { .list($0.elements + $0.elements.suffix(1)) },
      value("no elements", "notes") { _ in .list([]) },
      value("another element of a set", "codes") { .list($0.elements.dropLast() + [.int(99_999)]) },
      value("an element less in a set", "codes") { .list($0.elements.dropLast()) },
      value("another entry", "scores") { .object($0.members.dropLast() + [("y", .double(-7))]) },
      value("an entry under another key", "scores") {
        .object($0.members.map { ($0.0 == "x" ? "X" : $0.0, $0.1) })
      },
      value("an entry more", "scores") { .object($0.members + [("z", .double(0))]) },
      value("an entry less", "scores") { .object(Array($0.members.dropLast())) },
    ]
  }

  private static var types: [Discrepancy] {
    [
      type("a text in place of an integer", "visits", .string("seven")),
      type("a double in place of an integer", "visits", .double(7.5)),
      type("a text in place of a double", "weight", .string("heavy")),
      type("a text that is not a date", "born", .string("yesterday")),
      type("an integer in place of a bool", "active", .int(2)),
      type("a number in place of a text", "name", .int(5), in: documents),
      type("data in place of a text", "name", .data([1, 2, 3])),
      type("a text that is not a UUID", "tag", .string("not a UUID")),
      type("a text that is not a decimal", "fee", .string("1,50")),
      type("a number in place of a list", "notes", .int(3), in: documents),
      type("a text that is not a list", "notes", .string("[\"a\""), in: [.sqlite]),
      type("a text in place of a link", "doctor", .string("Dr. 3")),
    ]
  }

  private static var rows: [Discrepancy] {
    [
      Discrepancy(name: "a row that is gone", code: "state-missing") { clinic, key in
        clinic.tables["Patient"]?.removeAll { $0.key == key }
      },
      Discrepancy(name: "a row twice", code: "state-key") { clinic, key in
        let row = clinic.row("Patient", key)
        clinic.tables["Patient"]?.append((key, row))
      },
      Discrepancy(name: "a row under another key", code: "state-missing") { clinic, key in
        clinic.set("Patient", key, "_id", .objectId("ffff" + key.dropFirst(4)))
      },
      Discrepancy(name: "a lost change", code: "state-differs", property: "weight") { clinic, key in
        clinic.lose {
          $0.kind == "write" && $0.data.contains("newValue\":{\"weight") && $0.data.contains(key)
        }
      },
      Discrepancy(name: "a lost creation and all after it", code: "state-unmentioned") {
        clinic,
        key in
        clinic.lose { $0.data.contains(key) }
      },
      Discrepancy(name: "an earlier state of a row", code: "state-differs", property: "name") {
        clinic,
        key in
        clinic.set("Patient", key, "name", .string("Zoë"))
      },
      Discrepancy(name: "the values of another object", code: "state-differs", property: "born") {
        clinic,
        key in
        let other = clinic.tables["Patient"]?.last?.row ?? []
        clinic.set("Patient", key, "born", other.value("born"))
      },
    ]
  }
}

extension SimulatedValue {
  fileprivate var text: String {
    switch self {
    case .string(let text), .uuid(let text), .decimal(let text): text
    default: ""
    }
  }
  fileprivate var integer: Int64 {
    switch self {
    case .int(let number), .date(let number): number
    default: 0
    }
  }
  fileprivate var number: Double { if case .double(let number) = self { number } else { 0 } }
  fileprivate var isTrue: Bool { if case .bool(true) = self { true } else { false } }
  fileprivate var elements: [SimulatedValue] { if case .list(let list) = self { list } else { [] } }
  fileprivate var members: [(String, SimulatedValue)] {
    if case .object(let members) = self { members } else { [] }
  }
}
