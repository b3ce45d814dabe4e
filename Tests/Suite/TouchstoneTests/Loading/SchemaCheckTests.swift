import Testing

@testable import Touchstone

struct SchemaCheckTests {
  /// A group with one more class, called Office.
  private func group(_ definition: String, others: String = "") -> GroupText {
    var group = GroupText()
    group.schema = String(group.schema.dropLast()) + ", \"Office\": \(definition)\(others)}"
    return group
  }

  @Test(arguments: [
    ("▶{}", "a class lacks the key \"properties\""), ("▶7", "a class must be an object"),
    ("{\"properties\": ▶[]}", "an object with a type for each property"),
    (
      "{\"primaryKey\": ▶\"id\", \"properties\": {\"_id\": \"int\"}}",
      "\"id\" is not a property of the class"
    ),
    (
      "{\"primaryKey\": ▶\"_id\", \"properties\": {\"_id\": \"double\"}}", "a primary key is one of"
    ),
    (
      "{\"embedded\": true, \"primaryKey\": ▶\"_id\", \"properties\": {\"_id\": \"int\"}}",
      "has no primary key"
    ),
    ("{\"embedded\": ▶1, \"properties\": {\"a\": \"int\"}}", "\"embedded\" must be true or false"),
    ("{\"keys\": ▶1, \"properties\": {\"a\": \"int\"}}", "a class has no key \"keys\""),
    ("{\"properties\": {\"a\": ▶7}}", "is not a property type"),
    ("{\"properties\": {\"a\": ▶\"list<int\"}}", "is not a property type"),
    ("{\"properties\": {\"a\": ▶\"bag<int>\"}}", "is not a property type"),
    ("{\"properties\": {\"a\": ▶\"integer\"}}", "\"integer\" is neither a type nor a class"),
    ("{\"properties\": {\"a\": ▶\"Persn?\"}}", "(did you mean \"Person\"?)"),
    (
      "{\"properties\": {\"a\": ▶\"Person\"}}",
      "a to-one link is always optional: write \"Person?\""
    ),
    ("{\"properties\": {\"a\": ▶\"list<Person?>\"}}", "leave out the \"?\""),
    ("{\"properties\": {\"a\": ▶\"mixed?\"}}", "write \"mixed\" without \"?\""),
    ("{\"properties\": {\"a\": ▶\"linkingObjects<Person.name>\"}}", "does not link to \"Office\""),
    (
      "{\"properties\": {\"a\": ▶\"linkingObjects<Person>\"}}",
      "back links name a class and its property"
    ),
  ])
  func `A class is well-formed`(definition: String, message: String) {
    let reading = Reading(group(definition).text)
    let faults = reading.faults.filter { $0.message.contains(message) }
    #expect(faults.map(\.location) == [reading.marked], "\(reading.faults)")
  }

  @Test(arguments: [
    "string?", "list<int?>", "set<objectId>", "dictionary<Person?>", "dictionary<Person>",
    "list<Person>",
    "Office?", "mixed", "list<mixed>", "decimal128?",
  ])
  func `Every type of the format is known`(type: String) {
    expectNoFault(
      in: group(
        "{\"primaryKey\": \"_id\", \"properties\": {\"_id\": \"uuid\", \"a\": \"\(type)\"}}"
      )
    )
  }

  @Test func `An embedded class may have no properties`() {
    expectNoFault(
      in: group(
        "{\"properties\": {\"home\": \"Nothing?\"}}",
        others: ", \"Nothing\": {\"embedded\": true, \"properties\": {}}"
      )
    )
  }

  @Test func `A class may link to one that stands below it`() {
    expectNoFault(
      in: group(
        "{\"properties\": {\"home\": \"Address?\"}}",
        others: ", \"Address\": {\"embedded\": true, \"properties\": {\"city\": \"string\"}}"
      )
    )
  }

  @Test func `A set holds no embedded objects, a list does`() {
    let address = ", \"Address\": {\"embedded\": true, \"properties\": {\"city\": \"string\"}}"
    expectFault(
      "a set holds no embedded objects",
      in: group("{\"properties\": {\"homes\": ▶\"set<Address>\"}}", others: address)
    )
    expectNoFault(in: group("{\"properties\": {\"homes\": \"list<Address>\"}}", others: address))
  }

  @Test func `A schema with back links is needed by every case of the group`() {
    var group = group(
      "{\"properties\": {\"staff\": \"linkingObjects<Desk.office>\"}}",
      others: ", \"Desk\": {\"properties\": {\"office\": \"Office?\"}}"
    )
    expectFault(
      "requires \"needs\": [\"back-links\"]",
      in: group.text.replacing("  {\n\"id\"", with: "  \(Reading.mark){\n\"id\"")
    )
    group.facts = GroupText.needing("back-links")
    expectNoFault(in: group)
  }

  @Test func `A case for every edition has _id as primary key`() {
    var group = group("{\"primaryKey\": \"id\", \"properties\": {\"id\": \"int\"}}")
    expectFault(
      "has \"_id\" as primary key, not \"id\"",
      in: group.text.replacing("  {\n\"id\"", with: "  \(Reading.mark){\n\"id\"")
    )
    group.facts += ", \"editions\": [\"2022\"]"
    expectNoFault(in: group)
  }
}
