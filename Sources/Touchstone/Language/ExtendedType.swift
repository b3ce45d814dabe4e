import Foundation
import JSON

/// One of the objects by which Extended JSON says what JSON cannot.
enum ExtendedType: String, CaseIterable {
  case long = "$numberLong"
  case double = "$numberDouble"
  case decimal = "$numberDecimal"
  case objectId = "$oid"
  case uuid = "$uuid"
  case binary = "$binary"
  case date = "$date"

  /// What stands under the key, as messages say it.
  var phrase: String {
    switch self {
    case .long: "a 64-bit integer as a string"
    case .double: "a number, \"NaN\", \"Infinity\" or \"-Infinity\" as a string"
    case .decimal: "a decimal number as a string"
    case .objectId: "24 hex digits"
    case .uuid: "a uuid in the form 8-4-4-4-12"
    case .binary: "an object of \"base64\" and \"subType\""
    case .date: "an ISO 8601 date, or milliseconds in a \"$numberLong\""
    }
  }

  func accepts(_ json: JSON) -> Bool {
    switch self {
    case .long: return json.string.flatMap { Int64($0) } != nil
    case .double:
      guard let text = json.string else { return false }
      return ["NaN", "Infinity", "-Infinity"].contains(text) || Double(text)?.isFinite == true
    case .decimal:
      let form = #/[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,5})?|NaN|[+-]?Infinity/#
      return json.string?.wholeMatch(of: form) != nil
    case .objectId: return json.string?.wholeMatch(of: #/[0-9a-fA-F]{24}/#) != nil
    case .uuid:
      let form = #/[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}/#
      return json.string?.wholeMatch(of: form) != nil
    case .binary:
      guard let members = json.object, members.count == 2, let text = members["base64"]?.string
      else { return false }
      let subType = members["subType"]?.string
      return Data(base64Encoded: text) != nil && subType?.wholeMatch(of: #/[0-9a-fA-F]{2}/#) != nil
    case .date:
      if let text = json.string { return Self.isDate(text) }
      guard let members = json.object, members.count == 1 else { return false }
      return members["$numberLong"].map(Self.long.accepts) ?? false
    }
  }

  /// Whether a text is a date and a time with a zone.
  private static func isDate(_ text: String) -> Bool {
    let form = #/\d{4}-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)/#
    guard let match = text.wholeMatch(of: form) else { return false }
    let limits: [(Substring, ClosedRange<Int>)] = [
      (match.output.1, 1...12), (match.output.2, 1...31), (match.output.3, 0...23),
      (match.output.4, 0...59), (match.output.5, 0...59),
    ]
    return limits.allSatisfy { text, range in Int(text).map(range.contains) ?? false }
  }

  /// The schema of what stands under the key.
  var schema: JSON {
    func text(_ pattern: String) -> JSON { ["type": "string", "pattern": .string(pattern)] }
    return switch self {
    case .long: text("^[+-]?[0-9]+$")
    case .double: text("^(NaN|-?Infinity|[+-]?[0-9].*)$")
    case .decimal:
      text("^([+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]{1,5})?|NaN|[+-]?Infinity)$")
    case .objectId: text("^[0-9a-fA-F]{24}$")
    case .uuid: text("^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$")
    case .binary:
      .closedObject([
        "base64": text("^[A-Za-z0-9+/]*={0,2}$"), "subType": text("^[0-9a-fA-F]{2}$"),
      ])
    case .date:
      [
        "anyOf": [
          text(
            "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:?[0-9]{2})$"
          ),
          .closedObject([Self.long.rawValue: Self.long.schema]),
        ]
      ]
    }
  }
}
