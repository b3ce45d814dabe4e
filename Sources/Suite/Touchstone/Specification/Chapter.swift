import Formats

/// A chapter of the specification: a Markdown file with a second-level heading for each requirement.
///
/// Other headings, and whole files without a requirement, are prose.
package struct Chapter {
  private(set) var requirements: [Requirement] = []
  private(set) var faults: [SuiteFault] = []
  private let path: String

  /// Reads the text of a file.
  init(path: String, text: String) {
    self.path = path
    let lines = text.split(
      omittingEmptySubsequences: false,
      whereSeparator: { $0 == "\n" || $0 == "\r\n" }
    )
    for section in Self.sections(of: lines) { read(section) }
  }

  private mutating func fault(_ line: Int, _ message: String) {
    faults.append(SuiteFault(at: TextLocation(file: path, line: line), message))
  }

  private mutating func read(_ section: Section) {
    guard let heading = RequirementHeading(section.heading) else {
      guard RequirementHeading.isMeant(by: section.heading) else { return }
      return fault(
        section.line,
        "a heading of a requirement is \"## SCOPE-1 · MUST\" (or SHOULD, MAY)"
      )
    }
    let body = RequirementBody(section.lines)
    for (line, message) in body.faults { fault(line, message) }
    if body.text.isEmpty { fault(section.line, "\(heading.id) has no text") }
    guard let source = body.bullets["Source"] else {
      return fault(section.line, "\(heading.id) lacks the bullet \"- Source: …\"")
    }
    if let text = body.bullets["Checked by"], Self.codes(in: text).isEmpty {
      fault(section.line, "\(heading.id) is \"Checked by\" no code: they stand in backticks")
    }
    let programs = body.bullets["Observed"]?.split(separator: ", ") ?? []
    if programs.contains(where: { $0.wholeMatch(of: #/`observed/[a-z]+/[a-z0-9-]+`/#) == nil }) {
      fault(
        section.line,
        "\(heading.id) is \"Observed\" in programs such as `observed/plain/8000000`"
      )
    }
    requirements.append(
      Requirement(
        id: heading.id,
        level: heading.level,
        text: body.text,
        source: source,
        programs: programs.map { $0.filter { $0 != "`" } },
        notObservable: body.bullets["Not observable"],
        checkedBy: body.bullets["Checked by"].map(Self.codes) ?? [],
        location: TextLocation(file: path, line: section.line)
      )
    )
  }
}

extension Chapter {
  /// The words between backticks.
  fileprivate static func codes(in text: String) -> [String] {
    text.matches(of: #/`([a-z0-9-]+)`/#).map { String($0.output.1) }
  }

  /// A second-level heading with the lines below it.
  package struct Section {
    package var heading: Substring
    package var line: Int
    package var lines: [(number: Int, text: Substring)] = []

    /// The id of the requirement that the heading begins, if it begins one.
    package var requirement: String? { RequirementHeading(heading)?.id }
  }

  /// The sections of a text; what stands in fences is not a heading.
  package static func sections(of lines: [Substring]) -> [Section] {
    var sections: [Section] = []
    var fence = MarkdownFence()
    for (index, line) in lines.enumerated() {
      if fence.part(of: line) == .prose, line.hasPrefix("## ") {
        sections.append(Section(heading: line.dropFirst(3), line: index + 1))
      } else if !sections.isEmpty {
        sections[sections.count - 1].lines.append((index + 1, line))
      }
    }
    return sections
  }
}

/// `SCOPE-1 · MUST`.
private struct RequirementHeading {
  var id: String
  var level: Level

  init?(_ heading: Substring) {
    let parts = heading.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1] == "·", Self.isID(parts[0]),
      let level = Level(rawValue: parts[2].lowercased()), parts[2] == level.rawValue.uppercased()
    else { return nil }
    id = String(parts[0])
    self.level = level
  }

  /// Whether a word is letters, a hyphen and a number, such as `SCOPE-1`.
  ///
  /// There are hundreds of headings, and each use of a regular expression parses it again.
  private static func isID(_ word: Substring) -> Bool {
    let parts = word.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 2, let first = parts[1].first else { return false }
    return !parts[0].isEmpty
      && parts[0].allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
      && first != UInt8(ascii: "0")
      && parts[1].allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Whether a heading looks like one of a requirement, so that a slip in one is found.
  static func isMeant(by heading: Substring) -> Bool {
    heading.contains("·") || heading.prefixMatch(of: #/[A-Za-z]+-[0-9]+/#) != nil
  }
}

/// The paragraph and the bullets below a heading.
private struct RequirementBody {
  private static let names = [
    "Source", "Observed", "Decision", "Not observable", "Checked by", "Cases",
  ]

  private(set) var text = ""
  private(set) var bullets: [String: String] = [:]
  private(set) var faults: [(line: Int, message: String)] = []

  init(_ lines: [(number: Int, text: Substring)]) {
    var current: String?
    var hasText = false
    for (number, line) in lines {
      let content = line.drop(while: \.isWhitespace)
      if line.hasPrefix("- ") {
        current = open(line.dropFirst(2), at: number)
      } else if content.isEmpty {
        hasText = !text.isEmpty
      } else if let bullet = current {
        bullets[bullet, default: ""] += " " + content
      } else if !hasText {
        text += (text.isEmpty ? "" : " ") + content
      }
    }
  }

  private mutating func open(_ line: Substring, at number: Int) -> String? {
    let parts = line.split(separator: ": ", maxSplits: 1)
    let name = parts.first.map(String.init) ?? ""
    guard parts.count == 2, Self.names.contains(name) else {
      faults.append(
        (
          number,
          "a bullet of a requirement begins with Source, Observed, Decision, Not observable, Checked by or Cases"
        )
      )
      return nil
    }
    if bullets[name] != nil { faults.append((number, "the bullet \(name.quoted) is there twice")) }
    bullets[name] = String(parts[1])
    return name
  }
}
