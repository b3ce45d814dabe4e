import JSON

/// Tells steps in the words of the Event Library's own samples.
enum StepTeller {
  /// The lines of some steps, safe to print; where several realms are open, each with who does it.
  static func lines(of steps: [Step], realms: [String] = []) -> [String] {
    guard realms.count > 1 else {
      return steps.flatMap { lines(of: $0, indentation: 0) }.map(terminalSafe)
    }
    let width = (realms + [server]).map(\.count).max() ?? 0
    return steps.flatMap { step in
      let isElsewhere = step.kind == .flexibleSync(.on)
      let realm = isElsewhere ? step[.realm] ?? "" : realms[0]
      return (isElsewhere ? step.steps : [step]).flatMap { step in
        let actor = step.kind?.isAtServer == true ? server : realm
        return lines(of: step, indentation: 0).map {
          terminalSafe(TextWrapping.pad(actor, to: width) + "  " + $0)
        }
      }
    }
  }

  private static let server = "server"

  private static func lines(of step: Step, indentation: Int) -> [String] {
    let margin = String(repeating: "  ", count: indentation)
    if let loop = Repetition(step.json), case .value(let repeated) = loop.content {
      let body = lines(of: Step(repeated), indentation: indentation + 1)
      return [margin + "for index in 0..<\(loop.times) {"] + body + [margin + "}"]
    }
    let line = margin + sentence(for: step)
    let comment = comment(on: step)
    guard step.kind?.isBlock == true else { return [line + comment] }
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
    if step.kind == .flexibleSync(.synchronize), let refused = step.returns?.array {
      return "  // " + Self.reversal(of: refused)
    }
    if let expected = step.returns { return "  // returns " + Layout.line(of: expected) }
    if let failure = step.fails { return "  // fails: " + self.failure(failure) }
    return ""
  }

  /// What a synchronization takes back.
  private static func reversal(of refused: [JSON]) -> String {
    if refused.isEmpty { return "nothing is taken back" }
    let objects = refused.map { info in
      let reason = info["reason"]?.string.map { ": " + $0 } ?? ""
      return
        "\(info["objectType"]?.string ?? "?") \(Layout.line(of: info["primaryKey"] ?? .null))\(reason)"
    }
    return "taken back: " + objects.joined(separator: "; ")
  }

  /// A code, and what is said of the message.
  static func failure(_ json: JSON) -> String {
    guard let code = json["code"]?.string else { return json.string ?? json.text() }
    return code + (json["message"].map { ", message " + Layout.line(of: $0) } ?? "")
  }
}
