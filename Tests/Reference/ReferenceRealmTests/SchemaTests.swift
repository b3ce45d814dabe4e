import ReferenceRealm
import Testing

struct SchemaTests {
  private func message(_ classes: [ObjectSchema]) -> String? {
    do { _ = try Schema(classes) } catch { return error.description }
    return nil
  }

  @Test(arguments: [
    "int", "string?", "Office?", "list<int?>", "set<uuid>", "dictionary<Office>",
    "linkingObjects<Person.office>",
  ])
  func `A type is read and written the same`(text: String) throws {
    #expect(try #require(PropertyType(text)).description == text)
  }

  @Test(arguments: [
    "", "?", "list<", "list<>", "bag<int>", "list<list<int>>", "int??", "linkingObjects<Person>",
  ])
  func `What is not a type is refused`(text: String) {
    #expect(PropertyType(text) == nil)
  }

  @Test func `A schema that contradicts itself names the place`() {
    #expect(message([ObjectSchema("A", properties: ["b": "B?"])])?.contains("A.b") == true)
    #expect(
      message([ObjectSchema("A", properties: ["a": "int"]), ObjectSchema("A", properties: [:])])
        != nil
    )
    #expect(
      message([ObjectSchema("A", primaryKey: "x", properties: ["a": "int"])])?.contains("A.x")
        == true
    )
    #expect(message([ObjectSchema("A", primaryKey: "a", properties: ["a": "double"])]) != nil)
    #expect(
      message([ObjectSchema("A", primaryKey: "a", isEmbedded: true, properties: ["a": "int"])])
        != nil
    )
    #expect(
      message([ObjectSchema("A", primaryKey: "a", properties: ["a": "int", "b": "A"])]) != nil
    )
    #expect(
      message([ObjectSchema("A", primaryKey: "a", properties: ["a": "int", "b": "A?"])]) == nil
    )
  }
}
