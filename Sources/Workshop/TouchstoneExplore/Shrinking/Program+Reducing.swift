import Formats
import JSON
import Touchstone

/// Where a step stands: in `given` or among the steps, and within which others.
struct StepPath: Hashable {
  var isGiven: Bool
  /// Its place in each list that leads to it, the outermost first.
  var indices: [Int] = []

  func appending(_ index: Int) -> StepPath {
    StepPath(isGiven: isGiven, indices: indices + [index])
  }
}

extension Program {
  /// How much there is of it: what a smaller program has less of.
  var weight: Int {
    Self.weight(.object(schema)) + Self.weight(.object(configuration))
      + Self.weight(.array(given)) + Self.weight(.array(steps))
  }

  private static func weight(_ json: JSON) -> Int {
    switch json {
    case .array(let elements): 4 + elements.reduce(0) { $0 + weight($1) }
    case .object(let members): 4 + members.reduce(0) { $0 + 4 + weight($1.value) }
    case .string(let text): text.isEmpty ? 1 : text.utf8.count == 1 ? 2 : 3
    case .null, .int(0), .bool(false): 1
    default: 2
    }
  }

  // MARK: Steps

  /// The places of all steps.
  var stepPaths: [StepPath] {
    func paths(_ steps: [JSON], in outer: StepPath) -> [StepPath] {
      steps.enumerated().flatMap { index, step in
        let path = outer.appending(index)
        return [path] + paths(step["steps"]?.array ?? [], in: path)
      }
    }
    return paths(given, in: StepPath(isGiven: true)) + paths(steps, in: StepPath(isGiven: false))
  }

  /// The program without these steps, and without those that use a name that is gone by that.
  func without(_ paths: Set<StepPath>) -> Program { filtered { path, _ in paths.contains(path) } }

  /// The program without the steps that a condition holds for, and all that depends on them.
  private func filtered(_ isGone: (StepPath, JSON) -> Bool) -> Program {
    var gone: Set<String> = []
    func kept(_ steps: [JSON], in outer: StepPath) -> [JSON] {
      var result: [JSON] = []
      for (index, step) in steps.enumerated() {
        let path = outer.appending(index)
        if isGone(path, step) || step.uses(gone) {
          gone.formUnion(Step(step).withNested.compactMap(\.boundName))
          continue
        }
        guard case .object(var members) = step, let nested = members["steps"]?.array else {
          result.append(step)
          continue
        }
        members["steps"] = .array(kept(nested, in: path))
        result.append(.object(members))
      }
      return result
    }
    var program = self
    program.given = kept(given, in: StepPath(isGiven: true))
    program.steps = kept(steps, in: StepPath(isGiven: false))
    return program
  }

  /// The program without the steps that an implementation has declined, or, where that is not a valid program, what comes before
  /// the first of them; nil if it has declined none, or nothing is left.
  func without(declined result: CaseResult?, _ settings: ExploreSettings) -> Program? {
    func declined(_ outcomes: [StepOutcome], of steps: [JSON], in outer: StepPath) -> [StepPath] {
      zip(steps, outcomes).enumerated().flatMap { index, pair -> [StepPath] in
        let path = outer.appending(index)
        switch pair.1 {
        case .unsupported: return [path]
        case .ok(.array(let nested)):
          let outcomes = nested.map(StepOutcome.init(message:))
          return declined(outcomes, of: pair.0["steps"]?.array ?? [], in: path)
        default: return []
        }
      }
    }
    guard case .completed(let outcomes, _)? = result else { return nil }
    let paths = declined(outcomes, of: steps, in: StepPath(isGiven: false))
    guard let first = paths.first else { return nil }
    let rest = [without(Set(paths)), without(Set(stepPaths.drop { $0 != first }))]
    return rest.first { !$0.steps.isEmpty && $0.isValid(settings) }
  }

  // MARK: Everything else

