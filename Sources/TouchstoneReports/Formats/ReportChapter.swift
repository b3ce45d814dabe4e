import Touchstone

/// The entries of one chapter, in the order in which the chapters come up.
struct ReportChapter {
  var name: String
  var entries: [ReportEntry] = []

  var summary: RunSummary { RunSummary(entries.map(\.verdict)) }

  static func all(of report: ReportFile) -> [ReportChapter] {
    var chapters: [ReportChapter] = []
    var places: [String: Int] = [:]
    for entry in report.entries {
      let name = entry.nameParts.chapter
      let place = places[name] ?? chapters.count
      if place == chapters.count {
        places[name] = place
        chapters.append(ReportChapter(name: name))
      }
      chapters[place].entries.append(entry)
    }
    return chapters
  }
}

extension ReportFile {
  /// What the run says of the class, in one sentence.
  var classSentence: String {
    let start = "class \(selection.conformanceClass), edition \(selection.edition): "
    switch classVerdict {
    case .achieved: return start + "achieved"
    case .notAchieved(let missing):
      return start
        + "not achieved (\(missing) must \(missing == 1 ? "case has" : "cases have") not passed)"
    case .notJudged where unfinished > 0:
      return start + "not judged, because the run was interrupted"
    case .notJudged: return start + "not judged, because only a part of its cases was selected"
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
    if unfinished > 0 { parts.append("not finished \(unfinished)") }
    return "selected \(summary.selected + unfinished) = " + parts.joined(separator: " + ")
  }
}
