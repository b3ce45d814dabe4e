import Formats
import JSON

package import Touchstone
import TouchstoneExplaining

extension ReportFile {
  /// Reads a report that was written as JSON; that of a run that did not come to its end only if a part is allowed.
  ///
  /// - Throws: a ``SuiteError`` that says what is wrong with the file, and where.
  package init(file path: String, isPartAllowed: Bool = false) throws(SuiteError) {
    let text = try SuiteText.bytes(of: path, "the report")
    try self.init(text: text, path: path, isPartAllowed: isPartAllowed)
    self.path = path
  }

  /// Reads the text of a report; the path is for people.
  ///
  /// A report that is not complete, unless it may be a part, or whose counts do not add up, is refused: it says nothing
  /// about what it lacks.
  package init(text: [UInt8], path: String, isPartAllowed: Bool = false) throws(SuiteError) {
    let json = try JSON(text: text, path: path)
    do {
      let node = JSONNode(json, of: "a report")
      self = try ReportReader(isPartAllowed: isPartAllowed).report(node)
    } catch {
      var faults = FaultList()
      faults.add(error.path, error.message)
      throw SuiteError(.malformed, faults: faults.located(in: text, of: path))
    }
  }
}

extension JSONNode {
  fileprivate func moment() throws(JSONFault) -> Timestamp {
    guard let moment = Timestamp(iso8601: try string()) else { throw fault("expected a date") }
    return moment
  }
}

/// Reads a report from the outside in.
private struct ReportReader {
  let isPartAllowed: Bool

  func report(_ node: JSONNode) throws(JSONFault) -> ReportFile {
    guard node.json.object != nil else {
      throw node.fault("a report is an object, not \(node.json.kindName)")
    }
    let version = try node.member("version")
    guard version.json == .int(ReportFile.version) else {
      throw version.fault(
        "the report is of version \(Abbreviation.describe(version.json)), this program reads \(ReportFile.version)"
      )
    }
    let run = try node.member("run")
    let complete = try run.member("complete")
    guard complete.json == true || isPartAllowed else {
      throw complete.fault("the run did not come to its end")
    }
    var requirements: [String: RequirementSummary] = [:]
    for id in try node.member("requirements").json.object?.keys ?? [] {
      let sentence = try node.member("requirements").member(id)
      requirements[id] = RequirementSummary(
        level: try sentence.member("level").choice(Level.self),
        text: try sentence.member("text").string(),
        likeness: try sentence.optional("likeness").map(Self.likeness) ?? 0
      )
    }
    let report = ReportFile(
      implementation: try Self.implementation(run.member("implementation")),
      selection: try Self.selection(run.member("selection")),
      requirements: requirements,
      entries: try node.member("verdicts").elements().map(Self.entry),
      classVerdict: try Self.classVerdict(run.member("class")),
      staleExpectations: try run.optional("staleExpectations")?.strings() ?? [],
      gaps: try run.optional("gaps")?.strings() ?? [],
      notRun: try run.optional("notRun")?.strings() ?? [],
      stop: try run.optional("stop")?.choice(RunStop.self) ?? .interruption,
      faults: try run.optional("faults")?.strings() ?? [],
      started: try run.member("start").moment(),
      ended: try run.member("end").moment()
    )
    try Self.checkSum(report, node.member("summary"))
    return report
  }

  /// Every case once, and as many of each verdict as the report says.
  private static func checkSum(_ report: ReportFile, _ node: JSONNode) throws(JSONFault) {
    var names: Set<String> = []
    for entry in report.entries where !names.insert(entry.name).inserted {
      throw node.fault("there are two verdicts on \(entry.name.quoted)")
    }
    func check(_ key: String, is count: Int, _ verb: String, _ rest: String) throws(JSONFault) {
      let member = try node.member(key)
      let stated = try member.count()
      if stated == count { return }
      throw member.fault("the counts do not add up: \(stated) \(verb), \(count) \(rest)")
    }
    try check("selected", is: report.entries.count, "selected", "verdicts")
    for verdict in Verdict.allCases {
      try check(verdict.rawValue, is: report.summary[verdict], "counted", "there")
    }
  }

