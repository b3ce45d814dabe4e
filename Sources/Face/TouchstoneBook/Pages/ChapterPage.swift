import Formats
import Pages
import Touchstone

/// A file of the specification as a page: prose as it stands, and each requirement with its examples.
struct ChapterPage {
  let chapter: BookChapter
  let index: BookIndex
  private let prose: Prose
  private let factProse: Prose
  /// The parts of the chapter: prose, or a requirement with the blocks below its heading.
  private let parts: [Part]

  init(_ chapter: BookChapter, index: BookIndex) {
    self.chapter = chapter
    self.index = index
    prose = Prose(index: index)
    factProse = Prose(index: index, linksSources: true)
    parts = Self.parts(of: chapter, index)
  }

  private struct Part {
    var requirement: Requirement?
    var blocks: [(place: Int, block: MarkdownBlock)] = []
  }

  var file: BookFile {
    PageShell(index: index).page(
      chapter.page,
      title: MarkdownSpan.plainText(of: chapter.title),
      sections: sections,
      main: main
    )
  }

  /// Any heading of the second level ends a requirement.
  private static func parts(of chapter: BookChapter, _ index: BookIndex) -> [Part] {
    var parts = [Part()]
    for (place, block) in chapter.blocks.enumerated() {
      if case .heading(2, let text) = block {
        let requirement = index.requirement(headedBy: text)
        parts.append(Part(requirement: requirement))
        if requirement != nil { continue }
      }
      parts[parts.count - 1].blocks.append((place, block))
    }
    return parts
  }

  private var requirements: [Requirement] { parts.compactMap(\.requirement) }

  private var main: HTML {
    let body = parts.map { part -> HTML in
      guard let requirement = part.requirement else {
        return part.blocks.isEmpty
          ? "" : "<div class=\"prose\">\(prose.html(of: part.blocks, in: chapter))</div>"
      }
      return html(of: requirement, part.blocks)
    }
    return """
      <div class="heading"><h1>\(prose.html(of: chapter.title))</h1>\(requirements.isEmpty ? "" : Self.openAll)</div>
      \(notices)
      \(body.joined(by: "\n"))
      \(neighbours)
      """
  }

  private static let openAll: HTML =
    "<button type=\"button\" class=\"open-all scripted\" aria-pressed=\"false\" hidden>Open all examples</button>"

  /// Links within the page.
  private var sections: HTML {
    if requirements.isEmpty {
      let headings = chapter.blocks.enumerated().compactMap { place, block -> HTML? in
        guard case .heading(2, let text) = block, let anchor = chapter.anchors[place] else {
          return nil
        }
        return .section(anchor, MarkdownSpan.plainText(of: text))
      }
      return .sections(headings)
    }
    let links = requirements.map { requirement -> HTML in
      let number = requirement.id.split(separator: "-").last.map(String.init) ?? requirement.id
      let editions = HTML.editions(index.editions(ofRequirement: requirement.id))
      return
        "<li\(editions)><a href=\"#\(requirement.id)\" title=\"\(requirement.id)\" aria-label=\"\(requirement.id)\">\(number)</a></li>"
    }
    return "<ul class=\"numbers\">\(links)</ul>"
  }

  /// For each edition, what of this chapter is not in it; shown with that edition only.
  private var notices: HTML {
    let cases = requirements.flatMap { index.cases(toldAt: $0.id) }
    let lines = Suite.editions.compactMap { edition -> HTML? in
      let rules = requirements.count { !index.editions(ofRequirement: $0.id).contains(edition) }
      let examples = cases.count { !($0.editions?.contains(edition) ?? true) }
      return .notice(edition, hiding: [(rules, "requirement"), (examples, "case")])
    }
    return lines.joined(by: "\n")
  }

