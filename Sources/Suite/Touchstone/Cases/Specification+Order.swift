extension Specification {
  /// Sorts by the order of the table of contents, then by name.
  func precedes(_ left: Case, _ right: Case) -> Bool {
    (rank(of: left.chapter), left.name) < (rank(of: right.chapter), right.name)
  }
}
