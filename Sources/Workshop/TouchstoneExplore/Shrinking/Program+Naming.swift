import Formats
import JSON
import Touchstone

extension Program {
  /// The program with names in place of which others could stand: two that are the same then show the same difference.
  package var anonymous: Program {
    var renaming: [String: String] = [:]
    for (index, definition) in classes.classes.enumerated() {
      renaming[definition.name] = "Class\(index + 1)"
      for (place, property) in definition.properties.enumerated() where property.name != "_id" {
        renaming[property.name] = "property\(index + 1).\(place + 1)"
      }
    }
    let names = (given + steps).flatMap { Step($0).withNested.compactMap(\.boundName) }
    for (index, name) in names.enumerated() { renaming[name] = "name\(index + 1)" }
    var program = self
    program.schema = JSON.object(schema).renamed(renaming).object ?? [:]
    program.configuration = JSON.object(configuration).renamed(renaming).object ?? [:]
    program.given = given.map { $0.renamed(renaming) }
    program.steps = steps.map { $0.renamed(renaming) }
    return program
  }
}

extension Program {
  /// The program with the names of its steps counted anew: `scope`, `object`, `object2`.
  var withPlainNames: Program {
    var renaming: [String: String] = [:]
    var counts: [String: Int] = [:]
    for name in (given + steps).flatMap({ Step($0).withNested.compactMap(\.boundName) }) {
      let word = String(name.prefix { !$0.isNumber })
      counts[word, default: 0] += 1
      let count = counts[word] ?? 1
      renaming[name] = count == 1 ? word : "\(word)\(count)"
    }
    var program = self
    program.given = given.map { $0.withNames(renaming) }
    program.steps = steps.map { $0.withNames(renaming) }
    return program
  }
}

extension JSON {
  /// A step whose names are others, nested ones included; nothing else in it is one.
  fileprivate func withNames(_ names: [String: String]) -> JSON {
    switch self {
    case .array(let elements): return .array(elements.map { $0.withNames(names) })
    case .object(let members):
      return .object(
        JSONObject(
          uniqueMembers: members.map { key, value in
            guard Self.nameKeys.contains(key), let text = value.string, let name = names[text]
            else { return (key, value.withNames(names)) }
            return (key, .string(name))
          }
        )
      )
    default: return self
    }
  }

  private static let nameKeys = StepKind.allNameArguments.union(["as", "$ref"])

  /// The value with other names, as keys, as texts, and within the text of a type.
  fileprivate func renamed(_ names: [String: String]) -> JSON {
    switch self {
    case .array(let elements): return .array(elements.map { $0.renamed(names) })
    case .object(let members):
      return .object(
        JSONObject(
          uniqueMembers: members.map { (names[$0.key] ?? $0.key, $0.value.renamed(names)) }
        )
      )
    case .string(let text):
      if let name = names[text] { return .string(name) }
      guard var type = PropertyType(text), let name = names[type.base] else { return self }
      type.base = name
      return .string(type.text)
    default: return self
    }
  }
}
