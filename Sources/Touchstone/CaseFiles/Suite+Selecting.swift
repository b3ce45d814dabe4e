extension Suite {
  /// The cases of a class that apply to an edition and whose full name matches the filter, if there is one.
  ///
  /// A selection of nothing is an error: a misspelt filter must not look like success.
  public func selecting(
    edition: String = "2023",
    class conformanceClass: String = "recording",
    filter: String? = nil
  ) throws(SuiteError) -> Suite {
    try Self.check(edition, among: Self.editions, as: "edition")
    try Self.check(conformanceClass, among: Self.conformanceClasses, as: "class")
    var selected = self
    selected.cases = cases.filter {
      $0.conformanceClass == conformanceClass && $0.editions?.contains(edition) ?? true
    }
    if selected.cases.isEmpty {
      throw Self.nothing("there is no case of class \(conformanceClass) for edition \(edition)")
    }
    guard let filter else { return selected }
    let offered = selected.cases
    let pattern = NamePattern(filter)
    selected.cases.removeAll { !pattern.matches($0.name) }
    if !selected.cases.isEmpty { return selected }
    let other = cases.first { pattern.matches($0.name) }
    throw Self.nothing(
      "the filter \(filter.quoted) selects "
        + (other.map { "only cases of another class or edition, such as \($0.name)" }
          ?? "no case\(hint(for: filter, among: offered))")
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
