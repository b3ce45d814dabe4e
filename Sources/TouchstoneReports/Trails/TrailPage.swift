import Touchstone
import Trail

/// The page of a check: a table of the codes, and below it what was found of each.
struct TrailPage {
  let report: TrailReport

  var page: Page {
    let kinds = report.kinds
    let inputs = report.inputs.prefix(50).map { name -> HTML in "<li><code>\(name)</code></li>" }
    let table: HTML =
      kinds.isEmpty
      ? "<p>Nothing was found.</p>"
      : """
      <table><thead><tr><th>level</th><th>code</th><th class="n">count</th><th>requirement</th><th>meaning</th></tr>\
      </thead><tbody>\(kinds.map(row))</tbody></table>
      """
    let body: HTML = """
      <main>
      <h1>\(report.title)</h1>
      <p class="sum \(report.isSound ? "sound" : "error")">\(report.sumSentence)</p>
      <p>\(report.scopeSentence)</p>
      <ul>\(inputs)</ul>
      \(table)
      \(kinds.map(section))
      </main>
      """
    return Page(title: report.title, .inside(style: Self.style), body: body)
  }

  private static let style = Asset.base + Asset.text("trail.css")

  private func row(_ kind: TrailReport.Kind) -> HTML {
    """
    <tr class="\(kind.level)"><td>\(kind.level)</td>\
    <td><a href="#\(kind.anchor)">\(kind.code.rawValue)</a></td>\
    <td class="n">\(kind.count)</td><td>\(kind.code.requirement)</td>\
    <td>\(kind.code.meaning)</td></tr>

    """
  }

  private func section(_ kind: TrailReport.Kind) -> HTML {
    let items = kind.examples.map { finding -> HTML in
      let chain = finding.chain.map { line -> HTML in
        "<li>\(Abbreviation.shorten(line, to: 600))</li>"
      }
      let list: HTML = chain.isEmpty ? "" : "<ol>\(chain)</ol>"
      let id: HTML = finding.id.map { "<code>\($0)</code> " } ?? ""
      return """
        <li><span class="place">\(finding.position.description)</span> \(id)\
        \(Abbreviation.shorten(finding.sentence, to: 600))\(list)</li>

        """
    }
    let more: HTML = kind.more.map { "<p>\($0)</p>" } ?? ""
    let requirement = TrailReport.requirements[kind.code.requirement]?.text ?? kind.code.meaning
    return """
      <section class="\(kind.level)" id="\(kind.anchor)">
      <h2>\(kind.code.rawValue) <small>\(kind.level), \(kind.count)×</small></h2>
      <p><b>\(kind.code.requirement)</b> \(requirement)</p>
      <ul>\(items)</ul>\(more)
      </section>

      """
  }
}

extension TrailReport.Kind {
  fileprivate var anchor: String { "\(level)-\(code.rawValue)" }
}
