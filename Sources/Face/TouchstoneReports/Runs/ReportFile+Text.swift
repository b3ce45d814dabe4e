import OrderedCollections
package import Formats
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
      self = try Self(JSONNode(json, of: "a report"), isPartAllowed: isPartAllowed)
    } catch { throw SuiteError(error, in: text, of: path) }
  }

  /// Reads a report from the outside in.
  private init(_ node: JSONNode, isPartAllowed: Bool) throws(JSONFault) {
    guard node.json.object != nil else {
      throw node.fault("a report is an object, not \(node.json.kindName)")
    }
    let version = try node.member("version")
    guard version.json == .int(Self.version) else {
      throw version.fault(
        "the report is of version \(Abbreviation.describe(version.json)), this program reads \(Self.version)"
      )
    }
    let run = try node.member("run")
    let complete = try run.member("complete")
    guard complete.json == true || isPartAllowed else {
      throw complete.fault("the run did not come to its end")
    }
    self.init(
      implementation: ImplementationInfo(),
      selection: RunSelection(),
      requirements: [:],
      entries: try [ReportEntry](field: node.member("verdicts")),
      classVerdict: .notJudged,
      staleExpectations: [],
      started: .now,
      ended: .now
    )
    var fields = JSONFields(reading: run)
    try exchangeRun(&fields)
    for (id, summary) in try node.member("requirements").members() {
      requirements[id] = try RequirementSummary(field: summary)
    }
    try checkSum(node.member("summary"))
  }

  /// Every case once, and as many of each verdict as the report says.
  private func checkSum(_ node: JSONNode) throws(JSONFault) {
    var names: Set<String> = []
    for entry in entries where !names.insert(entry.name).inserted {
      throw node.fault("there are two verdicts on \(entry.name.quoted)")
    }
    func check(_ key: String, is count: Int, _ verb: String, _ rest: String) throws(JSONFault) {
      let member = try node.member(key)
      let stated = try member.count()
      if stated == count { return }
      throw member.fault("the counts do not add up: \(stated) \(verb), \(count) \(rest)")
    }
    try check("selected", is: entries.count, "selected", "verdicts")
    for verdict in Verdict.allCases {
      try check(verdict.rawValue, is: summary[verdict], "counted", "there")
    }
  }

  /// The form of Spec, "The JSON report", a verdict a line, so that lines can be searched and compared.
  package var jsonText: String {
    let sentences = requirements.sorted { $0.key < $1.key }
      .map { "  \(JSON.string($0.key)): \($0.value.fieldJSON)" }
    let verdicts = entries.map { "  \($0.fieldJSON)" }
    let run = JSONFields.json { fields throws(JSONFault) in
      var report = self
      try report.exchangeRun(&fields)
    }
    return """
      {"version": \(Self.version),
      "run": \(run),
      "requirements": {
      \(sentences.joined(separator: ",\n"))
      },
      "verdicts": [
      \(verdicts.joined(separator: ",\n"))
      ],
      "summary": \(summary.json)}

      """
  }
}

extension SuiteError {
  /// What is wrong with a file, and where.
  package init(_ fault: JSONFault, in text: [UInt8], of path: String) {
    var faults = FaultList()
    faults.add(fault.path, fault.message)
    self.init(.malformed, faults: faults.located(in: text, of: path))
  }
}

extension RunSummary {
  var json: JSON {
    var object: JSONObject = ["selected": .int(Int64(selected))]
    for verdict in Verdict.allCases { object[verdict.rawValue] = .int(Int64(self[verdict])) }
    return .object(object)
  }
}
