import Formats
import Foundation
import JSON
import TrailReading

/// Turns what a database holds into values that can be compared, by the types of the schema.
struct StateReading {
  let schema: StateSchema
  /// The names of the collections that references lead to.
  var mapping = StateMapping()
  /// What numbers of dates count; nil for milliseconds in integers and seconds in others.
  var dates: StateMapping.DateUnit?
  /// Whether dates and ids are texts, as in a column of JSON: a collection of MongoDB has types of its own for them.
  let isPlain: Bool

  /// A value as JSON or Extended JSON.
  func value(_ json: JSON, _ type: StateType, depth: Int = 0) -> StateValue {
    guard depth < 32 else { return .opaque("values that stand deep in each other") }
    if json.isNull { return .null }
    switch type {
    case .unknown: return .opaque("objects that are represented in another way or have no key")
    case .scalar(let scalar): return self.scalar(json, scalar, depth: depth)
    case .link(let key, let name, let target):
      // A reference of MongoDB, or the object itself.
      if let other = json["$ref"]?.string, json["$id"] != nil,
        !other.equalsByBytes(mapping.table(of: schema.classes[target].name))
      {
        return .wrong("a reference to an object of the collection \(other.quoted)")
      }
      let inner = json["$id"] ?? (ExtendedValue(json) == nil ? json[name.text] : nil)
      return self.scalar(inner ?? json, key, depth: depth)
    case .embedded(let number):
      guard let object = json.object else { return .wrong(words(json)) }
      return embedded(object, number, depth: depth)
    case .list(let inner), .set(let inner):
      guard let array = json.array else { return .wrong(words(json)) }
      let elements = array.map { value($0, inner, depth: depth + 1) }
      if case .set = type { return .set(elements) }
      return .list(elements)
    case .dictionary(let inner):
      guard let object = json.object, ExtendedValue(json) == nil else { return .wrong(words(json)) }
      return .object(object.map { ($0.key, value($0.value, inner, depth: depth + 1)) })
    }
  }

  private func embedded(_ object: JSONObject, _ number: Int, depth: Int) -> StateValue {
    .object(
      object.compactMap { name, json in
        guard let type = schema.types[number][name], !type.isLeftOut else { return nil }
        let value = value(json, type, depth: depth + 1)
        // NaN, too, is null.
        if case .null = value { return nil }
        return (name, value)
      }
    )
  }

  private func words(_ json: JSON) -> String { "\(json.extendedName) (\(Self.short(json)))" }

  private static func short(_ json: JSON) -> String { StateValue.shortened(json.text()) }

  private func scalar(_ json: JSON, _ type: PropertyType.Scalar, depth: Int) -> StateValue {
    if let extended = ExtendedValue(json) { return self.extended(extended, type, json) }
    // Milliseconds, as tools wrote them before there were two forms.
    if type == .date, let number = json["$date"]?.int, json.object?.count == 1 {
      return .date(Timestamp(milliseconds: number), isFiner: false)
    }
    switch (type, json) {
    case (.data, _): return .opaque("data, which no payload shows")
    case (.mixed, .bool(let flag)), (.bool, .bool(let flag)): return .bool(flag)
    case (.mixed, .int(let number)), (.int, .int(let number)): return .int(number)
    case (.float, .int(let number)): return .double(Double(Float(number)))
    case (.float, .double(let number)): return .number(Double(Float(number)))
    case (.double, .int(let number)): return .double(Double(number))
    case (.double, .double(let number)): return .number(number)
    case (.mixed, .double(let number)): return .number(number, isMixed: true)
    case (.mixed, .string(let text)): return mixed(text)
    case (.string, .string(let text)): return .text(text)
    case (.mixed, .array(let array)):
      return unlessLeftOut(.list(array.map { value($0, .scalar(.mixed), depth: depth + 1) }))
    case (.mixed, .object(let object)):
      if let id = object["$id"] { return scalar(id, .mixed, depth: depth + 1) }
      return unlessLeftOut(
        .object(object.map { ($0.key, value($0.value, .scalar(.mixed), depth: depth + 1)) })
      )
    default: return isPlain ? plain(json, type) : .wrong(words(json))
    }
  }

