import Foundation

extension ReportFormat {
  /// For build servers: tests with failures, errors and what was skipped.
  package static var junit: Self { Self(name: "junit") { JUnitText(tests: $0.suites).text } }
}

/// Tests as XML in the form that build servers read.
private struct JUnitText {
  let tests: TestSuites

  var text: String {
    let all = tests.suites.flatMap(\.tests)
    // The whole has no count of what was skipped: strict readers know it for suites alone.
    let head =
      XMLText.attributes(["name": tests.name])
      + counts(all, seconds: tests.time?.seconds, isSkippedCounted: false)
    let lines =
      ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites\(head)>"]
      + tests.suites.flatMap(suite) + ["</testsuites>"]
    return lines.joined(separator: "\n") + "\n"
  }

  private func suite(_ suite: TestSuites.Suite) -> [String] {
    let seconds = tests.time.map { _ in suite.tests.reduce(0) { $0 + $1.seconds } }
    let head =
      XMLText.attributes(["name": suite.name]) + counts(suite.tests, seconds: seconds)
      + XMLText.attributes(["timestamp": tests.time?.start])
    return ["  <testsuite\(head)>"] + properties(of: suite) + suite.tests.flatMap(test)
      + ["  </testsuite>"]
  }

  private func properties(of suite: TestSuites.Suite) -> [String] {
    guard !suite.properties.isEmpty else { return [] }
    let lines = suite.properties.map {
      "      <property\(XMLText.attributes(["name": $0.name, "value": $0.value]))/>"
    }
    return ["    <properties>"] + lines + ["    </properties>"]
  }

  private func test(_ test: TestSuites.Test) -> [String] {
    let seconds = tests.time.map { _ in time(test.seconds) }
    let head = XMLText.attributes(["classname": test.group, "name": test.name, "time": seconds])
    guard !test.marks.isEmpty else { return ["    <testcase\(head)/>"] }
    return ["    <testcase\(head)>"] + test.marks.map(mark) + ["    </testcase>"]
  }

  private func mark(_ mark: TestSuites.Mark) -> String {
    let tag = mark.kind.rawValue
    let head = XMLText.attributes(["message": mark.message, "type": mark.type])
    guard let text = mark.text else { return "      <\(tag)\(head)/>" }
    return "      <\(tag)\(head)>\(XMLText.escape(text))</\(tag)>"
  }

  private func counts(
    _ tests: [TestSuites.Test],
    seconds: Double?,
    isSkippedCounted: Bool = true
  ) -> String {
    func count(_ kind: TestSuites.Mark.Kind) -> String { String(tests.count { $0.has(kind) }) }
    return XMLText.attributes([
      "tests": String(tests.count), "failures": count(.failure), "errors": count(.error),
      "skipped": isSkippedCounted ? count(.skipped) : nil, "time": seconds.map(time),
    ])
  }

  /// Strict readers take three decimals at most.
  private func time(_ seconds: Double) -> String { String(format: "%.3f", seconds) }
}
