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
