package import JSON
package import Touchstone

/// A random program: a case without an expectation of its trail, in a form that is easy to take apart.
///
/// A step that is meant to fail says so with `fails`.
package struct Program: Sendable, Hashable {
  package var schema: JSONObject = [:] { didSet { classes = ProgramSchema(.object(schema)) } }
  /// What the schema says: it is read once.
  package private(set) var classes: ProgramSchema = [:]
  package var configuration: JSONObject = [:]
  package var given: [JSON] = []
  package var steps: [JSON] = []

  /// What an implementation is sent.
  package var message: CaseProgram {
    CaseProgram(writtenOut: testCase(named: "explore/programs/program"))
  }

  /// The program as a case that expects nothing yet.
  package func testCase(named name: String) -> Case {
    var testCase = Case(
      name: name,
      title: "A random program does what it does on the model",
      steps: steps.map(Step.init),
      expectation: ["events": []],
      location: TextLocation(file: name, line: 1)
    )
    testCase.schema = classes
    testCase.configuration = .object(configuration)
    testCase.given = given.map(Step.init)
    return testCase
  }
}
