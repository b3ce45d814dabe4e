import Touchstone

/// The sentence of a requirement has the keyword of its level, so that it says how binding it is wherever it is quoted.
struct RequirementsNameTheirLevel: LintRule {
  func findings(in subject: LintSubject) -> [SuiteFault] {
    guard subject.text.hasOwnSpecification else { return [] }
    return subject.suite.requirements.values.compactMap { requirement in
      let keyword = requirement.level.rawValue.uppercased()
      let words = requirement.text.split { !$0.isLetter }
      if words.contains(Substring(keyword)) { return nil }
      return SuiteFault(
        at: requirement.location,
        "\(requirement.id) is a \(keyword), and its first paragraph does not have that word"
      )
    }
  }
}
