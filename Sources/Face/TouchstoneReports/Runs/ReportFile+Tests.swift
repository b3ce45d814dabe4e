import Formats
import OrderedCollections
import Touchstone
import TouchstoneExplaining

extension ReportFile {
  /// A suite a chapter, a test a case; what is wrong with the run as a whole is an error in a suite of its own.
  ///
  /// What is unsupported or known to fail is skipped, with the reason.
  package var suites: TestSuites {
    var properties = [
      (name: "implementation", value: title), ("class", selection.conformanceClass),
      ("edition", selection.edition), ("verdict on the class", judgement()),
    ]
    if !notRun.isEmpty { properties.append(("unfinished", "\(notRun.count)")) }
    let chapters = chapters.map { name, entries in
      TestSuites.Suite(
        name: name,
        properties: properties,
        tests: entries.map { $0.test(requirements) }
      )
    }
    let problems = RunProblem.all(of: self).map(\.test)
    let whole = TestSuites.Suite(name: RunProblem.group, tests: problems)
    return TestSuites(
      name: "touchstone",
      time: (String(started.description.prefix(19)), seconds),
      suites: chapters + (problems.isEmpty ? [] : [whole])
    )
  }
}

extension ReportEntry {
  fileprivate func test(_ requirements: [String: RequirementSummary]) -> TestSuites.Test {
    let (chapter, group, id) = nameParts
    return TestSuites.Test(
      group: group.isEmpty ? chapter : "\(chapter).\(group)",
      name: id,
      seconds: seconds,
      marks: outcome(requirements) + [TestSuites.Mark(kind: .output, text: facts)]
    )
  }

  private func outcome(_ requirements: [String: RequirementSummary]) -> [TestSuites.Mark] {
    switch verdict {
    case .passed: return []
    case .unsupported: return [TestSuites.Mark(kind: .skipped, message: summary)]
    case .knownFailure:
      return [TestSuites.Mark(kind: .skipped, message: "known failure: " + (known ?? ""))]
    case .failed, .unexpectedPass, .errored:
      return [
        TestSuites.Mark(
          kind: verdict == .errored ? .error : .failure,
          message: summary,
          type: verdict.rawValue,
          text: explanation(requirements: requirements).joined(separator: "\n")
        )
      ]
    }
  }

  /// What is known of a case, as what it printed: strict readers know neither properties of a test nor its place.
  private var facts: String {
    let facts = [
      "case: \(name)", "title: \(title)", "level: \(level.rawValue)",
      "verdict: \(verdict.rawValue)", "requirements: \(requirements.joined(separator: ", "))",
      "at: \(location.file):\(location.line)",
    ]
    return facts.map(terminalSafe).joined(separator: "\n")
  }
}

extension RunProblem {
  fileprivate var test: TestSuites.Test {
    TestSuites.Test(
      group: Self.group.replacing("/", with: "."),
      name: String(name.dropFirst(Self.group.count + 1)),
      marks: [TestSuites.Mark(kind: .error, message: message, type: "run")]
    )
  }
}
