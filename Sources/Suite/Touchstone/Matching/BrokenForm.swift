import Formats
import JSON

/// Tells which requirement a value breaks by its form alone, whatever it should have said.
///
/// A case shows several requirements, and what is wrong in its answer is about one of them. Where a date is not written as
/// a date, or an object stands where an array belongs, that is known of a single value; of one that is well-formed and
/// merely not the expected one it is not.
struct BrokenForm {
  private let testCase: Case
  private let mayCompress: Bool
  private var schema: ProgramSchema { testCase.schema }

  init(_ testCase: Case, mayCompress: Bool = true) {
    self.testCase = testCase
    self.mayCompress = mayCompress
  }

  /// The requirement that a difference breaks, which is at a place of an answer; nil if its form does not tell.
  func requirement(of difference: Comparison, at path: JSONPath) -> String? {
    let place = path.components.compactMap { if case .key(let key) = $0 { key } else { nil } }
    guard place.first == "events", place.count > 1 else { return nil }
    switch place[1] {
    case "_id": return "META-1"
    case "event":
      // An empty text is not absent.
      return difference.expected?.isNull == true && difference.actual == "" ? "META-4" : nil
    // Where a case says nothing of it, it is a date of the run.
    case "timestamp": return difference.expected?[Matcher.between.rawValue] == nil ? nil : "META-6"
    case "_partition": return hasPartitionForm(difference.actual) ? nil : "META-2"
    case "metadata":
      guard case .extra = difference, place.count == 3 else { return nil }
      // Every key of its metadata is in the configuration or in a step.
      let isKnown = ([testCase.configuration] + testCase.steps.map(\.json)).contains {
        Self.mentions(place[2], $0)
      }
      return isKnown ? nil : "META-10"
    case "data" where place.count == 2 && path.components.count == 3: return ofData(difference)
    case "data":
      return ofPayload(difference, path.components.dropFirst(3))
        ?? (isOfTheEnd(difference, at: path) ? "WRITE-14" : nil)
    default: return nil
    }
  }

  // MARK: Events

  private func hasPartitionForm(_ json: JSON?) -> Bool {
    guard let parts = json?.string?.split(separator: "-"), parts.count > 1 else { return false }
    return IdentifierForm.isObjectId(String(parts[parts.count - 1]))
  }

  /// Whether a key of that name is anywhere.
  private static func mentions(_ key: String, _ json: JSON) -> Bool {
    switch json {
    case .object(let members):
      members[key] != nil || members.contains { mentions(key, $0.value) }
    case .array(let elements): elements.contains { mentions(key, $0) }
    default: json.string == key
    }
  }

  /// Of a payload as a whole, or of what a custom event has in its place.
  private func ofData(_ difference: Comparison) -> String? {
    guard let expected = difference.expected, let actual = difference.actual else { return nil }
    if expected.object != nil {
      guard let text = actual.string else {
        // Edition 2022 stores binary data, and another message tells where it cannot be read.
        return ActualPayload.isBinary(actual) && mayCompress ? nil : "META-5"
      }
      // A payload that can be read differs as a whole only where it should have been compressed.
      return (try? JSON(parsing: text)) == nil ? "SERIAL-1" : "META-23"
    }
    if actual.isNull { return "META-5" }
    // The payload of a scope has the form that data have, and whether there should be any is not a matter of form.
    return expected.isNull && !isPayload(actual) ? "META-5" : nil
  }

  private func isPayload(_ data: JSON) -> Bool {
    if ActualPayload.isBinary(data) { return true }
    return data.string.flatMap { try? JSON(parsing: $0) }?.object?.isEmpty == false
  }

  // MARK: Payloads

  private func ofPayload(_ difference: Comparison, _ way: ArraySlice<JSONPath.Component>) -> String?
  {
    guard case .key(let first)? = way.first else { return nil }
    if schema[first] != nil { return ofChanges(difference, of: first, way.dropFirst()) }
    // An element too many is told at the place of its array.
    if case .different(_, .object, _) = difference, way.count == 1, first == "value" {
      return "READ-17"
    }
    if first == "value" { return ofObject(difference, of: nil, way.dropFirst(2)) }
    if case .extra = difference, way.count == 1, first != "type" { return "READ-1" }
    return nil
  }

