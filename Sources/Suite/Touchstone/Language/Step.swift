public import JSON

/// One thing that an implementation is asked to do.
///
/// ```swift
/// let step: Step = ["do": "get", "type": "Book", "key": 2, "as": "book"]
/// step.name      // "get"
/// step["key"]    // 2
/// ```
///
/// A step is read once: then its kind is known, and its arguments have types. It is written as exactly what was read.
public struct Step: Sendable, Hashable {
  /// What was read.
  public let json: JSON
  /// What it does; nil if the table has no such step.
  package let kind: StepKind?
  /// The steps of a transaction.
  public let steps: [Step]

  /// Reads a step, whatever it is.
  public init(_ json: JSON) {
    self.json = json
    kind = json[.kind].flatMap(StepKind.init(name:))
    steps = (json[.steps] ?? []).map(Step.init)
  }

  /// The name of its kind.
  public var name: String? { json[.kind] }

  /// An argument as it was read.
  public subscript(key: String) -> JSON? { json[key] }

  /// An argument; nil if the step has none, or has something else there.
  package subscript<Value>(argument: TypedKey<Value>) -> Value? { json[argument] }

  /// The name that it gives to what it yields.
  package var boundName: String? { self["as"]?.string }

  /// What keeps it from being carried out as it stands: an argument that is missing or has another form than the table
  /// says, in a class if it says so for that one.
  package func fault(in conformanceClass: ConformanceClass? = nil) -> String? {
    for argument in kind?.entry(in: conformanceClass).takes ?? [] {
      guard let value = json[argument.name] else {
        if argument.isRequired { return lack(of: argument) }
        continue
      }
      if !argument.form.accepts(value) { return lack(of: argument) }
    }
    return nil
  }

  private func lack(of argument: KeyTable.Entry) -> String {
    "the step needs \"\(argument.name)\": \(argument.form.phrase)"
  }

  /// Two steps are the same if they are written the same.
  public static func == (left: Step, right: Step) -> Bool { left.json == right.json }

  /// Feeds what was read.
  public func hash(into hasher: inout Hasher) { json.hash(into: &hasher) }
}

extension Step: ExpressibleByDictionaryLiteral {
  /// A step of these members.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self.init(.object(JSONObject(uniqueMembers: elements)))
  }
}

extension Step: CustomStringConvertible {
  /// The compact text.
  public var description: String { json.text() }
}

// MARK: What it does

extension Step {
  /// Whether objects are gone behind it.
  package var deletesObjects: Bool { kind?.entry.deletesObjects ?? false }

  /// The class of which it deletes every object.
  package var deletedClass: String? { deletesObjects ? self[.type] : nil }
}

// MARK: What is expected of it

extension Step {
  /// The value that it must have, if one is stated.
  package var returns: JSON? { json[.returns] }

  /// What it must fail with, if it must.
  package var fails: JSON? { json[.fails] }

  /// This step, and all that are nested in it.
  package var withNested: [Step] { [self] + steps.flatMap(\.withNested) }

  /// The step without what is expected of it, nested ones included.
  var withoutExpectations: Step {
    let keys = ["returns", "fails", "because"]
    guard withNested.contains(where: { step in keys.contains { step[$0] != nil } }) else {
      return self
    }
    return Step(Self.bare(json))
  }

  private static func bare(_ json: JSON) -> JSON {
    guard case .object(var members) = json else { return json }
    members["returns"] = nil
    members["fails"] = nil
    members["because"] = nil
    if let nested = members["steps"]?.array { members["steps"] = .array(nested.map(bare)) }
    return .object(members)
  }
}
