import Formats
import JSON
import Touchstone

extension ExtendedValue.Key {
  /// The JSON Schema of what stands under the key.
  var schema: JSON {
    switch self {
    case .int, .long: .text(matching: "^(0|-?[1-9][0-9]*)$")
    case .double:
      .text(
        matching: "^(NaN|-?Infinity|-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?)$"
      )
    case .decimal:
      .text(
        matching:
          "^([+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]{1,5})?|NaN|[+-]?Infinity)$"
      )
    case .objectId: .text(matching: "^[0-9a-fA-F]{24}$")
    case .uuid: .text(matching: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$")
    case .binary:
      .closedObject([
        "base64": .text(matching: "^[A-Za-z0-9+/]*={0,2}$"),
        "subType": .text(matching: "^0?[04]$"),
      ])
    case .date:
      .any(of: [
        .text(
          matching:
            "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:?[0-9]{2})$"
        ),
        .closedObject([Self.long.rawValue: Self.long.schema]),
      ])
    }
  }
}

extension FilterOperator {
  /// The JSON Schema of what stands under it.
  var schema: JSON {
    switch self {
    case .in: .any(of: [.array(of: .definition("operand")), .text(matching: "^%%")])
    case .not: .definition("operators")
    default: .definition("operand")
    }
  }
}

extension Matcher {
  /// The JSON Schema of its argument.
  var schema: JSON {
    switch self {
    case .unordered: .array(of: .definition("expected"))
    case .type: .words(TypeMatcher.Form.allCases.map(\.rawValue))
    case .matches: ["type": "string"]
    case .absent: ["const": true]
    case .anyOf: .array(of: .definition("expected"), atLeast: 1)
    case .between: .any(of: [Self.pair(of: ["type": "number"]), Self.pair(of: Self.date)])
    }
  }

  private static let date = JSON.any(of: [.definition("date"), ["type": "string"]])

  private static func pair(of end: JSON) -> JSON {
    .array(of: end, atLeast: 2).adding(["maxItems": 2])
  }
}
