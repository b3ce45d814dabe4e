extension Suite {
  /// The suite that this program was built with.
  ///
  /// It is read once.
  public static func embedded() throws(SuiteError) -> Suite { try loaded.get() }

  private static let loaded: Result<Suite, SuiteError> = Result { () throws(SuiteError) in
    // The linter has checked them: doing so again is half of the time that a command takes to start.
    var faults: [SuiteFault] = []
    let suite = Suite(reading: .embedded, faults: &faults) { _ in nil }
    guard faults.isEmpty else { throw SuiteError(.malformed, faults: faults) }
    return suite
  }

  /// Makes a suite of what can be read in texts.
  ///
  /// - Parameters:
  ///   - text: the texts.
  ///   - faults: takes what is wrong with them.
  ///   - makeCheck: what finds that a group is not as the format says, by the requirements that its cases may name; nil if
  ///     it is known that all of them are.
  package init(
    reading text: SuiteText,
    faults: inout [SuiteFault],
    checkedBy makeCheck: (Set<String>) -> GroupCheck?
  ) {
    let specification = Specification(files: text.specification)
    faults += text.faults + specification.faults
    var cases: [Case] = []
    let check = makeCheck(Set(specification.requirements.keys))
    for group in text.groups {
      switch group.read(check, isOwn: !text.hasOwnSpecification) {
      case .cases(let read): cases += read
      case .faults(let found): faults += found
      }
    }
    var retired: [RetiredCase] = []
    // With a case missing that could not be read, its successors would be reported as well.
    if faults.isEmpty, let file = text.retired {
      let read = RetiredCases(path: file.path, text: file.text, names: Set(cases.map(\.name)))
      retired = read.entries
      faults += read.faults
    }
    cases.sort(by: specification.precedes)
    self.init(cases: cases, requirements: specification.requirements, retired: retired)
    fingerprintText = text.fingerprints
  }

  /// The requirements that a case could show and none does, in the order of the specification.
  package var requirementsWithoutCase: [Requirement] {
    let shown = Set(cases.flatMap(\.requirements))
    return requirements.values
      .filter { $0.notObservable == nil && $0.checkedBy.isEmpty && !shown.contains($0.id) }
      .sorted { ($0.location.file, $0.location.line) < ($1.location.file, $1.location.line) }
  }
}
