import Formats
import JSON
import TrailReading

/// Tells whether what an event says of an object is about the properties and the values of a question.
struct ValueFilter {
  /// A path whose names are compared where they stand.
  struct Path {
    let path: PropertyPath
    private let names: [Name]

    init(_ path: PropertyPath) {
      self.path = path
      names = path.names.map { Name($0) }
    }

    /// Whether an object has a value there.
    func isShown(in object: Value) -> Bool { first(in: object) { _ in true } }

    /// Whether one of the values there is as wanted: a list on the way stands for its elements.
    func first(in object: Value, where isWanted: (Value) -> Bool) -> Bool {
      first(in: object, names[...], isWanted)
    }

    private func first(
      in value: Value,
      _ names: ArraySlice<Name>,
      _ isWanted: (Value) -> Bool
    ) -> Bool {
      guard let name = names.first else { return isWanted(value) }
      if value.isArray { return value.children.contains { first(in: $0, names, isWanted) } }
      guard value.isObject, let member = value[name] else { return false }
      return first(in: member, names.dropFirst(), isWanted)
    }

    /// Whether a modification changes what stands there; within an embedded object, whether it differs.
    func isChanged(from old: Value, to new: Value) -> Bool {
      guard isNamed(in: new) else { return false }
      return names.count == 1 || values(in: old) != values(in: new)
    }

    private func isNamed(in object: Value) -> Bool {
      object.isObject && names.first.map { object[$0] != nil } ?? false
    }

    private func values(in object: Value) -> [JSON] {
      var values: [JSON] = []
      _ = first(in: object) {
        values.append($0.json)
        return false
      }
      return values
    }
  }

  /// A value that is asked for, or one that is not to be.
  private struct Condition {
    /// What is asked for of the objects of a class of the schema.
    struct Form {
      let type: PropertyType
      /// Nil if no object of the class can have it there.
      let wanted: JSON?
    }

    let path: Path
    let wanted: JSON
    let isNegated: Bool
    private var forms: ByteDictionary<Form> = [:]

    init(_ condition: ValueCondition, _ schema: CaseSchema?, _ edition: Edition) {
      path = Path(condition.path)
      (wanted, isNegated) = (condition.value, condition.isNegated)
      guard let schema else { return }
      let wanted = WantedValue(schema: schema, edition: edition)
      for (name, description) in schema.classes where !description.hasRepresentation {
        guard let type = schema.type(of: condition.path, in: name) else { continue }
        forms[name] = Form(type: type, wanted: wanted.form(condition.value, as: type))
      }
    }

    func form(in className: String?) -> Form? { className.flatMap { forms[$0] } }
  }

  private let paths: [Path]
  /// Of each list, one has to hold.
  private let conditions: [[Condition]]
  private let comparison: ValueComparison

  var isEmpty: Bool { paths.isEmpty && conditions.isEmpty }

  init(_ question: TrailQuestion) {
    paths = question.filter.properties.map(Path.init)
    // Values are compared by types, not as properties of one class.
    comparison = ValueComparison(question.schema, question.primaryKeys, className: "")
    let all = question.filter.values.map { Condition($0, question.schema, question.edition) }
    let alternatives = Dictionary(grouping: all.filter { !$0.isNegated }) { $0.path.path }
    conditions = Array(alternatives.values) + all.filter(\.isNegated).map { [$0] }
  }

  /// Whether an event that says this is wanted.
  func admits(_ act: ObjectAct) -> Bool {
    if !paths.isEmpty, !paths.contains(where: { isAbout(act, $0) }) { return false }
    return conditions.allSatisfy { alternatives in
      alternatives.contains { holds($0, act) }
    }
  }

  private func isAbout(_ act: ObjectAct, _ path: Path) -> Bool {
    guard act.kind == .changed else { return path.isShown(in: act.object) }
    return act.newValue.map { path.isChanged(from: act.object, to: $0) } ?? false
  }

  private func holds(_ condition: Condition, _ act: ObjectAct) -> Bool {
    let form = condition.form(in: act.className)
    let wanted = form.map(\.wanted) ?? condition.wanted
    func holds(_ value: Value) -> Bool {
      guard let wanted else { return condition.isNegated }
      if isSame(value, wanted, form?.type) { return !condition.isNegated }
      return condition.isNegated || mayHave(wanted, value, form?.type)
    }
    return condition.path.first(in: act.object, where: holds)
      || act.newValue.map { condition.path.first(in: $0, where: holds) } ?? false
  }

  /// Whether a value is the one that is asked for, or has it as an element.
  private func isSame(
    _ value: Value,
    _ wanted: JSON,
    _ type: PropertyType?
  ) -> Bool {
    if value.isString, type?.scalar != .decimal128 {
      return wanted.string.map { value.says(text: $0) } ?? false
    }
    if comparison.areSame(value.json, wanted, as: type) { return true }
    guard value.isArray || type?.shape == .dictionary && value.isObject else { return false }
    return value.children.contains { comparison.areSame($0.json, wanted, as: type) }
  }

  /// Whether an object that may be a dictionary has a value as an element: what it is, its type does not tell.
  private func mayHave(_ wanted: JSON, _ value: Value, _ type: PropertyType?) -> Bool {
    guard value.isObject, type == nil || type?.scalar == .mixed,
      let object = value.json.object, comparison.key(of: object, type) == nil
    else { return false }
    return value.children.contains { isSame($0, wanted, type) }
  }
}

extension CaseSchema {
  /// The type of what stands at a path in objects of a class, if it is known.
  func type(of path: PropertyPath, in className: String) -> PropertyType? {
    var type: PropertyType?
    var className: String? = className
    for name in path.names {
      if type?.shape == .dictionary {
        // The name is a key of it.
        type?.shape = .single
        continue
      }
      type = className.flatMap { classes[$0]?.properties[name] }
      className = type?.className
    }
    return type
  }
}

extension Value {
  /// Whether it is a string of these bytes.
  fileprivate func says(text: String) -> Bool {
    string.map { $0.utf8.elementsEqual(text.utf8) } ?? false
  }
}
