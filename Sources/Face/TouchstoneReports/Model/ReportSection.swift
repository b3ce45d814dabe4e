package import TouchstoneExplaining

/// Something that a report tells beside its counts.
package enum ReportSection {
  /// A list that is always shown.
  case list(title: String, [String])
  /// A list to be unfolded, cut off where it takes more than so many bytes.
  case folded(title: String, [ReportItem], room: Int = .max)
  /// What did not go as expected, each cause to be unfolded.
  case explained(title: String, [FailureCause], requirements: [String: RequirementSummary])
}

/// An entry of a list, with the points below it.
package struct ReportItem {
  var text: String
  var points: [String] = []
}

/// Counts in rows, for people.
package struct ReportTable {
  enum Cell {
    case text(String)
    /// Nothing is shown for nil.
    case number(Int?)
    /// The first cell of the row that sums up the others.
    case total(String)
  }

  struct Column {
    var title: String
    var isNumber = false
  }

  var columns: [Column]
  var rows: [[Cell]]
}

extension ReportTable {
  /// How often conditions were met that requirements are about.
  package init(conditions: [(ids: String, sentence: String, count: Int)]) {
    self.init(
      columns: [
        Column(title: "requirements"), Column(title: "condition"),
        Column(title: "met", isNumber: true),
      ],
      rows: conditions.map { [.text($0.ids), .text($0.sentence), .number($0.count)] }
    )
  }
}
