package import JSON

extension StepKind {
  /// What the name stands for that such a step gives; nil if it gives none.
  var boundKind: HandleKind? { Self.bound[self] }

  private static let bound = Dictionary(
    uniqueKeysWithValues: all.compactMap { kind in
      kind.entry.takes.lazy.compactMap(\.form.given).first.map { (kind, $0) }
    }
  )

  /// The arguments that take a name which an earlier step has given, in whatever class.
  fileprivate var nameArguments: Set<String> { Self.nameArguments[self] ?? [] }

  private static let nameArguments = Dictionary(
    uniqueKeysWithValues: all.map { kind in
      let takes = ([kind.entry] + kind.entry.variants.values).flatMap(\.takes)
      return (kind, Set(takes.filter { $0.form.usesName }.map(\.name)))
    }
  )

  /// Every argument that takes such a name in some step.
  package static let allNameArguments = Set(nameArguments.values.joined())
}

extension Form {
  /// What a name of this form is given to.
  fileprivate var given: HandleKind? { if case .name(let kind) = self { kind } else { nil } }

  /// Whether it takes a name that an earlier step has given.
  fileprivate var usesName: Bool {
    switch self {
    case .handle, .realmFile: true
    default: false
    }
  }
}

extension Step {
  /// The names that it uses itself: under its arguments, and in the links of its value and its condition.
  package var usedNames: [String] {
    var names = (kind?.nameArguments ?? []).compactMap { self[$0]?.string }
    for key in ["value", "where"] { self[key]?.forEachLink { names.append($0) } }
    return names
  }
}

extension JSON {
  /// Calls the body with the name of each object that the value links to.
  package func forEachLink(_ body: (String) -> Void) {
    switch self {
    case .array(let elements): for element in elements { element.forEachLink(body) }
    case .object(let members):
      if let name = members["$ref"]?.string { return body(name) }
      for (_, value) in members { value.forEachLink(body) }
    default: break
    }
  }
}
