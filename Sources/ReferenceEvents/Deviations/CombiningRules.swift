/// Which reads become one event (COMBINE).
package struct CombiningRules: Sendable, Hashable {
  package enum Folding: Sendable, Hashable { case all, matched, none }

  /// Whether a query on the class of the current query joins it.
  package var mergesQueries = true
  /// Which objects of its class join the current query.
  package var foldsObjects = Folding.all
  /// Whether objects reached through a link do.
  package var foldsLinkTargets = true
  /// Whether an object that joins a query ends it.
  package var foldingEndsQuery = false
  /// Whether a read of another object ends the current query.
  package var objectsEndQueries = true
  /// Whether a query on another class does.
  package var queriesEndQueries = true
  /// Whether a query removes the reads before it that it makes superfluous.
  package var queriesTakeBack = false

  /// Whether a read of the current object is dropped.
  package var dropsRepetitions = true
  /// Whether every repetition is, whatever was read between.
  package var dropsDistantRepetitions = false
  /// Whether objects are the same that have the same primary key, whatever their class.
  package var comparesPrimaryKeys = false
  /// Whether a query makes the current object forgotten.
  package var queriesEndObjects = true

  /// Whether a new version ends all merging.
  package var versionsEndMerging = true
  /// Whether the objects of a query are listed once.
  package var deduplicates = true
  /// Whether they are put in the order of creation.
  package var sorts = true
  /// Whether a merged event has the time of its last read instead of the first.
  package var takesLastTime = false
}
