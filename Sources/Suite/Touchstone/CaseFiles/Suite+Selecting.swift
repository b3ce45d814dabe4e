import Formats

extension Suite {
  /// The cases of a class that apply to an edition and whose full name matches the filter, if there is one.
  ///
  /// A selection of nothing is an error: a misspelt filter must not look like success.
  public func selecting(
    edition: String = "2023",
    class conformanceClass: String = "recording",
    filter: String? = nil
  ) throws(SuiteError) -> Suite {
    try selecting(
      RunSelection(
        edition: edition,
        conformanceClass: conformanceClass,
        filters: filter.map { [$0] } ?? []
      )
    )
  }

  /// The cases that a selection takes.
  ///
  /// Each of its patterns has to match a case of the edition and the class.
  package func selecting(_ selection: RunSelection) throws(SuiteError) -> Suite {
    let (edition, conformanceClass) = (selection.edition, selection.conformanceClass)
    try Self.check(edition, among: Self.editions, as: "edition")
    try Self.check(conformanceClass, among: Self.conformanceClasses, as: "class")
    var selected = self
    selected.cases = cases.filter {
      $0.conformanceClass == conformanceClass && $0.editions?.contains(edition) ?? true
    }
    if selected.cases.isEmpty {
      throw Self.nothing("there is no case of class \(conformanceClass) for edition \(edition)")
    }
    for filter in selection.filters { try selected.check(filter, "selects", within: self) }
    for pattern in selection.exclusions { try selected.check(pattern, "leaves out", within: self) }
    let filter = CaseFilter(selection)
    selected.cases.removeAll { !filter.takes($0.name) }
    if !selected.cases.isEmpty { return selected }
    if let earlier = selection.earlier {
      throw Self.nothing(
        "no case of class \(conformanceClass), edition \(edition) that is selected failed in "
          + earlier.report.quoted
      )
    }
    throw Self.nothing("what is left out leaves no case to run")
  }

  /// Refuses a pattern that matches none of these cases.
  private func check(_ pattern: String, _ verb: String, within whole: Suite) throws(SuiteError) {
    let name = NamePattern(pattern)
    if cases.contains(where: { name.matches($0.name) }) { return }
    let other = whole.cases.first { name.matches($0.name) }
    throw Self.nothing(
      "the filter \(pattern.quoted) \(verb) "
        + (other.map { "only cases of another class or edition, such as \($0.name)" }
          ?? "no case\(whole.hint(for: pattern, among: cases))")
    )
  }

  /// The case of that full name, or the only one whose name ends so.
  package func named(_ name: String) throws(SuiteError) -> Case {
    if let exact = cases.first(where: { $0.name == name }) { return exact }
    let ending = cases.filter { $0.name.hasSuffix("/" + name) }
    if ending.count == 1 { return ending[0] }
    if ending.count > 1 {
      let names = ending.prefix(5).map(\.name).joined(separator: ", ")
      throw Self.nothing("\(name.quoted) is the end of several names: \(names)")
    }
    throw Self.nothing("there is no case \(name.quoted)\(hint(for: name, among: cases))")
  }

  private static func check(
    _ word: String,
    among words: [String],
    as role: String
  ) throws(SuiteError) {
    if words.contains(word) { return }
    let known = words.joined(separator: ", ")
    throw nothing("there is no \(role) \(word.quoted); known: \(known)")
  }

  private static func nothing(_ message: String) -> SuiteError {
    SuiteError(.nothingSelected, message)
  }

  /// What may have been meant: the forwarding of a former name, a chapter or group without its stars, or a name
  /// that differs a little.
  private func hint(for name: String, among cases: [Case]) -> String {
    if let former = retired.first(where: { $0.name == name }) { return ": " + former.fate }
    let folder = name.hasSuffix("/*") ? String(name.dropLast(2)) : name
    if cases.contains(where: { $0.name.hasPrefix(folder + "/") }) {
      return " (did you mean \((folder + "/**").quoted)?)"
    }
    let ends = cases.filter { $0.name.hasSuffix("/" + name) }.prefix(3).map(\.name)
    if let end = ends.first { return " (did you mean \(end.quoted)?)" }
    let names = cases.map(\.name)
    let whole = NearNames.hint(for: name, among: names)
    if !whole.isEmpty { return whole }
    let parts = names.map { $0.split(separator: "/").map(String.init) }
    if name.contains("/") {
      let groups = Set(parts.map { $0.prefix(2).joined(separator: "/") + "/**" })
      let near = NearNames.hint(for: name, among: groups.sorted())
      let chapter = name.prefix { $0 != "/" } + "/"
      let isInChapter = names.contains { $0.hasPrefix(chapter) }
      return near.isEmpty && isInChapter ? " (did you mean \((chapter + "**").quoted)?)" : near
    }
    let ids = Set(parts.compactMap(\.last))
    let chapters = Set(parts.compactMap { $0.first.map { $0 + "/**" } })
    return NearNames.hint(for: name, among: (ids.union(chapters)).sorted())
  }
}
