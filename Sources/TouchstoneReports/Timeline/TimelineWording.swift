import Formats
import JSON
import Touchstone
import Trail

/// What every form of a timeline says in the same words.
struct TimelineWording {
  let life: ObjectTimeline

  init(_ life: ObjectTimeline) { self.life = life }

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

  var title: String { life.className + "/" + life.key }

  var summary: String {
    let sentence =
      "\(Plural.of(life.count, "event")) in \(Plural.of(life.documents, "document"))"
    let first = life.entries.first?.document.timestamp
    let last = life.entries.last?.document.timestamp
    guard let first, let last else { return sentence }
    return sentence + ", from \(Self.time(first)) to \(Self.time(last))"
  }

  /// What keeps this from being the whole timeline.
  var gaps: [String] {
    var gaps: [String] = []
    if life.count > life.entries.count {
      gaps.append(
        "\(life.count - life.entries.count) further events are not shown; filter, or raise --max-events"
      )
    }
    if life.damaged > 0 {
      gaps.append(
        "\(Plural.of(life.damaged, "line")) could not be read; touchstone check says why"
      )
    }
    return gaps
  }

  /// The events; what was seen before is not told again.
  var lines: [Line] {
    var shown: JSON?
    return life.entries.map { entry in
      let document = entry.document
      var details: [Detail] = []
      let (kind, deed): (String, String)
      switch entry.action {
      case .seen(let object):
        kind = "read"
        deed = object == shown ? "saw it, as before" : shown == nil ? "saw it" : "saw it, different"
        details = Self.details(of: object, since: shown)
        shown = object
      case .created(let object):
        (kind, deed) = ("insertion", "created it")
        details = Self.details(of: object, since: nil)
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
        details = Self.details(of: object, since: shown)
        shown = nil
      }
      return Line(
        time: document.timestamp.map(Self.time) ?? "at an unknown time",
        deed: deed,
        activity: document.activity ?? "no activity",
        user: document.metadata.map { "\($0.key)=\($0.value)" }.joined(separator: ", "),
        kind: kind,
        details: details,
        place: document.position.description + (document.id.map { " · " + $0 } ?? ""),
        others: entry.others
      )
    }
  }

  /// The properties that differ from what was shown before.
  private static func details(of object: JSON, since shown: JSON?) -> [Detail] {
    guard let members = object.object else {
      return shown == object ? [] : [Detail(name: "", old: nil, new: text(object) ?? "")]
    }
    return members.compactMap { name, value in
      let before = shown?[name]
      if before == value { return nil }
      return Detail(name: name, old: shown == nil ? nil : text(before), new: text(value) ?? "")
    }
  }

  private static func text(_ value: JSON?) -> String? {
    value.map { Abbreviation.shorten($0.text(), to: 300) }
  }

  static func time(_ milliseconds: Int64) -> String {
    Timestamp(milliseconds: milliseconds).description
  }
}
