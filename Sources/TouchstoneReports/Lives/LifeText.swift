package import Touchstone
package import Trail

/// The life of an object for the console.
package struct LifeText {
  private let telling: LifeTelling
  private let style: ConsoleStyle

  /// The text of a life in a style.
  package init(_ life: ObjectLife, style: ConsoleStyle = .plain) {
    telling = LifeTelling(life)
    self.style = style
  }

  /// The whole text.
  package var text: String {
    var lines = [style.paint(safe(telling.title), .bold), safe(telling.summary)]
    for line in telling.lines { lines += block(line) }
    if !telling.gaps.isEmpty { lines.append("") }
    for gap in telling.gaps { lines += wrap(gap, indent: 0, ink: .yellow) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func block(_ line: LifeTelling.Line) -> [String] {
    let ink: ConsoleStyle.Ink? =
      switch line.kind {
      case "insertion": .green
      case "modification": .yellow
      case "deletion": .red
      default: nil
      }
    var lines = [""]
    lines.append(style.paint(safe(line.time), .dim) + "  " + style.paint(line.deed, ink))
    let user = line.user.isEmpty ? "" : " · \(line.user)"
    let others = line.others == 0 ? "" : " · with \(TrailReport.count(line.others, "other object"))"
    lines += wrap(safe("\(line.activity)\(user)\(others)"), indent: 2)
    for detail in line.details {
      let name = detail.name.isEmpty ? "" : detail.name + ": "
      let change = detail.old.map { "\($0) → \(detail.new)" } ?? detail.new
      lines += wrap(safe(name + change), indent: 4)
    }
    lines += wrap(safe(line.place), indent: 2, ink: .dim)
    return lines
  }

  private func wrap(_ text: String, indent: Int, ink: ConsoleStyle.Ink? = nil) -> [String] {
    let spaces = String(repeating: " ", count: indent)
    return TextWrapping.wrap(text, to: max(20, style.width - indent)).enumerated().map {
      spaces + ($0.offset > 0 ? "  " : "") + style.paint($0.element, ink)
    }
  }

  private func safe(_ text: String) -> String { terminalSafe(text) }
}

/// The activities of a trail for the console.
package struct ActivityText {
  private let list: ActivityList
  private let style: ConsoleStyle

  /// The text of a list in a style.
  package init(_ list: ActivityList, style: ConsoleStyle = .plain) {
    self.list = list
    self.style = style
  }

  /// The whole text.
  package var text: String {
    var lines: [String] = []
    for entry in list.entries {
      lines.append(style.paint(terminalSafe(entry.name.isEmpty ? "(none)" : entry.name), .bold))
      for line in ActivityTelling(entry).lines {
        lines += TextWrapping.wrap(terminalSafe(line), to: max(20, style.width - 4)).enumerated()
          .map { ($0.offset == 0 ? "  " : "    ") + $0.element }
      }
      lines.append("")
    }
    lines.append(ActivityTelling.sum(of: list))
    return lines.joined(separator: "\n") + "\n"
  }
}

/// What every form of the list says in the same words.
struct ActivityTelling {
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
      lines.append("\(LifeTelling.time(first)) to \(LifeTelling.time(last))")
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
