import Formats
import JSON
import Touchstone

// Steps that look at objects.
extension ProgramModel {
  mutating func perform(_ kind: ReadingStep, _ step: Step) throws(StepFault) {
    switch kind {
    case .get:
      let definition = try listedClass(step[.type])
      guard let type = definition.type(of: "_id"), let json = step[.primaryKey] else {
        throw .invalid
      }
      guard let key = Self.key(json, type) else { throw .invalid }
      try bind(object(of: definition.name, key: key).map(ModelHandle.object), step)
    case .query: try query(step)
    case .all: try bind(.all(try listedClass(step[.type]).name), step)
    case .collection:
      let id = try object(named: step[.object])
      let type = try type(of: step[.property], of: id)
      guard let property = step[.property], type.isCollection || type.shape == .linkingObjects
      else { throw .invalid }
      try bind(.collection(owner: id, property: property), step)
    case .count: _ = try elements(of: step[.source])
    case .element: try element(step)
    case .follow:
      let id = try object(named: step[.object])
      let type = try type(of: step[.property], of: id)
      guard type.shape == .single, let property = step[.property] else { throw .invalid }
      switch objects[id]?.values[property] {
      case .link(let target)?, .embedded(let target)?: try bind(.object(target), step)
      case .null? where type.isObject: try bind(nil, step)
      default: throw .invalid
      }
    case .value:
      let id = try object(named: step[.object])
      let type = try type(of: step[.property], of: id)
      guard let property = step[.property], type.scalar != nil else { throw .invalid }
      if objects[id]?.values[property]?.hasLinks ?? true { throw .invalid }
    }
  }

  /// A primary key as objects hold it.
  private static func key(_ json: JSON, _ type: PropertyType) -> ModelValue? {
    type.scalar.flatMap { plain(json, $0) }.map(ModelValue.plain)
  }

  /// Whether a lookup finds an object.
  func finds(_ type: String, key: JSON, _ keyType: PropertyType) -> Bool {
    Self.key(key, keyType).map { object(of: type, key: $0) != nil } ?? false
  }

  /// What stands in a collection; `places` is nil where its order is not specified or not known.
  struct Elements {
    /// The class of the elements; nil for plain values.
    var type: String?
    var places: [ModelValue]?
    var entries: [String: ModelValue]?
    /// Whether a query can be made of it.
    var isQueried = true
  }

  func elements(of name: String?) throws(StepFault) -> Elements {
    switch name.flatMap({ handles[$0] }) {
    case .all(let type)?:
      return Elements(type: type, places: objects(of: type).map(ModelValue.link))
    case .results(let type, let ids)?:
      return Elements(type: type, places: ids?.map(ModelValue.link), isQueried: false)
    case .collection(let owner, let property)?:
      guard let object = objects[owner], let type = definition(of: object.type)?.type(of: property)
      else { throw .invalid }
      if type.shape == .linkingObjects {
        let parts = type.base.split(separator: ".").map(String.init)
        let origins = origins(of: owner, by: parts[0], parts[1])
        return Elements(type: parts[0], places: origins.map(ModelValue.link))
      }
      let className = type.className
      let isQueried = className.map { !isEmbedded($0) } ?? false
      switch object.values[property] {
      case .list(let elements)?:
        let isKnown = type.shape == .list || (elements.count == 1 && type.hasOneSpelling)
        return Elements(
          type: className,
          places: isKnown ? elements : nil,
          isQueried: isQueried
        )
      case .entries(let entries)?:
        return Elements(type: className, entries: entries, isQueried: isQueried)
      default: throw .invalid
      }
    default: throw .invalid
    }
  }

  private mutating func element(_ step: Step) throws(StepFault) {
    let elements = try elements(of: step[.source])
    let element: ModelValue
    if let key = step[.key] {
      guard let entries = elements.entries else { throw .invalid }
      guard let entry = entries[key] else { throw .fails(.noSuchKey) }
      element = entry
    } else {
      guard let places = elements.places, let index = step[.index], index >= 0 else {
        throw .invalid
      }
      guard index < places.count else { throw .fails(.indexOutOfRange) }
      element = places[index]
    }
    switch element {
    case .link(let id), .embedded(let id):
      if objects[id] == nil { throw .fails(.objectInvalidated) }
      try bind(.object(id), step)
    case .null, .plain: try bind(nil, step)
    case .list, .entries: throw .invalid
    }
  }

  // MARK: Queries

  private mutating func query(_ step: Step) throws(StepFault) {
    let source: Elements
    if let name = step[.collection] {
      source = try elements(of: name)
      if !source.isQueried { throw .invalid }
    } else {
      let type = try listedClass(step[.type]).name
      source = Elements(type: type, places: objects(of: type).map(ModelValue.link))
    }
    guard let type = source.type else { throw .invalid }
    let places = source.places ?? source.entries?.values.filter { $0 != .null }
    let isOrdered = source.places != nil
    var matches: [Int]? = []
    for place in places ?? [] {
      guard case .link(let id) = place else { throw .invalid }
      let isMatch: Bool? = step[.filter].map { self.matches($0, id) } ?? .some(true)
      switch isMatch {
      case true?: matches?.append(id)
      case false?: break
      case nil: matches = nil
      }
    }
    if places == nil || (!isOrdered && matches?.count ?? 2 > 1) { matches = nil }
    if let sort = step[.sort], let found = matches { matches = sorted(found, by: sort) }
    try bind(.results(type: type, matches), step)
  }

