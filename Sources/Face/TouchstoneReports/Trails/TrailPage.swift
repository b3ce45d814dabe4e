import Touchstone
import Formats
import Pages
import TrailReading
import TrailCheck

/// The page of a check: what came of it, a table of the kinds of findings, each kind with what it means, and what was
/// read.
struct TrailPage {
  let report: TrailReport

  /// How many groups of findings are shown at once; the others when a reader asks for them.
  private static let groupLimit = 20
  /// How many files are listed at once.
  private static let fileLimit = 200

  var page: Page {
    let kinds = report.kinds
    let table: HTML =
      kinds.isEmpty
      ? ""
      : """
      <table><thead><tr><th>level</th><th class="n">count</th><th>what was found</th></tr></thead>
      <tbody>\(kinds.map(row))</tbody></table>
      """
    let body: HTML = """
      <main>
      <h1>\(report.title)</h1>
      <p class="sum \(report.isPassed ? "sound" : "error")">\(report.sumSentence)</p>
      <p>\(report.conclusion)</p>
      <p class="scope">\(report.scopeSentence) · <a href="#provenance">what was read</a></p>
      \(table)
      \(kinds.map(section))
      \(balance)
      \(provenance)
      \(TrailBlindSpots.tables.map(blindSpots))
      </main>
      """
    return Page(
      title: report.title,
      .inside(style: Self.style, script: LongList.script),
      body: body
    )
  }

  private static let style = Asset.trailStyle + LongList.style

  private func row(_ kind: TrailReport.CodeFindings) -> HTML {
    """
    <tr class="\(kind.level)"><td>\(kind.levelWord)</td><td class="n">\(kind.count)</td>\
    <td>\(kind.code.meaning) <a href="#\(kind.anchor)">\(kind.code.rawValue)</a></td></tr>

    """
  }

  private func section(_ kind: TrailReport.CodeFindings) -> HTML {
    let list = LongList(entries: kind.groups.map(item), shown: Self.groupLimit)
      .html(open: "<ul class=\"found\">", close: "</ul>")
    let more: HTML = kind.more.map { "<p class=\"scope\">\($0)</p>" } ?? ""
    let reasons = kind.reasons.map { reason -> HTML in
      "<dt>\(reason.title)</dt><dd>\(Self.prose(reason.text))</dd>"
    }
    return """
      <section class="\(kind.level)" id="\(kind.anchor)">
      <h2>\(kind.count)× \(kind.code.meaning) <small>\(kind.levelWord), \(kind.code.rawValue)</small></h2>
      <dl>\(reasons)</dl>
      \(list)\(more)
      </section>

      """
  }

  /// A sentence of the specification, which has code between backticks.
  private static func prose(_ text: String) -> [HTML] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { place, part in
      place % 2 == 0 ? "\(String(part))" : "<code>\(String(part))</code>"
    }
  }

  private func item(_ group: FindingGroup) -> HTML {
    let chain = group.chain.map { line -> HTML in "<li>\(line)</li>" }
    let list: HTML = chain.isEmpty ? "" : "<ol>\(chain)</ol>"
    let count: HTML = group.documents.count == 1 ? "" : "<b>\(group.documents.count)×</b> "
    return
      "<li>\(count)\(group.sentence)<br><span class=\"place\">\(group.places)</span>\(list)</li>\n"
  }

  private var balance: HTML {
    guard let balance = report.balance else { return "" }
    let lines = BalanceWording(balance: balance).lines.map { line -> HTML in "<li>\(line)</li>\n" }
    return "<section id=\"balance\"><h2>Balance</h2><ul>\(lines)</ul></section>\n"
  }

  private func blindSpots(_ table: TrailBlindSpots.Table) -> HTML {
    let rows = table.rows.map { row -> HTML in
      "<dt>\(Self.prose(row.what))</dt><dd>\(Self.prose(row.why))</dd>\n"
    }
    return
      "<section><h2>\(table.title)</h2><p>\(table.introduction)</p><dl>\(rows)</dl></section>\n"
  }

  private var provenance: HTML {
    let wording = ProvenanceWording(report: report)
    let rows = wording.rows.map { row -> HTML in "<dt>\(row.title)</dt><dd>\(row.text)</dd>\n" }
    let files = wording.files.map { file -> HTML in
      "<dt>\(file.name)</dt><dd>\(file.size)<br><code>\(file.digest)</code></dd>\n"
    }
    let list = LongList(entries: files, shown: Self.fileLimit).html(open: "<dl>", close: "</dl>")
    return """
      <section id="provenance">
      <h2>What was read, and with what</h2>
      <dl>\(rows)</dl>
      <h2>\(Plural.of(files.count, "file"))</h2>
      \(list)
      </section>
      """
  }
}

extension TrailReport.CodeFindings {
  fileprivate var anchor: String { "\(level)-\(code.rawValue)" }
}
