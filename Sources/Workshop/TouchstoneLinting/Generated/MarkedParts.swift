import Formats
import Touchstone

/// What stands between the markers of one chapter, held against what the suite would write there.
struct MarkedParts {
  private(set) var stale: [StaleLines] = []
  private(set) var faults: [(line: Int, message: String)] = []
  /// The parts that the chapter has, up to date or not.
  private(set) var names: Set<String> = []

  private static let end = "<!-- end -->"

  init(in text: LinesOfText, writers: [String: GeneratedTexts.Writer], suite: Suite) {
    var index = 0
    var fence = MarkdownFence()
    while index < text.lines.count {
      let line = text.lines[index]
      defer { index += 1 }
      // A chapter may show markers in an example.
      guard fence.part(of: line) == .prose else { continue }
      guard line.hasPrefix("<!-- generated") else {
        if line == Self.end {
          fault(index, "there is no \"<!-- generated: … -->\" to this \(Self.end.quoted)")
        }
        continue
      }
      guard let name = Self.name(in: line) else {
        fault(index, "a marker reads \"<!-- generated: NAME -->\", with a name in kebab-case")
        continue
      }
      let body = text.lines[(index + 1)...].prefix {
        $0 != Self.end && !$0.hasPrefix("<!-- generated")
      }
      guard body.endIndex < text.lines.count, text.lines[body.endIndex] == Self.end else {
        fault(index, "the generated part \(name.quoted) lacks its \(Self.end.quoted)")
        continue
      }
      index = body.endIndex
      guard let writer = writers[name] else {
        let hint = NearNames.hint(for: name, among: writers.keys.sorted())
        fault(body.startIndex - 1, "the suite writes no part \(name.quoted)\(hint)")
        continue
      }
      names.insert(name)
      let part = StaleLines(
        body.indices,
        of: text,
        replacement: LinesOfText(writer(suite)).lines.map(String.init),
        message: "the generated part \(name.quoted)"
      )
      if let part { stale.append(part) }
    }
  }

  private mutating func fault(_ index: Int, _ message: String) {
    faults.append((index + 1, message))
  }

  private static func name(in line: Substring) -> String? {
    line.wholeMatch(of: #/<!-- generated: ([a-z0-9-]+) -->/#).map { String($0.output.1) }
  }
}