  /// Objects in the order that sort keys ask for; nil where the model does not compare such values (READ-21).
  private func sorted(_ ids: [Int], by sort: JSON) -> [Int]? {
    let keys = (sort.array ?? []).map { ($0[0]?.string ?? "", $0[1] == "descending") }
    let values = ids.map { id in keys.map { objects[id]?.values[$0.0] ?? .null } }
    guard values.joined().allSatisfy(\.hasKnownOrder) else { return nil }
    let places = ids.indices.sorted { left, right in
      for (index, key) in keys.enumerated() {
        let (one, other) = (values[left][index], values[right][index])
        if one.precedes(other) { return !key.1 }
        if other.precedes(one) { return key.1 }
      }
      return left < right
    }
    return places.map { ids[$0] }
  }

  // MARK: Filters

  /// Whether an object matches; nil where the model does not compare such values.
  private func matches(_ filter: JSON, _ id: Int) -> Bool? {
    Self.all(
      (filter.object ?? [:]).map { key, condition -> Bool? in
        switch key {
        case "$and": Self.all((condition.array ?? []).map { matches($0, id) })
        case "$or": Self.any((condition.array ?? []).map { matches($0, id) })
        default: holds(condition, objects[id]?.values[key] ?? .null)
        }
      }
    )
  }

  private static func all(_ parts: [Bool?]) -> Bool? {
    parts.contains(false) ? false : parts.contains(nil) ? nil : true
  }

  private static func any(_ parts: [Bool?]) -> Bool? {
    parts.contains(true) ? true : parts.contains(nil) ? nil : false
  }

  private func holds(_ condition: JSON, _ value: ModelValue) -> Bool? {
    guard let operators = condition.object, ExtendedValue(condition) == nil,
      operators["$ref"] == nil
    else { return equals(condition, value) }
    return Self.all(
      operators.map { name, operand -> Bool? in
        switch FilterOperator(rawValue: name) {
        case .equal: equals(operand, value)
        case .notEqual: equals(operand, value).map { !$0 }
        case .in: Self.any((operand.array ?? []).map { equals($0, value) })
        case .not: holds(operand, value).map { !$0 }
        case .less: compare(operand, value, <)
        case .greater: compare(operand, value, >)
        case .lessOrEqual, .greaterOrEqual, nil: nil
        }
      }
    )
  }

  private func equals(_ operand: JSON, _ value: ModelValue) -> Bool? {
    switch (operand, value) {
    case (.null, .null): return true
    case (.null, _), (_, .null): return false
    case (.object(let members), .link(let id)):
      guard case .object(let other)? = members["$ref"]?.string.flatMap({ handles[$0] }) else {
        return nil
      }
      return other == id
    case (.bool, .plain(let other)), (.int, .plain(let other)), (.string, .plain(let other)):
      switch other {
      // As a number it may be the same.
      case .double, .object, .array: return nil
      default: return operand == other
      }
    default: return nil
    }
  }

  private func compare(_ operand: JSON, _ value: ModelValue, _ isRight: (Int64, Int64) -> Bool)
    -> Bool?
  {
    if operand.isNull || value == .null { return false }
    guard case .int(let right) = operand, case .plain(.int(let left)) = value else { return nil }
    return isRight(left, right)
  }
}

extension PropertyType {
  /// Whether a result can be sorted by it: where NaN is then, is open.
  var isSortable: Bool {
    guard shape == .single, let scalar else { return false }
    return [.int, .string, .date].contains(scalar)
  }

  /// Whether `$lt` and the like are asked of it.
  var isOrdered: Bool {
    guard shape == .single, let scalar else { return false }
    return [.int, .float, .double, .date, .decimal128].contains(scalar)
  }

  /// Whether a filter may be about it.
  var isFiltered: Bool {
    shape == .single && scalar != .data
  }

  /// Whether equal values are written in one way only, so that the model can count those of a set.
  var hasOneSpelling: Bool {
    guard let scalar else { return true }
    return [.bool, .int, .string, .objectId, .uuid].contains(scalar)
  }
}

extension ModelValue {
  /// Whether the model knows what stands before and behind it.
  fileprivate var hasKnownOrder: Bool {
    switch self {
    case .null, .plain(.int), .plain(.string): true
    default: false
    }
  }

  /// Whether it stands before another value: null before all, texts by their code points.
  fileprivate func precedes(_ other: ModelValue) -> Bool {
    switch (self, other) {
    case (.null, .null): false
    case (.null, _): true
    case (.plain(.int(let left)), .plain(.int(let right))): left < right
    case (.plain(.string(let left)), .plain(.string(let right))):
      left.utf8.lexicographicallyPrecedes(right.utf8)
    default: false
    }
  }

  /// Whether there is a link anywhere in it.
  var hasLinks: Bool {
    switch self {
    case .null, .plain: false
    case .link, .embedded: true
    case .list(let elements): elements.contains(where: \.hasLinks)
    case .entries(let entries): entries.values.contains(where: \.hasLinks)
    }
  }
}
