import Touchstone

package import Trail

/// The life of an object, or the activities of a trail, as one page that needs no network and no script.
package struct LifePage {
  /// The whole text of the file.
  package let text: String

  /// A timeline of an object.
  package init(_ life: ObjectLife) {
    let telling = LifeTelling(life)
    let gaps = telling.gaps.map { gap -> HTML in "<p class=\"gap\">\(gap)</p>" }
    let empty: HTML =
      life.entries.isEmpty ? "<p>No event speaks of this object under these conditions.</p>" : ""
    text = Self.page(
      telling.title,
      """
      <header><h1>\(telling.title)</h1><p>\(telling.summary)</p>\(gaps)</header>
      <ul class="key"><li class="read">seen</li><li class="insertion">created</li>\
      <li class="modification">changed</li><li class="deletion">deleted</li></ul>
      \(empty)<ol class="life">
      \(Self.items(telling.lines))</ol>
      """
    )
  }

  /// A table of activities.
  package init(_ list: ActivityList) {
    let sections = list.entries.map { entry -> HTML in
      let lines = ActivityTelling(entry).lines.map { line -> HTML in "<li>\(line)</li>" }
      return
        "<section><h2>\(entry.name.isEmpty ? "(none)" : entry.name)</h2><ul>\(lines)</ul></section>\n"
    }
    text = Self.page(
      "Activities of a trail",
      "<header><h1>Activities of a trail</h1><p>\(ActivityTelling.sum(of: list))</p></header>\n\(sections)"
    )
  }

  private static func items(_ lines: [LifeTelling.Line]) -> [HTML] {
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
        : "<span class=\"others\">with \(TrailReport.count(line.others, "other object"))</span>"
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
    let head: HTML = """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <title>\(title)</title>
      <style>
      """
    let rest: HTML = "</style></head><body><main>\n\(body)</main></body></html>\n"
    return head.markup + style + rest.markup
  }

  /// Nothing but the style of this page takes effect, wherever the page is opened from.
  private static let policy =
    "default-src 'none'; style-src 'sha256-\(SHA256.base64(style))'; base-uri 'none'; form-action 'none'"

  private static let style = """

    :root { color-scheme: light dark; --paper: #fff; --ink: #1d2327; --soft: #5c666e; --line: #d5dade;
      --read: #4a6fa5; --insertion: #2d7d46; --modification: #a66a00; --deletion: #b3261e; }
    @media (prefers-color-scheme: dark) { :root { --paper: #16191c; --ink: #e4e8eb; --soft: #98a2aa; --line: #343b41;
      --read: #85a9dc; --insertion: #6fc48b; --modification: #e0b04d; --deletion: #ff8a80; } }
    body { font: 16px/1.5 system-ui, sans-serif; margin: 0; background: var(--paper); color: var(--ink); }
    main { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
    h1 { font-size: 1.4rem; margin: 0 0 .2rem; overflow-wrap: anywhere; }
    h2 { font-size: 1.05rem; margin: 1.4rem 0 .2rem; overflow-wrap: anywhere; }
    header p { margin: 0; color: var(--soft); }
    header .gap { color: var(--modification); }
    ul { margin: 0; padding-left: 1.2rem; color: var(--soft); }
    .key { list-style: none; display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; padding: 0; margin: 1rem 0; font-size: .85rem; }
    .key li::before { content: ""; display: inline-block; width: .7em; height: .7em; border-radius: 50%;
      margin-right: .4em; background: var(--mark); }
    .life { list-style: none; margin: 0; padding: 0 0 0 1.1rem; border-left: 2px solid var(--line); }
    .life li { position: relative; margin: 0 0 1.2rem; break-inside: avoid; }
    .life li:not(.day)::before { content: ""; position: absolute; left: -1.53rem; top: .45rem; width: .75rem;
      height: .75rem; border-radius: 50%; background: var(--mark); box-shadow: 0 0 0 3px var(--paper); }
    .life .day { font-weight: 600; margin: 1.6rem 0 .8rem; }
    .read { --mark: var(--read); } .insertion { --mark: var(--insertion); }
    .modification { --mark: var(--modification); } .deletion { --mark: var(--deletion); }
    .life p { margin: 0; overflow-wrap: anywhere; }
    time { font-variant-numeric: tabular-nums; color: var(--soft); margin-right: .4rem; }
    .what b { color: var(--mark); }
    .who span + span::before { content: " · "; color: var(--soft); }
    .others { color: var(--soft); }
    dl { display: grid; grid-template-columns: minmax(4rem, max-content) 1fr; gap: .1rem .9rem; margin: .35rem 0;
      font-size: .9rem; }
    dt { color: var(--soft); overflow-wrap: anywhere; }
    dd { margin: 0; overflow-wrap: anywhere; font-family: ui-monospace, monospace; font-size: .85rem; }
    del { color: var(--deletion); } ins { text-decoration: none; }
    .modification ins { color: var(--insertion); }
    .place { font-size: .78rem; color: var(--soft); font-family: ui-monospace, monospace; }
    @media (max-width: 30rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .3rem; } }

    """
}
