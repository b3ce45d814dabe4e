package import Touchstone

/// What a requirement demands, as a report keeps it.
package struct RequirementSummary: Sendable, Hashable {
  /// How binding it is.
  package var level: Level
  /// The sentence itself.
  package var text: String

  /// A summary with its two parts.
  package init(level: Level, text: String) {
    self.level = level
    self.text = text
  }
}

extension Requirement {
  /// What a report keeps of it.
  package var summary: RequirementSummary { RequirementSummary(level: level, text: text) }
}