  private var neighbours: HTML {
    let chapters = index.content.chapters
    guard let place = chapters.firstIndex(where: { $0.page == chapter.page }) else { return "" }
    func link(_ other: BookChapter, _ relation: String) -> HTML {
      "<a rel=\"\(relation)\" href=\"\(other.page)\">\(MarkdownSpan.plainText(of: other.title))</a>"
    }
    let before: HTML = place > 0 ? link(chapters[place - 1], "prev") : ""
    let after: HTML = place + 1 < chapters.count ? link(chapters[place + 1], "next") : ""
    return "<nav class=\"neighbours\" aria-label=\"Neighbouring chapters\">\(before)\(after)</nav>"
  }
}

extension ChapterPage {
  private func html(of requirement: Requirement, _ blocks: [(place: Int, block: MarkdownBlock)])
    -> HTML
  {
    var rest = blocks
    var statement = HTML()
    if case .paragraph(let text)? = rest.first?.block {
      statement = "<p class=\"statement\">\(prose.html(of: text))</p>"
      rest.removeFirst()
    }
    let editions = index.editions(ofRequirement: requirement.id)
    let tags = editions == Suite.editions ? [] : editions
    return """
      <section class="requirement" id="\(requirement.id)"\(HTML.editions(editions))>
      <h2><a href="#\(requirement.id)">\(requirement.id)</a> \
      <span class="level \(requirement.level.rawValue)">\(requirement.level.rawValue.uppercased())</span>\
      \(tags.map { tag -> HTML in " <span class=\"tag\">\(tag)</span>" })</h2>
      \(statement)
      \(rest.map { facts($0.block) ?? prose.html(of: $0.block, anchor: chapter.anchors[$0.place]) })
      \(evidence(of: requirement))
      \(examples(of: requirement))
      </section>
      """
  }

  /// A list of facts, each of which begins with its name.
  private func facts(_ block: MarkdownBlock) -> HTML? {
    guard case .list(false, let items) = block else { return nil }
    // The cases themselves follow, and so do links to what was observed.
    let own = items.filter { !$0.hasPrefix("Cases: ") && !$0.hasPrefix("Observed: ") }
    let facts = own.map { item -> HTML in
      let parts = item.split(separator: ": ", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { return "<dd>\(factProse.html(of: item))</dd>" }
      return "<div><dt>\(parts[0])</dt><dd>\(factProse.html(of: parts[1]))</dd></div>"
    }
    return "<dl class=\"facts\">\(facts)</dl>"
  }

  /// Where it can be looked up what the original library did.
  private func evidence(of requirement: Requirement) -> HTML {
    guard requirement.isObserved else { return "" }
    let passed = (index.casesByRequirement[requirement.id] ?? []).filter {
      index.content.passedByOriginal.contains($0.name)
    }
    let cases = passed.prefix(3).map { testCase -> HTML in
      "<a href=\"\(index.address(of: testCase))\">\(testCase.title)</a>"
    }
    let chapter = index.address(ofLink: "observed.md")
    let programs = requirement.programs.map { name in
      chapter.map { "<a href=\"\($0)\">\(name)</a>" } ?? HTML(text: name)
    }
    let links = programs.isEmpty ? cases : programs
    return links.isEmpty ? "" : "<p>Seen in the original: \(links.joined(by: "; "))</p>"
  }

  private func examples(of requirement: Requirement) -> HTML {
    let own = index.cases(toldAt: requirement.id)
    let others = (index.casesByRequirement[requirement.id] ?? []).filter {
      index.homes[$0.name] != requirement.id
    }
    let examples = own.enumerated().map { place, testCase in
      CaseView(testCase: testCase, index: index, isOpen: place == 0).html
    }
    var html = HTML()
    if !own.isEmpty { html += "<div class=\"examples\">\(examples)</div>\n" }
    if !others.isEmpty {
      let links = others.map { index.item($0) }
      html += """
        <details class="elsewhere"><summary>\(own.isEmpty ? "Shown by" : "Shown as well by") \
        \(Plural.of(others.count, "case"))</summary><ul>\(links)</ul></details>
        """
    }
    return html
  }
}
