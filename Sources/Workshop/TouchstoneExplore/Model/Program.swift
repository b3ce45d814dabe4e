package import JSON
package import Touchstone

/// A random program: a case without an expectation of its trail, in a form that is easy to take apart.
///
/// A step that is meant to fail says so with `fails`.
package struct Program: Sendable, Hashable {
  package var schema: JSONObject = [:]
  package var configuration: JSONObject = [:]
  package var given: [JSON] = []
  package var steps: [JSON] = []

  /// What an implementation is sent.
  package var message: CaseProgram { CaseProgram(of: testCase(named: "explore/programs/program")) }

  /// The program as a case that expects nothing yet.
  package func testCase(named name: String) -> Case {
    var testCase = Case(
      name: name,
      title: "A random program does what it does on the model",
      steps: steps.map(Step.init),
      expectation: ["events": []],
      location: TextLocation(file: name, line: 1)
    )
    testCase.schema = ProgramSchema(.object(schema))
    testCase.configuration = .object(configuration)
    testCase.given = given.map(Step.init)
    return testCase
  }
}

extension JSON {
  /// The names that a step uses: under some of its arguments, and in the links of its value and its condition.
  func usedNames(under arguments: Set<String> = ["object", "of", "in"]) -> [String] {
    var names = arguments.compactMap { self[$0]?.string }
    for key in ["value", "where"] { self[key]?.forEachLink { names.append($0) } }
    return names
  }

  /// Calls the body with the name of each object that the value links to.
  func forEachLink(_ body: (String) -> Void) {
    switch self {
    case .array(let elements): for element in elements { element.forEachLink(body) }
    case .object(let members):
      if let name = members["$ref"]?.string { return body(name) }
      for (_, value) in members { value.forEachLink(body) }
    default: break
    }
  }
}
