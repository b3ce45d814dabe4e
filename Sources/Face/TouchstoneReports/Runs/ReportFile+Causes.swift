import OrderedCollections
import TouchstoneExplaining

extension ReportFile {
  /// What is not as expected, by its causes: first those of the requirement that is most likely to be broken, otherwise in the
  /// order of their first cases.
  var causes: [FailureCause] {
    let ranking = RequirementRanking(entries)
    return ranking.ranked(
      entries.unexpectedBySymptom.values.map { FailureCause(entries: ranking.ranked($0)) }
    )
  }
}
