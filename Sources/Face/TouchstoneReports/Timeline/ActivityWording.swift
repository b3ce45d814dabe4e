import Formats
import JSON
import Touchstone
import TrailAnswers

// What every form of the list of activities says in the same words.

extension ActivityList.Entry {
  /// What it is called.
  var title: String { ActivityList.title(name.map { ByteKey($0) }) }

  /// What is known of it.
  func lines(_ clock: UTCOffset) -> [String] {
    let counts = [(reads, "read"), (writes, "write"), (customs, "custom event")]
    var lines = [counts.map(Plural.of).joined(separator: ", ")]
    if let first, let last {
      lines.append("\(clock.text(first)) to \(clock.text(last))")
    }
    let users = Self.most(self.users.filter { !$0.key.text.isEmpty })
    if !users.isEmpty { lines.append("by " + users) }
    // An object counts each time.
    let classes = Self.most(self.classes, "×")
    if !classes.isEmpty { lines.append("objects seen or changed: " + classes) }
    return lines
  }

  /// The most frequent ones.
  private static func most(_ counts: [ByteKey: Int], _ unit: String = "") -> String {
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let shown = sorted.prefix(8).map {
      "\(Abbreviation.shorten($0.key.text, to: 80)) (\($0.value)\(unit))"
    }
    let more = sorted.count > shown.count ? ["and \(sorted.count - shown.count) more"] : []
    return (shown + more).joined(separator: "; ")
  }
}

extension ActivityList {
  /// What an activity is called; a blank one and none differ.
  static func title(_ activity: ByteKey?) -> String {
    activity.map { plainOrQuoted($0.text) } ?? "(no activity)"
  }

  /// How much there is, and what is left out.
  var sum: String {
    var text =
      "\(Plural.of(count, "event")) of \(Plural.of(entries.count, "activity", "activities")) in "
      + Plural.of(reading.documents, "document")
    if unlisted > 0 { text += "; \(unlisted) events of further activities are not listed" }
    return text + reading.unreadClause
  }
}
