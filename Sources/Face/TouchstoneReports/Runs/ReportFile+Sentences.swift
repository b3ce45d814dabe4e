import Touchstone
import TouchstoneExplaining

extension ReportFile {
  /// What the run says of the class, in one sentence.
  var classSentence: String { classSentence(style: .plain) }

  /// The same for a console.
  func classSentence(style: ConsoleStyle) -> String {
    "class \(selection.conformanceClass), edition \(selection.edition)\(selection.profilePhrase): "
      + judgement(style)
  }

  /// The verdict on the class in words.
  func judgement(_ style: ConsoleStyle = .plain) -> String {
    switch classVerdict {
    case .achieved(without: []): style.paint("achieved", .green) + ", in full"
    case .achieved(let features):
      style.paint("achieved", .green) + ", without \(features.joined(separator: ", "))"
    case .notAchieved(let missing):
      style.paint("not achieved", .red)
        + " (\(missing) must \(missing == 1 ? "case has" : "cases have") not passed)"
    case .notJudged where !notRun.isEmpty: style.paint("not judged, \(stop.reason)", .red)
    case .notJudged where selection.folder != nil:
      "not judged, because the cases are not those of the suite"
    case .notJudged: "not judged, because only a part of its cases was selected"
    }
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
    if !notRun.isEmpty { parts.append("not finished \(notRun.count)") }
    return "selected \(summary.selected + notRun.count) = " + parts.joined(separator: " + ")
  }
}

extension RunSelection {
  /// The profile behind a comma, if one was asked for.
  var profilePhrase: String { profile.map { ", profile \($0.rawValue)" } ?? "" }
}