  private func extended(
    _ extended: ExtendedValue,
    _ type: PropertyType.Scalar,
    _ json: JSON
  ) -> StateValue {
    switch (type, extended) {
    case (.data, _): .opaque("data, which no payload shows")
    case (.mixed, .integer(let number)), (.int, .integer(let number)): .int(number)
    case (.float, .integer(let number)): .double(Double(Float(number)))
    case (.double, .integer(let number)): .double(Double(number))
    case (.float, .double(let number)): .number(Double(Float(number)))
    case (.double, .double(let number)): .number(number)
    case (.mixed, .double(let number)): .number(number, isMixed: true)
    case (.decimal128, .decimal(let text)): unlessLeftOut(.decimal(text))
    case (.mixed, .decimal(let text)): unlessLeftOut(.mixed(text))
    case (.mixed, .objectId(let text)): .mixed(text)
    case (.objectId, .objectId(let text)): .text(text)
    case (.mixed, .uuid(let text)), (.uuid, .uuid(let text)): .text(text)
    case (.mixed, .date(let date)), (.date, .date(let date)):
      .date(date, isFiner: false)
    case (.mixed, .binary): .opaque("data, which no payload shows")
    default: .wrong(words(json))
    }
  }

  /// A decimal, or a list or dictionary in a mixed value.
  private func unlessLeftOut(_ value: StateValue) -> StateValue {
    schema.leavesMoreOut ? .opaque("what no payload of the edition shows") : value
  }

  /// A text in a mixed value: where texts stand for dates and ids, it may be a decimal.
  private func mixed(_ text: String) -> StateValue {
    isPlain && DecimalForm.plain(text) != nil ? unlessLeftOut(.mixed(text)) : .mixed(text)
  }

  private func plain(_ json: JSON, _ type: PropertyType.Scalar) -> StateValue {
    switch json {
    case .string(let text): self.text(text, type)
    case .int(let number) where type == .bool && 0...1 ~= number: .bool(number == 1)
    case .int(let number) where type == .date:
      StateDates.date(number, dates ?? .milliseconds) ?? .wrong(words(json))
    case .double(let number) where type == .date:
      StateDates.date(number, dates ?? .seconds) ?? .wrong(words(json))
    default: .wrong(words(json))
    }
  }

  // MARK: SQLite

  /// A text of a column.
  func text(_ text: String, _ type: PropertyType.Scalar) -> StateValue {
    let found: StateValue? =
      switch type {
      case .mixed where text.hasPrefix("[") || text.hasPrefix("{"):
        .opaque("mixed texts that may be collections as JSON")
      case .string: .text(text)
      case .mixed: mixed(text)
      case .date: StateDates.date(text)
      case .objectId: Self.identifier(text, where: IdentifierForm.isObjectId)
      case .uuid: Self.identifier(text) { IdentifierForm.isUUID($0) }
      case .decimal128: DecimalForm.plain(text).map { _ in unlessLeftOut(.decimal(text)) }
      case .data: .opaque("data, which no payload shows")
      case .bool, .int, .float, .double: nil
      }
    return found ?? .wrong("the text \(text.quoted)")
  }

  private static func identifier(_ text: String, where isOne: (String) -> Bool) -> StateValue? {
    if isOne(text) { return .text(text) }
    let lowered = text.lowercased()
    return isOne(lowered) ? .text(lowered) : nil
  }

  /// An integer of a column.
  func integer(_ number: Int64, _ type: PropertyType.Scalar) -> StateValue {
    switch type {
    case .int, .mixed: .int(number)
    case .float: .double(Double(Float(number)))
    case .double: .double(Double(number))
    case .bool where 0...1 ~= number: .bool(number == 1)
    case .date:
      StateDates.date(number, dates ?? .milliseconds) ?? .wrong("the integer \(number)")
    case .decimal128: unlessLeftOut(.decimal(String(number)))
    case .data: .opaque("data, which no payload shows")
    case .bool, .string, .objectId, .uuid: .wrong("the integer \(number)")
    }
  }

  /// A number with a fraction of a column.
  func real(_ number: Double, _ type: PropertyType.Scalar) -> StateValue {
    switch type {
    case .double: .number(number)
    case .float: .number(Double(Float(number)))
    case .mixed: .number(number, isMixed: true)
    case .date: StateDates.date(number, dates ?? .seconds) ?? .wrong("the number \(number)")
    case .decimal128: .opaque("decimals that SQLite keeps as binary fractions")
    case .data: .opaque("data, which no payload shows")
    case .bool, .int, .string, .objectId, .uuid: .wrong("the number \(number)")
    }
  }

  /// Bytes of a column.
  func bytes(_ bytes: [UInt8], _ type: PropertyType.Scalar) -> StateValue {
    switch type {
    case .uuid where bytes.count == 16: .text(Hexadecimal.uuid(bytes))
    case .objectId where bytes.count == 12: .text(Hexadecimal.text(bytes))
    case .data, .mixed: .opaque("data, which no payload shows")
    default: .wrong("a blob of \(bytes.count) bytes")
    }
  }
}
