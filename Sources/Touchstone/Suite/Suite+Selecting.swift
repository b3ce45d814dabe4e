extension Suite {
  /// The cases of a class that apply to an edition and whose full name matches the filter, if there is one.
  ///
  /// A selection of nothing is an error: a misspelt filter must not look like success.
  public func selecting(
    edition: String = "2023",
    class conformanceClass: String = "recording",
    filter: String? = nil
  ) throws(SuiteError) -> Suite {
    var selected = self
    selected.cases = cases.filter {
      $0.conformanceClass == conformanceClass && $0.editions?.contains(edition) ?? true
    }
    return selected
  }
}