  private func ofChanges(
    _ difference: Comparison,
    of name: String,
    _ way: ArraySlice<JSONPath.Component>
  ) -> String? {
    let members = way.dropFirst(2)
    switch (way.first, members.first) {
    case (.key("modifications"), .key("newValue")):
      // What is not there may have been taken for unchanged.
      if case .missing = difference { return nil }
      return ofObject(difference, of: name, members.dropFirst())
    case (.key("modifications"), .key("oldValue")):
      if let form = ofObject(difference, of: name, members.dropFirst()) { return form }
      // The complete object has every property that has a value.
      if case .missing = difference, members.count == 2 { return "WRITE-14" }
      return nil
    default: return ofObject(difference, of: name, members)
    }
  }

  /// Of what is at a way within an object, of a class or of whichever has such a property.
  private func ofObject(
    _ difference: Comparison,
    of name: String?,
    _ way: ArraySlice<JSONPath.Component>
  ) -> String? {
    guard case .key(let property)? = way.first else { return nil }
    let types = Set(
      schema.classes.filter { name == nil || $0.name == name }.compactMap { $0.type(of: property) }
    )
    guard types.count == 1, let type = types.first else { return nil }
    return ofValue(difference, type, way.dropFirst())
  }

  /// Whether `oldValue` has of a property what `newValue` is to have: it is not as it was before the transaction.
  private func isOfTheEnd(_ difference: Comparison, at path: JSONPath) -> Bool {
    guard case .different(_, let actual, _) = difference, path.components.count > 2,
      path.components[path.components.count - 2] == .key("oldValue")
    else { return false }
    let left = path.components.reduce(testCase.expectation as JSON?) { json, component in
      json?[component == .key("oldValue") ? .key("newValue") : component]
    }
    return left == actual && !actual.isNull
  }

  private func ofValue(
    _ difference: Comparison,
    _ type: PropertyType,
    _ way: ArraySlice<JSONPath.Component>
  ) -> String? {
    guard !way.isEmpty else { return ofWhole(difference, type) }
    if type.isCollection {
      var element = PropertyType(.single, of: type.base)
      element.isOptional = type.isOptional
      if way.count == 1, type.shape == .dictionary, case .missing(.null, _) = difference {
        return "SERIAL-21"
      }
      return ofValue(difference, element, way.dropFirst())
    }
    if let name = type.className { return ofObject(difference, of: name, way) }
    return type.scalar == .mixed ? ofMixed(difference, isElement: true) : nil
  }

  private func ofWhole(_ difference: Comparison, _ type: PropertyType) -> String? {
    switch difference {
    case .missing(let expected, _): return expected.isNull ? "SERIAL-3" : nil
    case .extra:
      if type.shape == .linkingObjects { return "SERIAL-29" }
      guard type.scalar == .data else { return nil }
      return type.isCollection ? "SERIAL-14" : "SERIAL-13"
    case .different(let expected, let actual, _):
      // Something else may stand for the objects of a class, whose properties then have forms of their own.
      let isUsual =
        Matcher.matcher(in: expected) != nil || brokenForm(of: expected, as: type) == nil
      return isUsual ? ofWhole(actual, expected, type) : nil
    default: return nil
    }
  }

  private func ofWhole(_ actual: JSON, _ expected: JSON, _ type: PropertyType) -> String? {
    if type.shape == .single, type.scalar == .mixed {
      return ofMixed(expected, actual, isElement: false)
    }
    guard type.shape == .single, let scalar = type.scalar else {
      return brokenForm(of: actual, as: type)
    }
    if expected.isNull, ["NaN", "Infinity", "-Infinity", "inf", "-inf"].contains(actual.string) {
      return "SERIAL-9"
    }
    // What is empty where nothing should be, or nothing where what is empty should be.
    if expected.isNull { return Self.isEmpty(actual) ? "SERIAL-3" : nil }
    if actual.isNull { return Self.isEmpty(expected) ? Self.requirement(of: scalar) : nil }
    let form = brokenForm(of: actual, as: type)
    // Years that four digits cannot write have a sentence of their own.
    let isExpanded = ["+", "-"].contains(expected.string?.first)
    return form == "SERIAL-11" && isExpanded && actual.string != nil ? "SERIAL-12" : form
  }

