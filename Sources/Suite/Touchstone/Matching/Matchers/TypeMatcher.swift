import Formats
import JSON

/// Any value of one form: `{"$$type": "objectId"}`.
///
/// Inside payloads, where everything is text, number or
/// truth value, the forms are those of Spec, "Serialization".
package struct TypeMatcher: ValueMatcher {
  package enum Form: String, CaseIterable {
    case objectId, uuid, date, string, int, number, bool
  }

  let form: Form

  init?(argument: JSON) {
    guard let name = argument.string, let form = Form(rawValue: name) else { return nil }
    self.form = form
  }

  func compare(_ actual: JSON, expected: JSON, with matching: inout ValueMatching) -> Comparison {
    if let scalar = Scalar(actual, in: matching.notation), accepts(scalar, in: matching.notation) {
      return .equal(expected: expected, actual: actual)
    }
    return matching.different(expected, actual, from: phrase)
  }

  private var phrase: String {
    switch form {
    case .objectId: "an objectId"
    case .int: "an int"
    default: "a \(form.rawValue)"
    }
  }

  private func accepts(_ scalar: Scalar, in notation: Notation) -> Bool {
    switch (form, scalar) {
    case (.string, .string), (.int, .int), (.number, .int), (.number, .double),
      (.number, .hugeNumber), (.bool, .bool):
      true
    case (.objectId, .objectId(let text)): IdentifierForm.isObjectId(text)
    case (.uuid, .uuid(let text)): IdentifierForm.isUUID(text)
    case (.date, .date): true
    case (.objectId, .string(let text)): notation == .payload && IdentifierForm.isObjectId(text)
    case (.uuid, .string(let text)): notation == .payload && IdentifierForm.isUUID(text)
    case (.date, .string(let text)): notation == .payload && Timestamp.isPayloadForm(text)
    default: false
    }
  }
}
