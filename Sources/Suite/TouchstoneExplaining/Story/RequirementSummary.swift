package import Touchstone

/// What a requirement demands, as a report keeps it.
package struct RequirementSummary: Sendable, Hashable {
  /// How binding it is.
  package var level: Level
  /// The sentence itself.
  package var text: String
  /// How much the cases that fail are those which fail where it is broken on purpose, from 0 to 1.
  package var likeness: Double

  /// A summary with its parts.
  package init(level: Level, text: String, likeness: Double = 0) {
    self.level = level
    self.text = text
    self.likeness = likeness
  }
}

extension Requirement {
  /// What a report keeps of it.
  package var summary: RequirementSummary { RequirementSummary(level: level, text: text) }
}
