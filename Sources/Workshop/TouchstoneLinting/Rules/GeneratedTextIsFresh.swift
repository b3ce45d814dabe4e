import Touchstone

/// What the suite writes into `Spec/` is what it would write today.
struct GeneratedTextIsFresh: LintRule {
  var texts = GeneratedTexts.suite

  func findings(in subject: LintSubject) -> [SuiteFault] {
    guard subject.isComplete else { return [] }
    let (files, missing) = texts.files(of: subject.text, subject.suite)
    return files.flatMap(\.faults)
      + missing.map { name in
        SuiteFault(at: nil, "no chapter has the marker \"<!-- generated: \(name) -->\"")
      }
  }
}
