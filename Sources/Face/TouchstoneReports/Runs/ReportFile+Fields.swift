package import Formats
package import JSON
package import Touchstone
package import TouchstoneExplaining

// What stands in a report, each field once for both ways: Spec, "The JSON report".

extension ReportFile {
  /// What is said of the run itself.
  mutating func exchangeRun(_ fields: inout JSONFields) throws(JSONFault) {
    var edition: String? = selection.edition
    var unfinished = notRun.isEmpty ? nil : notRun.count
    var stop = notRun.isEmpty ? nil : stop
    var isComplete = notRun.isEmpty
    try fields("implementation", &implementation)
    try fields.optional("edition", &edition)
    try fields.inner("selection", &selection)
    try fields("start", &started)
    try fields("end", &ended)
    try fields("complete", &isComplete)
    try fields("class", &classVerdict)
    try fields.optional("unfinished", &unfinished)
    try fields.optional("stop", &stop)
    try fields.unless([], "notRun", &notRun)
    try fields.unless([], "faults", &faults)
    try fields.unless([], "gaps", &gaps)
    try fields.optional("leftBehind", &leftBehind)
    try fields.unless([], "staleExpectations", &staleExpectations)
    self.stop = stop ?? .interruption
  }
}

extension ImplementationInfo: JSONItem {
  package init() {
    self.init(name: "", version: "", language: "", editions: [], classes: [], features: [])
  }

  package mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
    try fields("name", &name)
    try fields("version", &version)
    try fields("language", &language)
    try fields("editions", &editions)
    try fields("classes", &classes)
    try fields("features", &features)
  }
}

extension RunSelection: JSONRecord {
  package mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
    var failedIn = earlier?.report
    try fields("class", &conformanceClass)
    try fields("edition", &edition)
    try fields.unless([], "filters", &filters)
    try fields.unless([], "excluded", &exclusions)
    try fields.optional("profile", &profile)
    try fields.optional("failedIn", &failedIn)
    try fields.optional("cases", &folder)
    // The names of those cases are not in a report.
    if fields.areRead { earlier = failedIn.map { EarlierFailures(report: $0) } }
  }
}

extension ClassVerdict: JSONValue {
  package init(field node: JSONNode) throws(JSONFault) {
    let verdict = try node.member("verdict")
    self =
      switch try verdict.string() {
      case "achieved": .achieved(without: try node.optional("without")?.strings() ?? [])
      case "not-achieved": .notAchieved(missing: try node.member("missing").count())
      case "not-judged": .notJudged
      default: throw verdict.fault("\(try verdict.string().quoted) is unknown here")
      }
  }

  package var fieldJSON: JSON {
    switch self {
    case .achieved(let features): ["verdict": "achieved", "without": .strings(features)]
    case .notAchieved(let missing): ["verdict": "not-achieved", "missing": .int(Int64(missing))]
    case .notJudged: ["verdict": "not-judged"]
    }
  }
}

extension RequirementSummary: JSONItem {
  package init() { self.init(level: .must, text: "") }

  package mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
    try fields("level", &level)
    try fields("text", &text)
    try fields.unless(0, "likeness", &likeness)
    guard 0...1 ~= likeness else { throw fields.fault("expected a number from 0 to 1", "likeness") }
  }
}

extension ReportEntry: JSONItem {
  package init() {
    self.init(
      name: "",
      title: "",
      verdict: .passed,
      level: .must,
      requirements: [],
      location: TextLocation(file: "", line: 0),
      expected: .null,
      seconds: 0
    )
  }

  package mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
    try fields("case", &name)
    try fields("title", &title)
    try fields("verdict", &verdict)
    try fields("level", &level)
    try fields("requirements", &requirements)
    try fields.group("location") { fields throws(JSONFault) in
      try fields("file", &location.file)
      try fields("line", &location.line)
    }
    try fields.optional("reason", &reason)
    try fields.optional("known", &known)
    try fields.optional("log", &log)
    try fields("findings", &findings)
    try fields("seconds", &seconds)
    guard seconds >= 0 else { throw fields.fault("expected a number of seconds", "seconds") }
    try fields.group("story") { fields throws(JSONFault) in try exchangeStory(&fields) }
    try fields.unless([], "failing", &failing)
    try fields("expected", &expected)
    try fields.optional("actual", &actual)
    try fields.optional("omitted", &omittedLength)
    try fields.unless([], "comparison", &rows)
  }

  /// The parts of the story that there are.
  var story: JSONObject {
    var entry = self
    let story = JSONFields.json { fields throws(JSONFault) in try entry.exchangeStory(&fields) }
    return story.object ?? [:]
  }

  private mutating func exchangeStory(_ fields: inout JSONFields) throws(JSONFault) {
    try fields.unless([], "setting", &setting)
    try fields.unless([], "given", &given)
    try fields.unless([], "steps", &steps)
    try fields.unless([], "notes", &notes)
  }
}

extension Finding: JSONItem {
  package init() { self.init(place: "", message: "") }

  package mutating func exchange(_ fields: inout JSONFields) throws(JSONFault) {
    try fields("place", &place)
    try fields("message", &message)
    try fields.optional("requirement", &requirement)
  }
}

/// A string where both sides read the same, otherwise what there is of them.
extension ComparisonRow: JSONValue {
  package init(field node: JSONNode) throws(JSONFault) {
    if let text = node.json.string {
      self.init(expected: text, actual: text, mark: .same)
      return
    }
    let expected = try node.optional("expected")?.string()
    let actual = try node.optional("actual")?.string()
    if expected == nil, actual == nil { throw node.fault("a row has at least one side") }
    self.init(expected: expected, actual: actual, isSame: node.json["same"]?.bool == true)
  }

  package var fieldJSON: JSON {
    if mark == .same, let expected, expected == actual { return .string(expected) }
    var object: JSONObject = [:]
    object["expected"] = expected.map(JSON.string)
    object["actual"] = actual.map(JSON.string)
    if mark == .same { object["same"] = true }
    return .object(object)
  }
}

extension Level: JSONValue {}
extension Profile: JSONValue {}
extension RunStop: JSONValue {}
extension Verdict: JSONValue {}

extension JSON {
  static func strings(_ texts: [String]) -> JSON { texts.fieldJSON }
}
