/// When a link is written as the full object (LINK).
package struct LinkRules: Sendable, Hashable {
  package enum Expansion: Sendable, Hashable { case followed, all, none }
  package enum Circle: Sendable, Hashable { case key, null, onceMore }

  /// Which links are expanded.
  package var expansion = Expansion.followed
  /// Whether the target of a followed link has a read of its own.
  package var recordsTargets = true
  /// Whether a follow counts for events before it only.
  package var expandsOnlyBeforeFollow = true
  /// Whether it counts for the very last event before it only.
  package var expandsOnlyRightBeforeFollow = false
  /// Whether a follow that was folded or dropped counts.
  package var countsCombinedFollows = false
  /// Whether follows count in every scope.
  package var countsForeignFollows = false

  /// Whether a follow counts at its own version only.
  package var comparesVersions = true
  /// Whether it counts for the object whose link was followed only.
  package var comparesParents = true
  /// Whether it counts for the property that was followed only.
  package var comparesProperties = true
  /// Whether it counts for the target that was reached only, even in a collection.
  package var comparesTargets = false
  /// Whether every read of the target counts, however it was reached.
  package var countsAnyReadOfTarget = false

  /// Whether links are expanded in the events of queries.
  package var expandsInQueries = true
  /// Whether they are in write events.
  package var expandsInWrites = true
  /// Whether they are there also if they were followed before.
  package var expandsInWritesAnyway = false
  /// Whether the links of an expanded object are.
  package var expandsNested = true
  /// Whether the links of embedded objects are.
  package var expandsInEmbedded = true
  /// Whether links in mixed values are.
  package var expandsInMixed = true
  /// How an object appears within itself.
  package var circle = Circle.key
}
