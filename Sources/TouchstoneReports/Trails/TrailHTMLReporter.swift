import Touchstone
import Trail

/// For people: one page that needs no network and no script.
struct TrailHTMLReporter: TrailReporter {
  let format = "html"

  func text(of report: TrailReport) -> String {
    let kinds = report.findings.kinds
    let rows = kinds.map { row($0, report) }
    let table: HTML =
      kinds.isEmpty
      ? "<p>Nothing was found.</p>"
      : """
      <table><thead><tr><th>level</th><th>code</th><th class="n">count</th><th>requirement</th><th>meaning</th></tr>\
      </thead><tbody>\(rows)</tbody></table>
      """
    let inputs = report.inputs.prefix(50).map { name -> HTML in "<li><code>\(name)</code></li>" }
    let page: HTML = """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
      <title>Check of a trail</title>
      <style>
      """
    let body: HTML = """
      </style></head><body><main>
      <h1>Check of a trail</h1>
      <p class="sum \(report.isSound ? "sound" : "error")">\(report.sumSentence)</p>
      <p>\(report.scopeSentence)</p>
      <ul>\(inputs)</ul>
      \(table)
      \(kinds.map { section($0, report) })
      </main></body></html>

      """
    return page.markup + Self.style + body.markup
  }

  private func row(_ kind: FindingSummary.Kind, _ report: TrailReport) -> HTML {
    """
    <tr class="\(kind.level.rawValue)"><td>\(kind.level.rawValue)</td>\
    <td><a href="#\(anchor(kind))">\(kind.code.name)</a></td>\
    <td class="n">\(report.findings.counts[kind] ?? 0)</td><td>\(kind.code.requirement)</td>\
    <td>\(kind.code.meaning)</td></tr>

    """
  }

  private func section(_ kind: FindingSummary.Kind, _ report: TrailReport) -> HTML {
    let examples = report.findings.examples(of: kind)
    let count = report.findings.counts[kind] ?? 0
    let items = examples.map { finding -> HTML in
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
    let more: HTML =
      examples.count < count ? "<p>… and \(count - examples.count) more</p>" : ""
    let requirement = TrailReport.requirements[kind.code.requirement]?.text ?? kind.code.meaning
    return """
      <section class="\(kind.level.rawValue)" id="\(anchor(kind))">
      <h2>\(kind.code.name) <small>\(kind.level.rawValue), \(count)×</small></h2>
      <p><b>\(kind.code.requirement)</b> \(requirement)</p>
      <ul>\(items)</ul>\(more)
      </section>

      """
  }

  private func anchor(_ kind: FindingSummary.Kind) -> String {
    "\(kind.level.rawValue)-\(kind.code.name)"
  }

  /// Nothing but the style of this page takes effect, wherever the page is opened from.
  private static let policy =
    "default-src 'none'; style-src 'sha256-\(SHA256.base64(style))'; base-uri 'none'; form-action 'none'"

  private static let style = """
    :root { color-scheme: light dark; --line: #8884; --error: #b3261e; --warning: #8a6100; }
    @media (prefers-color-scheme: dark) { :root { --error: #ff8a80; --warning: #e0b94d; } }
    body { font: 16px/1.5 system-ui, sans-serif; margin: 0; }
    main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
    h1 { font-size: 1.5rem; }
    h2 { font-size: 1.15rem; margin-bottom: 0.2rem; }
    small { font-weight: normal; opacity: 0.75; }
    .sum { font-size: 1.15rem; font-weight: 600; }
    .sum.error, .error h2, tr.error td:first-child { color: var(--error); }
    .warning h2, tr.warning td:first-child { color: var(--warning); }
    table { border-collapse: collapse; width: 100%; }
    th, td { text-align: left; padding: 0.3rem 0.6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
    .n { text-align: right; font-variant-numeric: tabular-nums; }
    section { border-top: 1px solid var(--line); margin-top: 1.5rem; }
    li { margin: 0.3rem 0; overflow-wrap: anywhere; }
    .place { font-family: ui-monospace, monospace; opacity: 0.75; }
    """
}
