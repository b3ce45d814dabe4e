/// A text that keeps the grammar of TAP 14, and no more of that than the suite writes: no subtests, no pragmas, one plan
/// in front, and YAML of mappings from words to scalars in single quotes.
struct TAPDocument {
  struct Test {
    var isOK: Bool
    var number: Int
    var description: String
    /// `SKIP` or `TODO`.
    var directive: String?
  }

  /// A line that does not keep the grammar.
  struct Malformed: Error {
    var line: String
  }

  private(set) var plan = 0
  private(set) var tests: [Test] = []
  private(set) var hasBailedOut = false

  /// Whether a consumer takes the run for a good one.
  var isGood: Bool {
    !hasBailedOut && plan == tests.count && tests.allSatisfy { $0.isOK || $0.directive == "TODO" }
  }

  init(_ text: String) throws {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
    guard lines.popLast() == "" else { throw Malformed(line: "the last line does not end") }
    guard lines.popFirst() == "TAP version 14" else { throw Malformed(line: "the first line") }
    let first = lines.popFirst() ?? ""
    guard let match = first.wholeMatch(of: /1\.\.(\d+)( # SKIP .*)?/), let plan = Int(match.1),
      (match.2 == nil) == (plan > 0)
    else { throw Malformed(line: first) }
    self.plan = plan
    while let line = lines.popFirst() {
      if line.hasPrefix("#") { continue }
      if line.hasPrefix("Bail out!") {
        hasBailedOut = true
      } else {
        tests.append(try Self.test(line))
        if lines.first == "  ---" { try Self.skipDiagnostics(&lines) }
      }
    }
  }

  private static func test(_ line: String) throws -> Test {
    guard let match = line.wholeMatch(of: /(not )?ok (\d+)(?: - (.*))?/), let number = Int(match.2)
    else { throw Malformed(line: line) }
    let parts = split(match.3 ?? "")
    let directive = try parts.dropFirst().map { part in
      guard let word = part.prefixMatch(of: #/ (SKIP|TODO)\b/#) else { throw Malformed(line: line) }
      return String(word.1)
    }
    guard directive.count <= 1 else { throw Malformed(line: line) }
    return Test(
      isOK: match.1 == nil,
      number: number,
      description: parts[0],
      directive: directive.first
    )
  }

  /// What stands between sharp signs that are not escaped: such a sign begins a directive.
  private static func split(_ text: Substring) -> [String] {
    var parts = [""]
    var isEscaped = false
    for character in text {
      if character == "#" && !isEscaped {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    return parts
  }

  private static func skipDiagnostics(_ lines: inout ArraySlice<String>) throws {
    lines.removeFirst()
    while let line = lines.popFirst() {
      if line == "  ..." { return }
      guard line.wholeMatch(of: #/  ( {2})?[a-z0-9]+:( '([^']|'')*')?/#) != nil else {
        throw Malformed(line: line)
      }
    }
    throw Malformed(line: "a block of YAML does not end")
  }
}
