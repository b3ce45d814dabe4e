import Formats
import JSON
import Pages
import Touchstone
import TouchstoneExplaining

/// One case as an example: its steps as code, what they leave, and what it is evidence of.
struct CaseView {
  let testCase: Case
  let index: BookIndex
  /// Whether it is shown without being asked for.
  var isOpen = false

  var html: HTML {
    let state: HTML = isOpen ? " open" : ""
    let level: HTML =
      testCase.level == .must ? "" : "<span class=\"tag\">\(testCase.level.rawValue)</span>"
    let editions = (testCase.editions ?? []).map { edition -> HTML in
      "<span class=\"tag\">\(edition)</span>"
    }
    let needs = testCase.needs.map { need -> HTML in "<span class=\"tag need\">\(need)</span>" }
    return """
      <details class="case"\(HTML.editions(testCase.editions ?? Suite.editions))\(state)>
      <summary><span class="title">\(testCase.title)</span><span class="tags">\(level)\(editions)\(needs)</span></summary>
      <div class="body" id="\(testCase.name)">
      <p class="name"><a href="#\(testCase.name)">\(testCase.name)</a></p>
      \(story)
      \(facts)
      </div>
      </details>

      """
  }

  private var story: HTML {
    let story = Story(testCase, isNumbered: false)
    var html = HTML()
    let setting = story.setting + (story.given.isEmpty ? [] : [""] + story.given)
    if !setting.isEmpty {
      html += """
        <details class="setting"><summary>Setting</summary>
        <pre><code>\(CodeTint.html(of: setting))</code></pre></details>

        """
    }
    if !story.steps.isEmpty {
      html += "<pre class=\"steps\"><code>\(CodeTint.html(of: story.steps))</code></pre>\n"
    }
    html += ExpectationView(expectation: testCase.expectation).html
    if let notes = testCase.notes {
      html +=
        "<p class=\"notes\"><strong>Where to look.</strong> \(Prose(index: index).html(of: notes))</p>\n"
    }
    return html
  }

  /// What the case is evidence of, and where it stands.
  private var facts: HTML {
    let home = index.homes[testCase.name]
    let requirements = testCase.requirements.filter { $0 != home }
    let documents = (index.documentsByCase[testCase.name] ?? []).map { document -> HTML in
      "<a href=\"\(index.address(of: document))\">\(document.id)</a>"
    }
    let printed: HTML =
      documents.isEmpty ? "" : "<span>Brings about \(documents.joined(by: ", "))</span>\n"
    let shown: HTML =
      requirements.isEmpty ? "" : "<span>Shows also \(index.links(to: requirements))</span>\n"
    let others =
      testCase.conformanceClass == "recording" ? "" : "class \(testCase.conformanceClass), "
    return """
      <p class="facts">\(shown)\(printed)<span class="place">\(others)\(testCase.location.file):\(testCase.location.line)</span></p>
      """
  }
}

/// The trail that a case must leave, an event at a time.
struct ExpectationView {
  let expectation: JSON

  var html: HTML {
    if let failure = expectation["openFails"] {
      let code = failure["code"]?.string ?? failure.string ?? failure.text()
      let message: HTML =
        failure["message"].map { ", with the message <code>\(Layout.line(of: $0))</code>" } ?? ""
      return "<p class=\"trail\">Opening the realm fails: <code>\(code)</code>\(message)</p>\n"
    }
    guard let events = expectation["events"]?.array else { return "" }
    if events.isEmpty { return "<p class=\"trail\">No event.</p>\n" }
    let isFree = expectation["order"]?.string == "any"
    let title: HTML = isFree ? "Trail, in any order" : "Trail"
    return """
      <p class="trail">\(title)</p>
      <ol class="events">\(events.map(event))</ol>

      """
  }

  private func event(_ event: JSON) -> HTML {
    guard let members = event.object else { return "<li>\(code(event))</li>\n" }
    var further = members
    for key in ["event", "activity", "data", "optional"] { further[key] = nil }
    let optional: HTML =
      members["optional"]?.bool == true ? " <span class=\"tag\">may be missing</span>" : ""
    let rest = further.map { key, value -> HTML in
      "<p class=\"further\">\(key) <code>\(Layout.line(of: value))</code></p>"
    }
    return """
      <li><p class="event"><span class="kind">\(word(members["event"]))</span> \
      <span class="activity">\(word(members["activity"]))</span>\(optional)</p>\(payload(members["data"]))\(rest)</li>

      """
  }

  private func payload(_ data: JSON?) -> HTML {
    switch data {
    case nil, .null?: "<p class=\"no-data\">without data</p>"
    case let data?: code(data)
    }
  }

  private func code(_ json: JSON) -> HTML {
    let lines = Layout.lines(of: json, width: 76).map(terminalSafe)
    return "<pre><code>\(CodeTint.html(of: lines))</code></pre>"
  }

  /// A field of an event, which may be null or a matcher.
  private func word(_ json: JSON?) -> HTML {
    switch json {
    case .string(let text)?: HTML(text: text.isEmpty ? "\"\"" : text)
    case .null?, nil: "<em>null</em>"
    case let json?: "<code>\(Layout.line(of: json))</code>"
    }
  }
}