  private static func implementation(_ node: JSONNode) throws(JSONFault) -> ImplementationInfo {
    ImplementationInfo(
      name: try node.member("name").string(),
      version: try node.member("version").string(),
      language: try node.member("language").string(),
      editions: try node.member("editions").strings(),
      classes: try node.member("classes").strings(),
      features: try node.member("features").strings()
    )
  }

  private static func selection(_ node: JSONNode) throws(JSONFault) -> RunSelection {
    var selection = RunSelection(
      edition: try node.member("edition").string(),
      conformanceClass: try node.member("class").string(),
      filters: try node.optional("filters")?.strings() ?? [],
      exclusions: try node.optional("excluded")?.strings() ?? [],
      folder: try node.optional("cases")?.string()
    )
    selection.profile = try node.optional("profile")?.choice(Profile.self)
    selection.earlier = try node.optional("failedIn").map { node throws(JSONFault) in
      EarlierFailures(report: try node.string())
    }
    return selection
  }

  private static func classVerdict(_ node: JSONNode) throws(JSONFault) -> ClassVerdict {
    let verdict = try node.member("verdict")
    switch try verdict.string() {
    case "achieved":
      return .achieved(without: try node.optional("without")?.strings() ?? [])
    case "not-achieved": return .notAchieved(missing: try node.member("missing").count())
    case "not-judged": return .notJudged
    default: throw verdict.fault("\(try verdict.string().quoted) is unknown here")
    }
  }

  private static func entry(_ node: JSONNode) throws(JSONFault) -> ReportEntry {
    let location = try node.member("location")
    let story = try node.member("story")
    var entry = ReportEntry(
      name: try node.member("case").string(),
      title: try node.member("title").string(),
      verdict: try node.member("verdict").choice(Verdict.self),
      level: try node.member("level").choice(Level.self),
      requirements: try node.member("requirements").strings(),
      location: TextLocation(
        file: try location.member("file").string(),
        line: try location.member("line").count()
      ),
      expected: try node.member("expected").json,
      seconds: try seconds(node.member("seconds"))
    )
    entry.setting = try story.optional("setting")?.strings() ?? []
    entry.given = try story.optional("given")?.strings() ?? []
    entry.steps = try story.optional("steps")?.strings() ?? []
    entry.notes = try story.optional("notes")?.strings() ?? []
    entry.failing =
      try node.optional("failing")?.elements()
      .map { line throws(JSONFault) in try line.count() } ?? []
    entry.actual = node.optional("actual")?.json
    entry.omittedLength = try node.optional("omitted")?.count()
    entry.findings = try node.member("findings").elements().map(finding)
    entry.reason = try node.optional("reason")?.string()
    entry.known = try node.optional("known")?.string()
    entry.log = try node.optional("log")?.string()
    entry.rows = try node.optional("comparison")?.elements().map(row) ?? []
    return entry
  }

  private static func seconds(_ node: JSONNode) throws(JSONFault) -> Double {
    try number(node, 0...(.infinity), "expected a number of seconds")
  }

  private static func likeness(_ node: JSONNode) throws(JSONFault) -> Double {
    try number(node, 0...1, "expected a number from 0 to 1")
  }

  private static func number(
    _ node: JSONNode,
    _ range: ClosedRange<Double>,
    _ words: String
  ) throws(JSONFault) -> Double {
    switch node.json {
    case .double(let number) where range.contains(number): return number
    case .int(let number) where range.contains(Double(number)): return Double(number)
    default: throw node.fault(words)
    }
  }

  private static func finding(_ node: JSONNode) throws(JSONFault) -> Finding {
    Finding(
      place: try node.member("place").string(),
      message: try node.member("message").string(),
      requirement: try node.optional("requirement")?.string()
    )
  }

  private static func row(_ node: JSONNode) throws(JSONFault) -> ComparisonRow {
    if let text = node.json.string {
      return ComparisonRow(expected: text, actual: text, mark: .same)
    }
    let expected = try node.optional("expected")?.string()
    let actual = try node.optional("actual")?.string()
    if expected == nil, actual == nil { throw node.fault("a row has at least one side") }
    let isSame = node.json["same"]?.bool == true
    return ComparisonRow(expected: expected, actual: actual, isSame: isSame)
  }
}
