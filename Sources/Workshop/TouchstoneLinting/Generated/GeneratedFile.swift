import Touchstone

/// One file of `Spec/` with all that is wrong with the generated text in it.
struct GeneratedFile {
  var path: String
  /// What the file should hold; nil if it does.
  private(set) var fresh: String?
  private(set) var faults: [SuiteFault] = []

  /// A chapter: its marked parts, and the lists of cases and codes under its requirements.
  init(
    chapter file: (path: String, text: String),
    _ parts: MarkedParts,
    cases: [String: [Case]],
    codes: [String: [String]]
  ) {
    path = file.path
    let text = LinesOfText(file.text)
    let stale = parts.stale + RequirementLists(in: text, cases: cases, codes: codes).stale
    for (line, message) in parts.faults { fault(line, message) }
    for part in stale { fault(part.lines.lowerBound + 1, part.message) }
    if !stale.isEmpty { fresh = text.replacing(stale) }
  }

  /// A file that is generated as a whole; the text is nil if there is no such file.
  init(path: String, text: String?, fresh: String) {
    self.path = path
    if text == fresh { return }
    self.fresh = fresh
    let old = LinesOfText(text ?? "")
    let new = LinesOfText(fresh).lines.map(String.init)
    let stale = StaleLines(old.lines.indices, of: old, replacement: new, message: "this file")
    if let stale { fault(stale.lines.lowerBound + 1, stale.message) }
  }

  private mutating func fault(_ line: Int, _ message: String) {
    faults.append(SuiteFault(at: TextLocation(file: path, line: line), message))
  }
}

extension GeneratedTexts {
  /// Every file of a working copy's `Spec/` that generated text belongs in, and the parts that no chapter has.
  func files(of text: SuiteText, _ suite: Suite) -> (files: [GeneratedFile], missing: [String]) {
    guard let folder = text.specificationFolder else { return ([], []) }
    var cases: [String: [Case]] = [:]
    for testCase in suite.cases {
      for id in testCase.requirements { cases[id, default: []].append(testCase) }
    }
    var missing = Set(parts.keys)
    var result = text.specification.map { file -> GeneratedFile in
      let marked = MarkedParts(in: LinesOfText(file.text), writers: parts, suite: suite)
      missing.subtract(marked.names)
      return GeneratedFile(chapter: file, marked, cases: cases, codes: codes)
    }
    for (way, writer) in files {
      let path = folder + "/" + way
      let old = text.schemas.first { $0.path == path }.map {
        String(decoding: $0.text, as: UTF8.self)
      }
      result.append(GeneratedFile(path: path, text: old, fresh: writer(suite)))
    }
    return (result, missing.sorted())
  }
}
