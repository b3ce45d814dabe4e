public import Touchstone

/// The suite's cases, in the form in which a test takes them.
public enum TouchstoneSuite {
  /// The cases of a class that apply to an edition.
  ///
  /// ```swift
  /// @Test(arguments: try TouchstoneSuite.cases(filter: "reads/**"))
  /// func `The recorder keeps the rules of reading`(_ testCase: Case) async throws {
  ///   try await check(testCase)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - edition: which edition of the specification.
  ///   - conformanceClass: which part of it.
  ///   - filter: a pattern of full names, in which `*` stands for a part of a name and `**` for any number of parts.
  /// - Returns: the cases in the order of the specification, never none.
  /// - Throws: a `SuiteError` if nothing is selected.
  public static func cases(
    edition: String = "2023",
    class conformanceClass: String = "recording",
    filter: String? = nil
  ) throws(SuiteError) -> [Case] {
    try Suite.embedded().selecting(edition: edition, class: conformanceClass, filter: filter).cases
  }
}
