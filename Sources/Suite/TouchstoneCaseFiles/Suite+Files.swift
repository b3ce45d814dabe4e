public import Touchstone

extension Suite {
  /// The suite in a folder: of chapters, or one that holds the chapters in `cases`.
  ///
  /// The specification is the one this program was built with, unless the folder has a `Spec` of its own.
  public init(directory path: String) throws(SuiteError) {
    try self.init(reading: SuiteText(folder: path))
  }

  /// Reads texts strictly; all that is wrong with them is one error, with files and lines.
  package init(reading text: SuiteText) throws(SuiteError) {
    var faults: [SuiteFault] = []
    self.init(reading: text, faults: &faults)
    guard faults.isEmpty else { throw SuiteError(.malformed, faults: faults) }
  }

  /// Reads texts strictly, and makes a suite of what can be read.
  package init(reading text: SuiteText, faults: inout [SuiteFault]) {
    self.init(reading: text, faults: &faults) { requirements in
      let validator = GroupValidator(requirements: requirements)
      return { validator.faults(inGroup: $0) }
    }
  }
}
