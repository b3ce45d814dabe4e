import ReferenceRealm

/// What is a read, and what it shows (READ).
package struct ReadRules: Sendable, Hashable {
  /// Whether looking an object up is a read.
  package var lookups = true
  /// Whether following a link to one object is.
  package var links = true
  /// Whether taking an element of a list, a set or a dictionary is.
  package var elements = true
  /// Whether taking an element of a computed list is.
  package var backLinks = true
  /// Whether taking an element of all objects of a class is.
  package var allObjects = true
  /// Whether evaluating a query is.
  package var queries = true
  /// Whether taking an element of its result is.
  package var queryResults = true
  /// Whether taking hold of an embedded object is.
  package var embeddedObjects = false
  /// Whether a query that matched nothing is noted all the same.
  package var emptyQueries = false
  /// Whether a read that has no object left stays in the trail.
  package var keepsEmptyReads = false

  /// Whether reads in a write transaction show its changes so far.
  package var showsUncommitted = false
  /// Whether all reads show the last version that the scope knew.
  package var showsLatest = false
  /// Whether objects that do not exist yet are noted, until combining takes them out.
  package var notesNewObjects = true
  /// Whether a query that matched such an object is discarded with all that it matched.
  package var discardsMixedQueries = false
  /// Whether objects are taken out that the next transaction deleted.
  package var forgetsDeleted = false
  /// Whether objects are taken out that were created during the scope.
  package var ignoresObjectsCreatedInScope = false

  func isRead(_ object: ObjectReference, by access: ObjectAccess, in schema: Schema) -> Bool {
    if schema.tables[object.table].isEmbedded { return embeddedObjects }
    return switch access {
    case .lookup: lookups
    case .link: links
    case .element: elements
    case .backLink: backLinks
    case .allObjects: allObjects
    case .queryResult: queryResults
    }
  }
}
