import Touchstone

extension ReportFile {
  /// What the run says of the class: a word, its colour, and what follows it.
  var classJudgement: (word: String, ink: ConsoleStyle.Ink?, rest: String) {
    switch classVerdict {
    case .achieved: return ("achieved", .green, "")
    case .notAchieved(let missing):
      let cases = missing == 1 ? "case has" : "cases have"
      return ("not achieved", .red, " (\(missing) must \(cases) not passed)")
    case .notJudged where unfinished > 0:
      return ("not judged, because the run was interrupted", .red, "")
    case .notJudged:
      return ("not judged, because only a part of its cases was selected", nil, "")
    }
  }

  /// What the run says of the class, in one sentence.
  var classSentence: String { classSentence(style: .plain) }

  /// The same for a console.
  func classSentence(style: ConsoleStyle) -> String {
    let (word, ink, rest) = classJudgement
    return "class \(selection.conformanceClass), edition \(selection.edition): "
      + style.paint(word, ink) + rest
  }

  /// How the counts add up, in one line.
  var sumSentence: String {
    let summary = summary
    var parts = [Verdict.passed, .failed, .errored, .unsupported, .knownFailure].map {
      "\($0.word) \(summary[$0])"
    }
    if summary[.unexpectedPass] > 0 {
      parts.append("unexpected passes \(summary[.unexpectedPass])")
    }
    if unfinished > 0 { parts.append("not finished \(unfinished)") }
    return "selected \(summary.selected + unfinished) = " + parts.joined(separator: " + ")
  }
}
