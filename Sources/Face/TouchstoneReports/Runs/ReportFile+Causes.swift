import OrderedCollections

extension ReportFile {
  /// What is not as expected, by its causes, in the order of their first cases.
  var causes: [FailureCause] { entries.unexpectedBySymptom.values.map(FailureCause.init) }
}
