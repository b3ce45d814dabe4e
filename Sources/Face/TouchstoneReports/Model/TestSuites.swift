/// What was checked, in the terms of test reports: suites of tests, each with its outcome.
package struct TestSuites {
  /// How a test ended, or what is known of it.
  struct Mark {
    enum Kind: String {
      case failure, error, skipped
      case output = "system-out"
    }

    var kind: Kind
    var message: String?
    /// What kind of failure it is.
    var type: String?
    var text: String?
  }

  struct Test {
    /// The place of the test among others, such as `scopes.ends`.
    var group: String
    var name: String
    var seconds: Double = 0
    var marks: [Mark] = []

    func has(_ kind: Mark.Kind) -> Bool { marks.contains { $0.kind == kind } }
  }

  struct Suite {
    var name: String
    var properties: [(name: String, value: String)] = []
    var tests: [Test]
  }

  var name: String
  /// When it began and how long it took, if that is known.
  var time: (start: String, seconds: Double)?
  var suites: [Suite]
}
