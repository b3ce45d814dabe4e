import Touchstone
package import TouchstoneExplaining

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

extension TestSuites {
  /// The differences that random programs showed, or one test without a failure if there are none.
  package init(
    differences: [ReportEntry],
    setting: String,
    requirements: [String: RequirementSummary]
  ) {
    let tests = differences.map { entry in
      Test(
        group: "explore",
        name: entry.name,
        marks: [
          Mark(
            kind: .failure,
            message: entry.findings.first?.line ?? entry.reason ?? "",
            type: entry.verdict.rawValue,
            text: entry.explanation(requirements: requirements).joined(separator: "\n")
          )
        ]
      )
    }
    let whole = Test(group: "explore", name: setting)
    self.init(
      name: "touchstone explore",
      suites: [Suite(name: "explore", tests: tests.isEmpty ? [whole] : tests)]
    )
  }
}
