/// Which changes of a transaction are recorded, where, and how (WRITE).
package struct WriteRules: Sendable, Hashable {
  /// Whether a transaction is recorded in every active scope; otherwise only in the one that began last.
  package var reachesEveryScope = true
  /// Whether a scope begins with the transactions that were committed while none was active.
  package var catchesUp = false
  /// Whether a transaction without changes is recorded too.
  package var recordsEmptyTransactions = false
  /// Whether an object that was created and then changed is a modification besides.
  package var listsChangesOfNewObjects = false
  /// Whether an object that was created and deleted again is listed as both.
  package var listsPassingObjects = false
  /// Whether an object that was changed and then deleted is a modification besides.
  package var listsChangesOfDeletedObjects = false
  /// Whether embedded objects that come and go are listed under their class.
  package var listsEmbeddedObjects = false
  /// Whether a change inside an embedded object counts as one of the object that holds all of it.
  package var listsHoldersOfEmbeddedObjects = false
  /// Whether embedded objects are compared by what they hold; otherwise by which object they are.
  package var comparesEmbeddedContent = true
  /// Whether links are written as full objects.
  package var expandsLinks = false

  /// Whether anything but the net changes is listed.
  var listsMore: Bool {
    listsChangesOfNewObjects || listsPassingObjects || listsChangesOfDeletedObjects
      || listsEmbeddedObjects || listsHoldersOfEmbeddedObjects
  }
}
