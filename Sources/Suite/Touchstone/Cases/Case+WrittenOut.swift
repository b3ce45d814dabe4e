extension Case {
  /// The case with everything written out that it repeats.
  var writtenOut: Case {
    var result = self
    result.configuration = Repetition.expanded(configuration)
    result.given = Repetition.expanded(given)
    result.steps = Repetition.expanded(steps)
    result.expectation = Repetition.expanded(expectation)
    return result
  }
}
