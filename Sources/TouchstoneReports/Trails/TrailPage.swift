import Touchstone
import Trail

/// The page of a check: a table of the codes, and below it what was found of each.
struct TrailPage {
  let report: TrailReport

  var page: Page {
    let kinds = report.kinds
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
      \(table)
      \(kinds.map(section))
      \(provenance)
      </main>
      """
    return Page(title: report.title, .inside(style: Self.style), body: body)
  }

  private static let style = Asset.base + Asset.text("trail.css")

  /// How many files are listed; a manifest lists all.
  private static let fileLimit = 1000

  private var provenance: HTML {
    let wording = ProvenanceWording(report: report)
    let rows = wording.rows.map { row -> HTML in "<dt>\(row.title)</dt><dd>\(row.text)</dd>\n" }
    let files = wording.files.prefix(Self.fileLimit).map { file -> HTML in
      "<dt>\(file.name)</dt><dd>\(file.size)<br><code>\(file.digest)</code></dd>\n"
    }
    let others = wording.files.count - files.count
    let more: HTML = others > 0 ? "<p>… and \(Plural.of(others, "more file"))</p>" : ""
    return """
      <section id="provenance">
      <h2>Provenance</h2>
      <dl>\(rows)</dl>
      <h2>Files</h2>
      <dl>\(files)</dl>\(more)
      </section>
      """
  }

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
