/// Which reads become one event (COMBINE).
struct CombiningRules: Sendable, Hashable {
  enum Folding: Sendable, Hashable { case all, matched, none }

  /// Whether a query on the class of the current query joins it.
  var mergesQueries = true
  /// Which objects of its class join the current query.
  var foldsObjects = Folding.all
  /// Whether objects reached through a link do.
  var foldsLinkTargets = true
  /// Whether an object that joins a query ends it.
  var foldingEndsQuery = false
  /// Whether a read of another object ends the current query.
  var objectsEndQueries = true
  /// Whether a query on another class does.
  var queriesEndQueries = true
  /// Whether a query removes the reads before it that it makes superfluous.
  var queriesTakeBack = false

  /// Whether a read of the current object is dropped.
  var dropsRepetitions = true
  /// Whether every repetition is, whatever was read between.
  var dropsDistantRepetitions = false
  /// Whether objects are the same that have the same primary key, whatever their class.
  var comparesPrimaryKeys = false
  /// Whether a query makes the current object forgotten.
  var queriesEndObjects = true

  /// Whether a new version ends all merging.
  var versionsEndMerging = true
  /// Whether the objects of a query are listed once.
  var deduplicates = true
  /// Whether they are put in the order of creation.
  var sorts = true
  /// Whether a query without objects stays in the trail.
  var keepsEmptyReads = false
  /// Whether a merged event has the time of its last read instead of the first.
  var takesLastTime = false
}
