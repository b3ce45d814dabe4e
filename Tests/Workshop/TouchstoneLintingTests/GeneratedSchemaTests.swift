import JSON
import Testing

@testable import Touchstone
@testable import TouchstoneLinting

/// The JSON Schemas that are made from the table of the language.
///
/// That files and messages keep them is shown by a validator of others, in `.ci/check-schemas`.
struct GeneratedSchemaTests {
  @Test(arguments: [GroupFileSchema.json, MessagesSchema.json, GoldenDocument.schema])
  func `Every reference has its definition, and every definition is referred to`(_ schema: JSON) {
    let definitions = Set((schema["$defs"]?.object?.keys ?? []).map { "#/$defs/" + $0 })
    #expect(Self.references(in: schema) == definitions)
  }

  @Test(arguments: StepKind.all.map(\.name))
  func `A step has its arguments and outcomes in the schema`(name: String) throws {
    let entry = try #require(StepKind(name: name)).entry
    let all = GroupFileSchema.json["$defs"]?["step"]?["allOf"]?.array ?? []
    let forms = all.compactMap { $0["then"] }.flatMap { $0["anyOf"]?.array ?? [$0] }.filter {
      $0["properties"]?["do"] == ["enum": [.string(name)]]
    }
    // One for each class that knows it otherwise.
    #expect(forms.count == 1 + entry.variants.count)
    for (form, entry) in zip(forms, [entry] + entry.variants.values) { expect(entry, in: form) }
  }

  private func expect(_ entry: StepEntry, in form: JSON) {
    let outcomes = entry.yields == nil ? ["fails", "because"] : ["returns", "fails", "because"]
    let known = Set(["do"] + entry.takes.map(\.name) + outcomes)
    #expect(Set(form["properties"]?.object?.keys ?? []) == known)
    let required = Set(["do"] + entry.takes.filter(\.isRequired).map(\.name))
    #expect(Set((form["required"]?.array ?? []).compactMap(\.string)) == required)
    let choices = (form["oneOf"]?.array ?? []).compactMap { $0["required"]?[0]?.string }
    #expect(choices == entry.oneOf)
  }

  private static func references(in json: JSON) -> Set<String> {
    switch json {
    case .array(let elements): elements.reduce(into: []) { $0.formUnion(references(in: $1)) }
    case .object(let members):
      members.reduce(into: []) { found, member in
        if member.key == "$ref", let name = member.value.string { found.insert(name) }
        found.formUnion(references(in: member.value))
      }
    default: []
    }
  }
}
