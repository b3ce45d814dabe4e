import JSON

extension Suite {
  /// The suite that this program was built with.
  ///
  /// It is read once.
  public static func embedded() throws(SuiteError) -> Suite { try loaded.get() }

  private static let loaded: Result<Suite, SuiteError> = Result { () throws(SuiteError) in
    // The linter has checked them: doing so again is half of the time that a command takes to start.
    try Suite(reading: .embedded, areChecked: true)
  }

  /// The suite in a folder: of chapters, or one that holds the chapters in `cases`.
  ///
  /// The specification is the one this program was built with, unless the folder has a `Spec` of its own.
  public init(directory path: String) throws(SuiteError) {
    try self.init(reading: SuiteText(folder: path))
  }

  /// Reads texts strictly; all that is wrong with them is one error.
  ///
  /// - Parameters:
  ///   - text: the texts.
  ///   - areChecked: whether it is known that each group is as the format says.
  /// - Throws: all that is wrong, with files and lines.
  package init(reading text: SuiteText, areChecked: Bool = false) throws(SuiteError) {
    var faults: [SuiteFault] = []
    self.init(reading: text, areChecked: areChecked, faults: &faults)
    guard faults.isEmpty else { throw SuiteError(.malformed, faults: faults) }
  }

  /// Reads texts strictly, and makes a suite of what can be read.
  package init(reading text: SuiteText, areChecked: Bool = false, faults: inout [SuiteFault]) {
    let specification = Specification(files: text.specification)
    faults += text.faults + specification.faults
    var cases: [Case] = []
    let validator =
      areChecked ? nil : GroupValidator(requirements: Set(specification.requirements.keys))
    for group in text.groups {
      switch group.read(validator, isOwn: !text.hasOwnSpecification) {
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
