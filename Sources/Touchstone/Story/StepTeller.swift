import JSON

/// Tells steps in the words of the Event Library's own samples.
enum StepTeller {
  /// The lines of some steps, safe to print.
  static func lines(of steps: [Step]) -> [String] {
    steps.flatMap { lines(of: $0, indentation: 0) }.map(terminalSafe)
  }

  private static func lines(of step: Step, indentation: Int) -> [String] {
    let margin = String(repeating: "  ", count: indentation)
    if let loop = Repetition(step.json), case .value(let repeated) = loop.content {
      let body = lines(of: Step(repeated), indentation: indentation + 1)
      return [margin + "for index in 0..<\(loop.times) {"] + body + [margin + "}"]
    }
    let line = margin + sentence(for: step)
    let comment = comment(on: step)
    guard step.kind == .writing(.write) else { return [line + comment] }
    var nested = step.steps.flatMap { lines(of: $0, indentation: indentation + 1) }
    if step[.cancel] == true { nested.append(margin + "  realm.cancelWrite()") }
    if nested.isEmpty { return [line + " {}" + comment] }
    return [line + " {" + comment] + nested + [margin + "}"]
  }

  private static func sentence(for step: Step) -> String {
    let words = StepWords(step: step)
    let call = step.kind?.entry.story(words) ?? Layout.line(of: step.json)
    return step["as"].map { "let \(StepWords.name($0)) = \(call)" } ?? call
  }

  /// What is expected of a step, as a comment.
  private static func comment(on step: Step) -> String {
    if let expected = step.returns { return "  // returns " + Layout.line(of: expected) }
    if let failure = step.fails { return "  // fails: " + self.failure(failure) }
    return ""
  }

  /// A code, and what is said of the message.
  static func failure(_ json: JSON) -> String {
    guard let code = json["code"]?.string else { return json.string ?? json.text() }
    return code + (json["message"].map { ", message " + Layout.line(of: $0) } ?? "")
  }
}