  /// The requirement that a value breaks which has not the form of a type; nil if it has.
  private func brokenForm(of json: JSON, as type: PropertyType) -> String? {
    switch type.shape {
    case .list: return json.array == nil ? "SERIAL-19" : nil
    case .set: return json.array == nil ? "SERIAL-20" : nil
    case .dictionary: return json.object == nil ? "SERIAL-21" : nil
    case .linkingObjects: return "SERIAL-29"
    case .single: break
    }
    if json.isNull { return nil }
    if let name = type.className {
      if schema.isEmbedded(name) { return json.object == nil ? "SERIAL-23" : nil }
      return isLink(json, to: name) ? nil : "SERIAL-24"
    }
    return type.scalar.flatMap { Self.hasForm(of: $0, json) ? nil : Self.requirement(of: $0) }
  }

  /// Whether it is an expanded link or the key of an object.
  private func isLink(_ json: JSON, to name: String) -> Bool {
    guard json.object == nil, let target = schema[name] else { return true }
    guard let key = target.primaryKey.flatMap(target.type(of:))?.scalar else { return true }
    return Self.hasForm(of: key, json) && !Self.isEmpty(json)
  }

  // MARK: Mixed values

  private func ofMixed(_ difference: Comparison, isElement: Bool) -> String? {
    guard case .different(let expected, let actual, _) = difference else { return nil }
    return ofMixed(expected, actual, isElement: isElement)
  }

  private func ofMixed(_ expected: JSON, _ actual: JSON, isElement: Bool) -> String? {
    guard Matcher.matcher(in: expected) == nil else { return nil }
    if expected.array != nil || expected.object != nil {
      let isSame = expected.array != nil ? actual.array != nil : actual.object != nil
      return isSame ? nil : isElement ? "SERIAL-35" : "SERIAL-27"
    }
    return Self.isEmpty(expected) && actual.isNull ? "SERIAL-25" : nil
  }

  // MARK: Values without parts

  private static func requirement(of scalar: PropertyType.Scalar) -> String? {
    switch scalar {
    case .bool: "SERIAL-4"
    case .int: "SERIAL-5"
    case .string: "SERIAL-6"
    case .double: "SERIAL-7"
    case .float: "SERIAL-8"
    case .date: "SERIAL-11"
    case .data: "SERIAL-13"
    case .uuid: "SERIAL-16"
    case .objectId: "SERIAL-17"
    case .decimal128: "SERIAL-18"
    case .mixed: nil
    }
  }

  private static func hasForm(of scalar: PropertyType.Scalar, _ json: JSON) -> Bool {
    switch scalar {
    case .bool: json.bool != nil
    case .int: json.int != nil
    case .float, .double: if case .double = json { true } else { json.int != nil }
    case .string, .decimal128: json.string != nil
    case .date: json.string.map(Timestamp.isPayloadForm) ?? false
    case .uuid: json.string.map(IdentifierForm.isUUID) ?? false
    case .objectId: json.string.map(IdentifierForm.isObjectId) ?? false
    case .data: false
    case .mixed: true
    }
  }

  private static func isEmpty(_ json: JSON) -> Bool {
    json.string?.isEmpty ?? json.array?.isEmpty ?? json.object?.isEmpty ?? false
  }
}

extension Comparison {
  /// What was expected as a whole where something differs.
  fileprivate var expected: JSON? {
    switch self {
    case .different(let expected, _, _), .missing(let expected, _): expected
    default: nil
    }
  }

  /// What is there in its place: null where nothing is.
  fileprivate var actual: JSON? {
    switch self {
    case .different(_, let actual, _), .extra(let actual, _): actual
    case .missing: .null
    default: nil
    }
  }
}
