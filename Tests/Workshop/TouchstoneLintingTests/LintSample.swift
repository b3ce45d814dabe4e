import JSON

@testable import Touchstone
@testable import TouchstoneLinting

/// A small suite without a fault, and what is found when something in it is changed.
enum LintSample {
  static let specification = """
    # Reads

    ## READ-1 · MUST

    A read MUST be recorded.

    - Source: S3

    ## READ-2 · SHOULD

    Nobody SHOULD see how.

    - Source: S3
    - Not observable: it is inside.
    """

  static let recorded: JSON = ["event": "custom event", "activity": "login", "data": nil]

  static func makeCase(
    _ id: String = "recorded",
    title: String = "A login is recorded",
    requirements: JSON = ["READ-1"],
    editions: JSON? = nil,
    needs: JSON? = nil,
    configuration: JSON? = nil,
    steps: JSON = [["do": "recordEvent", "activity": "login", "eventType": "custom event"]],
    events: JSON = [recorded]
  ) -> JSON {
    var members: JSONObject = [
      "id": .string(id), "title": .string(title), "requirements": requirements,
    ]
    if let editions { members["editions"] = editions }
    if let needs { members["needs"] = needs }
    if let configuration { members["configuration"] = configuration }
    members["steps"] = steps
    members["expect"] = ["events": events]
    return .object(members)
  }

  static func group(_ cases: [JSON], class conformanceClass: JSON = "recording") -> JSON {
    [
      "title": "Plain reads", "class": conformanceClass,
      "schema": ["Person": ["primaryKey": "_id", "properties": ["_id": "int", "name": "string"]]],
      "cases": .array(cases),
    ]
  }

  static func text(
    _ groups: [String: JSON] = ["reads/plain": group([makeCase()])],
    specification: String = specification,
    documents: [String: JSON] = [:],
    retired: JSON? = nil
  ) -> SuiteText {
    var text = SuiteText()
    text.specification = [("Spec/reads.md", specification)]
    for (name, group) in groups {
      text.addGroup("\(name).json", shownAs: "cases/\(name).json", text: bytes(group))
    }
    text.documents = documents.map { ("documents/\($0.key).json", bytes($0.value)) }
    text.schemas = SuiteText.embedded.schemas
    text.retired = retired.map { ("retired.json", bytes($0)) }
    return text
  }

  /// The findings of such a suite, each as `file:line:column: message`.
  static func findings(
    _ groups: [String: JSON] = ["reads/plain": group([makeCase()])],
    specification: String = specification,
    documents: [String: JSON] = [:],
    retired: JSON? = nil
  ) -> [String] {
    let text = text(
      groups,
      specification: specification,
      documents: documents,
      retired: retired
    )
    return SuiteLint(text).lines
  }

  /// The findings on a suite of these cases in one group.
  static func findings(cases: [JSON]) -> [String] { findings(["reads/plain": group(cases)]) }

  private static func bytes(_ json: JSON) -> [UInt8] { Array(json.text(.pretty).utf8) }
}

extension SuiteLint {
  var lines: [String] { findings.map(\.description) }
}
