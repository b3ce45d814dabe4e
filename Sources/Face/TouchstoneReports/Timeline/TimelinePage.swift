import Formats
import Pages

package import TrailAnswers

/// The timeline of an object, or the activities of a trail, as one page that needs no network and no script.
package struct TimelinePage {
  /// The whole text of the file.
  package let text: String

  /// The timelines of objects, one behind the other.
  package init(_ wordings: [TimelineWording]) {
    let sections = wordings.map { wording -> HTML in
      let gaps = wording.gaps.map { gap -> HTML in "<p class=\"gap\">\(gap)</p>" }
      let empty: HTML =
        wording.life.entries.isEmpty
        ? "<p>No event mentions this object under these conditions.</p>" : ""
      return """
        <header><h1>\(wording.title)</h1><p>\(wording.summary)</p>\(gaps)</header>
        <ul class="key"><li class="read">seen</li><li class="insertion">created</li>\
        <li class="modification">changed</li><li class="deletion">deleted</li></ul>
        \(empty)\(Self.list(Self.items(wording.lines)))
        """
    }
    text = Self.page(wordings.map(\.title).joined(separator: ", "), "\(sections)")
  }

  /// A table of activities.
  package init(_ list: ActivityList, clock: UTCOffset = .zero) {
    let gaps = list.reading.notes.map { note -> HTML in "<p class=\"gap\">\(note)</p>" }
    let sections = list.entries.map { entry -> HTML in
      let lines = entry.lines(clock).map { line -> HTML in "<li>\(line)</li>" }
      return "<section><h2>\(entry.title)</h2><ul>\(lines)</ul></section>\n"
    }
    text = Self.page(
      "Activities of a trail",
      "<header><h1>Activities of a trail</h1><p>\(list.sum)</p>\(gaps)</header>\n\(sections)"
    )
  }

  /// The events that are shown at once; a life can have any number.
  private static func list(_ items: [HTML]) -> HTML {
    LongList(entries: items, shown: 500).html(open: "<ol class=\"timeline\">\n", close: "</ol>")
  }

  private static func items(_ lines: [TimelineWording.Line]) -> [HTML] {
    var day = ""
    return lines.map { line in
      // A date reads `2022-06-23T14:54:37.756Z`; only the first one of a day repeats it.
      let parts = line.time.split(separator: "T", maxSplits: 1).map(String.init)
      let isNewDay = parts.count == 2 && parts[0] != day
      if parts.count == 2 { day = parts[0] }
      let heading: HTML = isNewDay ? "<li class=\"day\">\(parts[0])</li>\n" : ""
      let time = parts.count == 2 ? parts[1] : line.time
      let user: HTML = line.user.isEmpty ? "" : "<span class=\"user\">\(line.user)</span>"
      let others: HTML =
        line.others == 0
        ? ""
        : "<span class=\"others\">with \(Plural.of(line.others, "other object"))</span>"
      let details = line.details.map { detail -> HTML in
        let old: HTML = detail.old.map { "<del>\($0)</del> " } ?? ""
        return "<dt>\(detail.name)</dt><dd>\(old)<ins>\(detail.new)</ins></dd>"
      }
      let list: HTML = details.isEmpty ? "" : "<dl>\(details)</dl>"
      return """
        \(heading)<li class="\(line.kind)"><p class="what"><time>\(time)</time> <b>\(line.deed)</b></p>
        <p class="who"><span class="activity">\(line.activity)</span>\(user)\(others)</p>\(list)
        <p class="place">\(line.place)</p></li>

        """
    }
  }

  private static func page(_ title: String, _ body: HTML) -> String {
    Page(
      title: title,
      .inside(style: style, script: LongList.script),
      body: "<main>\n\(body)</main>"
    ).text
  }

  private static let style = Asset.base + Asset.text("timeline.css") + LongList.style
}
