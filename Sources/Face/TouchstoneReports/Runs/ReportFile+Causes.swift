import OrderedCollections
import TouchstoneExplaining

extension ReportFile {
  /// The requirement that a reader of the report sees first: the one that is most likely to be broken.
  package var leadingRequirement: String? { causes.first?.entries[0].requirements.first }

  /// What is not as expected, by its causes: first those of the requirement that is most likely to be broken, otherwise in the
  /// order of their first cases.
  var causes: [FailureCause] {
    let ranking = RequirementRanking(entries, likeness: requirements.mapValues(\.likeness))
    return ranking.ranked(
      entries.unexpectedBySymptom.values.map { FailureCause(entries: ranking.ranked($0)) }
    )
  }
}
