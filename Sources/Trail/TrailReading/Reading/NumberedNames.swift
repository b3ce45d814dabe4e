package import Formats
package import JSON

/// Gives names numbers in the order in which they come, so that what refers to them stays small.
package struct NumberedNames: Sendable {
  package private(set) var names: [String] = []
  private var numbers: ByteDictionary<Int> = [:]

  package init() {}

  package mutating func number(of name: String) -> Int {
    if let number = numbers[name] { return number }
    numbers[name] = names.count
    names.append(name)
    return names.count - 1
  }

  /// The number of a name that has one.
  func known(_ name: String) -> Int? { numbers[name] }

  /// Nil if the name is new, and there are as many names as there may be.
  package mutating func number(of name: String, limit: Int) -> Int? {
    names.count < limit ? number(of: name) : numbers[name]
  }
}

extension NumberedNames: JSONValue {
  package init(field node: JSONNode) throws(JSONFault) {
    self.init()
    for (place, name) in try node.strings().enumerated() where number(of: name) != place {
      throw node.fault("\(name.quoted) is there twice")
    }
  }
  package var fieldJSON: JSON { names.fieldJSON }
}