  /// Programs that lack one thing each, in a fixed order.
  var reductions: [Program] {
    var result: [Program] = []
    for name in schema.keys {
      result.append(without(class: name))
      for property in schema[name]?["properties"]?.object?.keys ?? [] where property != "_id" {
        result.append(without(property: property))
      }
    }
    for smaller in JSON.object(configuration).smaller {
      var program = self
      program.configuration = smaller.object ?? [:]
      result.append(program)
    }
    for part in [\Program.steps, \Program.given] {
      for (index, step) in self[keyPath: part].enumerated() {
        for smaller in step.smaller {
          var program = self
          program[keyPath: part][index] = smaller
          result.append(program)
        }
      }
    }
    return result
  }

  /// The program without a property and all that is done with it.
  func without(property name: String) -> Program {
    var program = filtered { _, step in step["property"]?.string == name }
    program.schema = schema.mapValues { definition in
      guard case .object(var members) = definition,
        case .object(var properties)? = members["properties"]
      else { return definition }
      properties[name] = nil
      for (other, type) in properties where type.string.map({ $0.hasSuffix(".\(name)>") }) ?? false
      {
        properties[other] = nil
      }
      members["properties"] = .object(properties)
      return .object(members)
    }
    program.given = program.given.map { $0.without(member: name) }
    program.steps = program.steps.map { $0.without(member: name) }
    return program
  }

  /// The program without a class, the properties that hold its objects, and all that is done with them.
  func without(class name: String) -> Program {
    var program = filtered { _, step in step["type"]?.string == name }
    program.schema[name] = nil
    for definition in classes.classes {
      for property in definition.properties {
        guard let type = property.type else { continue }
        let isAbout = type.base == name || type.base.hasPrefix(name + ".")
        if isAbout || definition.name == name, property.name != "_id" {
          program = program.without(property: property.name)
        }
      }
    }
    return program
  }
}

extension JSON {
  /// Whether a step names one of these.
  fileprivate func uses(_ names: Set<String>) -> Bool {
    !names.isEmpty && Step(self).usedNames.contains(where: names.contains)
  }

  /// The value without a member of that name, at any depth, and without sort keys of it.
  fileprivate func without(member name: String) -> JSON {
    switch self {
    case .array(let elements):
      return .array(
        elements.filter { !($0.array?.count == 2 && $0[0]?.string == name) }.map {
          $0.without(member: name)
        }
      )
    case .object(var members):
      members[name] = nil
      var result = members.mapValues { $0.without(member: name) }
      if result["sort"]?.array?.isEmpty == true { result["sort"] = nil }
      return .object(result)
    default: return self
    }
  }

  /// The same value with one part left out, or one text or number simpler, each way there is.
  ///
  /// What stands under these keys has no simpler form: names, and what says what a step does.
  fileprivate var smaller: [JSON] {
    switch self {
    case .array(let elements):
      var result: [JSON] = []
      for index in elements.indices {
        var fewer = elements
        fewer.remove(at: index)
        result.append(.array(fewer))
      }
      for (index, element) in elements.enumerated() {
        for smaller in element.smaller {
          var simpler = elements
          simpler[index] = smaller
          result.append(.array(simpler))
        }
      }
      return result
    case .object(let members):
      if ExtendedValue(self) != nil || members["$ref"] != nil { return [.null] }
      var result: [JSON] = []
      for key in members.keys where !["do", "type", "object", "property", "fails"].contains(key) {
        var fewer = members
        fewer[key] = nil
        result.append(.object(fewer))
      }
      for (key, value) in members where !Self.fixed.contains(key) {
        for smaller in value.smaller {
          var simpler = members
          simpler[key] = smaller
          result.append(.object(simpler))
        }
      }
      return result
    case .string(let text): return text.isEmpty ? [] : text == "a" ? [""] : ["", "a"]
    case .int(let number): return number == 0 ? [] : [.int(0)]
    case .double, .number: return [.null, .int(0)]
    case .bool(let value): return value ? [.bool(false)] : []
    case .null: return []
    }
  }

  private static let fixed: Set<String> = [
    "do", "type", "object", "property", "as", "of", "in", "scope", "fails", "sort", "_id",
  ]
}
