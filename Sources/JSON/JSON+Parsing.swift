import Foundation

/// What a parser accepts at the most.
public struct JSONLimits: Sendable, Hashable {
  /// How deep arrays and objects may stand in each other.
  public var depth: Int

  public init(depth: Int = 512) { self.depth = depth }

  /// 512 levels.
  public static let `default` = JSONLimits()
}

// Placeholder on Foundation, to be replaced by the strict parser.
extension JSON {
  public init(parsing text: String, limits: JSONLimits = .default) throws(JSONError) {
    try self.init(parsing: Array(text.utf8), limits: limits)
  }

  public init(parsing bytes: [UInt8], limits: JSONLimits = .default) throws(JSONError) {
    do {
      let value = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
      self = JSON.convert(value)
    } catch { throw JSONError("\(error)", at: .init(offset: 0, line: 1, column: 1)) }
  }

  private static func convert(_ value: Any) -> JSON {
    switch value {
    case is NSNull: return .null
    case let string as String: return .string(string)
    case let array as [Any]: return .array(array.map(convert))
    case let object as [String: Any]:
      return .object(JSONObject(uniqueMembers: object.map { ($0.key, convert($0.value)) }))
    case let number as NSNumber:
      if CFGetTypeIDIsBoolean(number) { return .bool(number.boolValue) }
      return number.doubleValue == number.doubleValue.rounded()
        ? .int(number.int64Value) : .double(number.doubleValue)
    default: return .null
    }
  }

  private static func CFGetTypeIDIsBoolean(_ number: NSNumber) -> Bool {
    String(cString: number.objCType) == "c"
  }

  public static func position(of path: JSONPath, in text: [UInt8]) -> JSONError.Position? {
    .init(offset: 0, line: 1, column: 1)
  }
}
