import Formats
import JSON
import Touchstone
package import TrailAnswers
import TrailReading

/// What every form of a timeline says in the same words.
package struct TimelineWording {
  let life: ObjectTimeline
  private let clock: UTCOffset
  private let showsValues: Bool

  /// A timeline with times of a clock, with the values that were seen or without.
  package init(_ life: ObjectTimeline, clock: UTCOffset = .zero, showsValues: Bool = true) {
    (self.life, self.clock, self.showsValues) = (life, clock, showsValues)
  }

  /// An event in words.
  struct Line {
    let time: String
    let deed: String
    let activity: String
    let user: String
    /// `read`, `insertion`, `modification` or `deletion`: the colour.
    let kind: String
    /// What stands below: a property with its values.
    let details: [Detail]
    let place: String
    let others: Int
  }

  struct Detail {
    let name: String
    let old: String?
    let new: String
  }

  var title: String { life.name }

  var summary: String {
    let sentence =
      "\(Plural.of(life.count, "event")) in \(Plural.of(life.reading.documents, "document"))"
    let first = life.entries.first?.document.timestamp
    let last = life.entries.last?.document.timestamp
    let unread = life.reading.unreadClause
    guard let first, let last else { return sentence + unread }
    return sentence + ", from \(clock.text(first)) to \(clock.text(last))" + unread
  }

  /// What keeps this from being the whole timeline.
  var gaps: [String] {
    let unshown = life.count - life.entries.count
    let limit =
      unshown > 0
      ? ["\(unshown) further events are not shown; filter, or raise --max-events"] : []
    return limit + life.reading.notes
  }

  /// The events; what was seen before is not told again.
  var lines: [Line] {
    var shown: JSON?
    return life.entries.map { entry in
      let document = entry.document
      var details: [Detail] = []
      let kind: String
      var deed: String
      switch entry.action {
      case .seen(let object):
        kind = "read"
        deed = seen(object, after: shown)
        details = self.details(of: object, since: shown)
        shown = object
      case .created(let object):
        (kind, deed) = ("insertion", "created it")
        details = self.details(of: object, since: nil)
        shown = object
      case .changed(let changes):
        kind = "modification"
        deed = changes.isEmpty ? "changed what the trail leaves out" : "changed it"
        details = changes.map {
          Detail(name: $0.name, old: Self.text($0.old), new: Self.text($0.new) ?? "")
        }
        if var object = shown?.object {
          for change in changes { object[change.name] = change.new }
          shown = .object(object)
        }
      case .deleted(let object):
        (kind, deed) = ("deletion", "deleted it")
        details = self.details(of: object, since: shown)
        shown = nil
      }
      if let owner = entry.owner { deed += Self.words(owner) }
      return Line(
        time: document.timestamp.map(clock.text) ?? "at an unknown time",
        deed: deed,
        activity: ActivityList.title(document.activity.map { ByteKey($0) }),
        user: document.metadata.map { "\(plainOrQuoted($0.key))=\(plainOrQuoted($0.value))" }
          .joined(separator: ", "),
        kind: kind,
        details: showsValues ? details : details.map { Detail(name: $0.name, old: nil, new: "") },
        place: document.position.description + (document.id.map { " · " + $0 } ?? ""),
        others: entry.others
      )
    }
  }

  private func seen(_ object: JSON, after shown: JSON?) -> String {
    guard let shown else { return "saw it" }
    guard life.comparison.areSame(shown, object) else { return "saw it, different" }
    let expanded = (object.object ?? [:]).filter { name, value in
      life.comparison.showsMore(value, than: shown[name], of: name)
    }.map(\.key)
    return "saw it, as before"
      + (expanded.isEmpty ? "" : ", with \(expanded.joined(separator: ", "))")
  }

  private static func words(_ owner: ObjectTimeline.Owner) -> String {
    let name = owner.name.isEmpty || owner.name.hasPrefix("/") ? "another object" : owner.name
    return " as \(owner.property) of \(name)"
      + (owner.isCertain ? "" : " (by its key alone)")
  }

  /// The properties that differ from what was shown before, or show more.
  private func details(of object: JSON, since shown: JSON?) -> [Detail] {
    guard let members = object.object else {
      return shown == object ? [] : [Detail(name: "", old: nil, new: Self.text(object) ?? "")]
    }
    return members.compactMap { name, value in
      guard let shown else { return Detail(name: name, old: nil, new: Self.text(value) ?? "") }
      let before = shown[name]
      if life.comparison.showsMore(value, than: before, of: name) {
        return Detail(name: name, old: nil, new: Self.text(value) ?? "")
      }
      if life.comparison.areSame(before, value, of: name) { return nil }
      return Detail(name: name, old: Self.text(before), new: Self.text(value) ?? "")
    }
  }

  private static func text(_ value: JSON?) -> String? {
    value.map { Abbreviation.shorten($0.text(), to: 300) }
  }
}
