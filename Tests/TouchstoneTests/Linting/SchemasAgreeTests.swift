import JSON
import Testing

@testable import Touchstone

struct SchemasAgreeTests {
  private func findings(_ name: String, _ schema: JSON) -> [String] {
    var text = LintSample.text()
    text.schemas = [("schemas/\(name).schema.json", Array(schema.text(.pretty).utf8))]
    return SuiteLint(text).lines
  }

  @Test func `A group that can be read and breaks its schema is found where it does`() {
    let schema: JSON = ["properties": ["title": ["maxLength": 4]]]
    #expect(
      findings("group-file", schema) == [
        "cases/reads/plain.json:2:12: must have 4 characters at most, not 11"
      ]
    )
    #expect(findings("group-file", ["properties": ["title": ["maxLength": 11]]]) == [])
  }

  @Test func `A schema that cannot be used is found`() {
    #expect(
      findings("other", ["type": "text"]).first?.hasPrefix("schemas/other.schema.json:2:11: ")
        == true
    )
    #expect(findings("other", ["type": "string"]) == [])
  }

  @Test func `A schema that is no JSON is found`() {
    var text = LintSample.text()
    text.schemas.append(("schemas/broken.json", Array("{".utf8)))
    #expect(SuiteLint(text).lines.first?.hasPrefix("schemas/broken.json:1:") == true)
  }
}
