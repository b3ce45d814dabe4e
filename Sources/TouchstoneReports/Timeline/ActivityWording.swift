import Touchstone
import Trail

/// What every form of the list says in the same words.
struct ActivityWording {
  let entry: ActivityList.Entry

  init(_ entry: ActivityList.Entry) { self.entry = entry }

  var lines: [String] {
    var lines = [
      [
        TrailReport.count(entry.reads, "read"), TrailReport.count(entry.writes, "write"),
        TrailReport.count(entry.customs, "custom event"),
      ].joined(separator: ", ")
    ]
    if let first = entry.first, let last = entry.last {
      lines.append("\(TimelineWording.time(first)) to \(TimelineWording.time(last))")
    }
    let users = Self.most(entry.users.filter { !$0.key.isEmpty })
    if !users.isEmpty { lines.append("by " + users) }
    let classes = Self.most(entry.classes)
    if !classes.isEmpty { lines.append("objects: " + classes) }
    return lines
  }

  /// The most frequent ones.
  private static func most(_ counts: [String: Int]) -> String {
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let shown = sorted.prefix(8).map { "\(Abbreviation.shorten($0.key, to: 80)) (\($0.value))" }
    let more = sorted.count > shown.count ? ["and \(sorted.count - shown.count) more"] : []
    return (shown + more).joined(separator: "; ")
  }

  static func sum(of list: ActivityList) -> String {
    var text =
      "\(TrailReport.count(list.count, "event")) of \(list.entries.count) activities in "
      + TrailReport.count(list.documents, "document")
    if list.unlisted > 0 {
      text += "; \(list.unlisted) events of further activities are not listed"
    }
    if list.damaged > 0 { text += "; \(TrailReport.count(list.damaged, "line")) could not be read" }
    return text
  }
}
