/// An implementation that can be asked in the middle of a case, so that a generator finds out what there is so far without
/// running the case from the start for each step.
package protocol SteppedImplementation: Implementation {
  /// Begins a case; its steps follow one by one, and not those of the program.
  ///
  /// - Throws: why it cannot be opened.
  func begin(_ program: CaseProgram) throws -> any SteppedCase
}

/// A case in its course.
package protocol SteppedCase: AnyObject {
  /// Runs more steps.
  func run(_ steps: [Step]) -> [StepOutcome]

  /// Begins a transaction, to which the steps belong that follow.
  func beginWrite() throws

  /// Ends it.
  func endWrite(isCancelled: Bool) throws
}
