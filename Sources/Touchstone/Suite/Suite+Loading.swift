extension Suite {
  /// The suite that this program was built with.
  public static func embedded() throws(SuiteError) -> Suite { Suite(cases: []) }

  /// The suite in a folder: of chapters, or one that holds the chapters in `cases`.
  ///
  /// The specification is the one this program was built with, unless the folder has a `Spec` of its own.
  public init(directory path: String) throws(SuiteError) { self.init(cases: []) }
}
